/**
 * The laboratory: emulated disks as block devices of this host. In: a setup and a scale. Out: mounted file systems whose
 * devices are as fast as the setup says, and later nothing at all.
 */
package org.spindlebench.runner.lab;
