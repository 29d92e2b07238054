/**
 * The boundary to Hadoop, with HDFS and YARN behind plain values.
 *
 * <p>In: a Hadoop configuration and calls of tools. Out: {@link org.spindlebench.runner.cluster.Storage}, the shape of
 * the cluster, running and ended jobs. Nothing above this package, {@code collect} and {@code setup} names a Hadoop
 * type.
 */
package org.spindlebench.runner.cluster;
