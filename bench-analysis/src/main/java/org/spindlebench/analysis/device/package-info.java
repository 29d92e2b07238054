/**
 * What the storage below directories can do by itself, measured without Hadoop. In: what a probe measured on a node. Out: bandwidths of
 * directories, devices and roles, what they share when all are busy at once, and every doubt.
 */
package org.spindlebench.analysis.device;
