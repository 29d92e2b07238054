/**
 * Describes the disks of a setup as a laboratory emulates them, and finds the laboratory. In: setups. Out: the disks,
 * their places, and the state of a laboratory. The module bench-lab makes the disks.
 */
package org.spindlebench.runner.lab;
