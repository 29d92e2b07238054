/**
 * Runs Spindle as an engineer does: `hadoop jar bench-runner.jar` against a cluster of separate daemons that it did not
 * start. In: the shared {@link org.spindlebench.it.cluster.ProcessCluster}. Out: nothing; everything stored in HDFS is
 * below a base directory of the test's own.
 */
package org.spindlebench.it.real;
