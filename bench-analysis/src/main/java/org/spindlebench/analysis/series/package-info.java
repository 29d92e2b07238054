/**
 * Computes what nodes and their devices did during a run. In: a record and the file of samples next to it. Out: numbers
 * of HDFS's and the shuffle's devices, of nodes and of single devices, step by step.
 */
package org.spindlebench.analysis.series;
