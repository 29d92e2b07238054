/**
 * Judges what a run's devices prove. In: descriptions of nodes, what the nodes did, and the job's counters. Out:
 * numbers of HDFS and of the shuffle, and verdicts on caches, writes, intermediate data and other load.
 */
package org.spindlebench.analysis.proof;
