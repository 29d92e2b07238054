/**
 * The bandwidth of the storage below directories, measured without Hadoop. In: the measurements of a probe on a node.
 * Out: the bandwidths of directories, devices and roles, the limits that devices share when all are busy, and every
 * warning.
 */
package org.spindlebench.analysis.device;
