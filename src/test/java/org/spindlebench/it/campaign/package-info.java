/**
 * Runs Spindle as its users do: in separate processes, with exit codes, standard streams, signals and the files that
 * they leave. In: `bench-runner.jar` and Hadoop's jars as the build left them. Out: nothing.
 */
package org.spindlebench.it.campaign;
