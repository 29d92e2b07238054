/**
 * The bandwidth of the storage below directories, measured without Hadoop. In: the measurements of a probe on a node.
 * Out: bandwidths of directories, devices and roles, the limits that they share when all are busy at once, and every
 * warning.
 */
package org.spindlebench.analysis.device;
