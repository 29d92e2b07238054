/**
 * A real Hadoop cluster of separate daemon JVMs on loopback addresses, for tests. In: the jars that the build collected and
 * {@link org.spindlebench.it.cluster.ClusterOptions}. Out: a running {@link org.spindlebench.it.cluster.ProcessCluster}, a directory of client
 * configuration, and client processes with their output.
 *
 * <p>What Hadoop itself binds to every address stays so, whatever is configured: the shuffle service of a NodeManager, and the task and web ports of an
 * ApplicationMaster. All other ports are on 127.0.0.x only.
 */
package org.spindlebench.it.cluster;
