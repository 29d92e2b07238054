/**
 * Opens a cluster, either by connecting to a running one or by starting one in this process.
 *
 * <p>In: Hadoop's generic options or the options of an embedded cluster. Out: a connection. Closing the session also
 * ends everything that was started for it.
 */
package org.spindlebench.runner.cluster.session;
