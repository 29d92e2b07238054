/**
 * Reads from daemons their settings, which daemons work, the memory of hosts, and what others use.
 *
 * <p>In: a cluster. Out: {@link org.spindlebench.runner.collect.daemon.NodeDaemons}, which is saved in {@code
 * environment.json}, and the members and load of the cluster. To save another setting, add its key to {@code
 * DaemonReader.DaemonKind}.
 */
package org.spindlebench.runner.collect.daemon;
