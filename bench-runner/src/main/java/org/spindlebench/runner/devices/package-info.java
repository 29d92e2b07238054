/**
 * Contains the command {@code devices}, which measures disks without Hadoop, either on this host or on every host of a
 * cluster.
 */
package org.spindlebench.runner.devices;
