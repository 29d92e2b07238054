/**
 * Contains the command {@code devices}.
 *
 * <p>In: directories or a setup. Out: bandwidths of this host's disks, or of all hosts' disks, measured from a
 * container on each host.
 */
package org.spindlebench.runner.devices;
