/**
 * A whole Hadoop in this process: HDFS, YARN and the JobHistoryServer, with real container JVMs, on directories of the
 * user's choice. In go {@link org.spindlebench.runner.cluster.embedded.EmbeddedOptions}; out comes the configuration
 * that clients submit jobs with. Every JVM and every file that it made is gone after its end, even a violent one.
 */
package org.spindlebench.runner.cluster.embedded;
