/**
 * Reads the settings of the nodes' daemons from the daemons themselves.
 *
 * <p>In: a cluster. Out: {@link org.spindlebench.runner.collect.daemon.NodeDaemons}, which is saved in
 * {@code environment.json}. To save another setting, add its key to {@code DaemonKind}.
 */
package org.spindlebench.runner.collect.daemon;
