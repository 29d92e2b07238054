/**
 * What nodes and their devices did during a run. In: readings of the kernel's counters. Out: figures of a window of time, per node and
 * device.
 */
package org.spindlebench.analysis.node;
