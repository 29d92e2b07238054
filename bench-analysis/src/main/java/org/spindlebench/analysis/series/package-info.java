/**
 * Computes the load of nodes and devices over the time of a run. In: a record and the file of samples next to it. Out:
 * for each step, the load of HDFS's and the shuffle's devices, of nodes and of single devices.
 */
package org.spindlebench.analysis.series;
