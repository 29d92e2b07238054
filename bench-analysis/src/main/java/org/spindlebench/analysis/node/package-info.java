/**
 * Says what nodes are and what they did during a run. In: descriptions found on each node, and readings of the kernel's
 * counters. Out: the node's storage, and the devices whose counters belong to HDFS and to the shuffle. Also the figures
 * of a time window, for each node and device.
 */
package org.spindlebench.analysis.node;
