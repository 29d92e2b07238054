/**
 * Runs a whole Hadoop in this process: HDFS, YARN and the JobHistoryServer, with real container JVMs, on directories of
 * the user's choice.
 *
 * <p>In: {@link org.spindlebench.runner.cluster.embedded.EmbeddedOptions}. Out: the configuration that clients submit
 * jobs with. Its end removes every JVM and every file that it made, even if the process is killed.
 */
package org.spindlebench.runner.cluster.embedded;
