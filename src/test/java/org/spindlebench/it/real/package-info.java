/**
 * Spindle as an engineer uses it: `hadoop jar bench-runner.jar` against a cluster of separate daemons that it did not start. In: the shared
 * {@link org.spindlebench.it.cluster.ProcessCluster}. Out: nothing; whatever is stored in HDFS lies below a base directory of the test's own.
 */
package org.spindlebench.it.real;
