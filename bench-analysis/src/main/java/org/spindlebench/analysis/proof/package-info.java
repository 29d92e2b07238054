/**
 * Judges from the devices' I/O whether a run proves what it claims. In: descriptions of nodes, the nodes' load, and the
 * job's counters. Out: the I/O of HDFS and of the shuffle, and verdicts on caches, writes, intermediate data and other
 * load.
 */
package org.spindlebench.analysis.proof;
