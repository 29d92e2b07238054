/**
 * Emulates disks as block devices of this host. In: the disks of a setup, as
 * {@link org.spindlebench.runner.lab.EmulatedSetup} lists them. Out: mounted file systems, and requests that take the
 * time that those disks would take.
 */
package org.spindlebench.lab;
