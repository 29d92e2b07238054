/**
 * The boundary to Hadoop, which represents HDFS and YARN by plain values.
 *
 * <p>In: a Hadoop configuration and calls of tools. Out: {@link org.spindlebench.runner.cluster.Storage}, the shape of
 * the cluster, and running and ended jobs. In the runner only this package and {@code collect} may use Hadoop's types.
 */
package org.spindlebench.runner.cluster;
