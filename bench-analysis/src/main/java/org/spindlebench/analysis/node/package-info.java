/**
 * Describes nodes, and computes their load during a run. In: descriptions found on each node, and readings of the
 * kernel's counters. Out: the node's storage, the devices whose counters belong to HDFS and to the shuffle, and the
 * load of each node and device in a time window.
 */
package org.spindlebench.analysis.node;
