/**
 * Opens a cluster: connects to a running one, or starts one in this process.
 *
 * <p>In: Hadoop's generic options, or what the embedded cluster is made of. Out: a connection that is closed with all that
 * was started for it.
 */
package org.spindlebench.runner.cluster.session;
