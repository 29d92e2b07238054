/**
 * Spindle as its users run it: processes of their own, with exit codes, standard streams, signals and the files that are left. In: `bench-runner.jar` and
 * Hadoop's jars as the build left them. Out: nothing.
 */
package org.spindlebench.it.campaign;
