/**
 * What nodes are and did during a run. In: what was found on each node, and readings of the kernel's counters. Out: a description of its
 * storage, which device's counters belong to HDFS and which to the shuffle, and figures of a window of time, per node and device.
 */
package org.spindlebench.analysis.node;
