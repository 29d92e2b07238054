/**
 * The boundary to Hadoop, which represents HDFS and YARN by plain values.
 *
 * <p>In: a Hadoop configuration and calls of tools. Out: {@link org.spindlebench.runner.cluster.Storage}, the shape of
 * the cluster, and running and ended jobs. Only this package, {@code collect} and {@code setup} may use Hadoop's types.
 */
package org.spindlebench.runner.cluster;
