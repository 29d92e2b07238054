/**
 * Runs a complete Hadoop in this process. It has HDFS, YARN and the JobHistoryServer, with real container JVMs, on
 * directories of the user's choice.
 *
 * <p>In: {@link org.spindlebench.runner.cluster.embedded.EmbeddedOptions}. Out: the configuration with which clients
 * submit jobs. When the cluster ends, it removes every JVM and every file that it made, even if the process is killed.
 */
package org.spindlebench.runner.cluster.embedded;
