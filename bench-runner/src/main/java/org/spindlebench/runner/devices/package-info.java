/**
 * The command {@code devices}: what disks can do by themselves, here or on every host of a cluster.
 */
package org.spindlebench.runner.devices;
