/**
 * Reads the settings of the nodes' daemons from the daemons themselves.
 *
 * <p>In: a cluster. Out: {@link org.spindlebench.runner.collect.daemon.NodeDaemons}, which goes to
 * {@code environment.json}. To keep another setting, name it in {@code DaemonKind}.
 */
package org.spindlebench.runner.collect.daemon;
