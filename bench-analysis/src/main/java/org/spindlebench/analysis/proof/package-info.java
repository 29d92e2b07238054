/**
 * What a run's devices prove. In: what was found on nodes, what they did, and what the job counted. Out: figures of HDFS and of the
 * shuffle, and verdicts on caches, on writes, on intermediate data and on the load of others.
 */
package org.spindlebench.analysis.proof;
