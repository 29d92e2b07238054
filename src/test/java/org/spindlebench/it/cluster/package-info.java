/**
 * A real Hadoop cluster of separate daemon JVMs on loopback addresses, for tests. In: the jars that the build collected
 * and {@link org.spindlebench.it.cluster.ClusterOptions}. Out: a running {@link
 * org.spindlebench.it.cluster.ProcessCluster}, a directory of client configuration, and client processes with their
 * output.
 *
 * <p>Whatever is configured, Hadoop binds these to every address: a NodeManager's shuffle service, and an
 * ApplicationMaster's task and web ports. All other ports are on 127.0.0.x only.
 */
package org.spindlebench.it.cluster;
