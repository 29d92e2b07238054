/**
 * Says what nodes are and what they did during a run. In: descriptions found on each node, and readings of the kernel's
 * counters. Out: the node's storage, which device's counters belong to HDFS and which to the shuffle, and numbers of a
 * window of time, per node and device.
 */
package org.spindlebench.analysis.node;
