/**
 * Runs shell commands with a time limit, passes interruptions on, and holds leases.
 *
 * <p>In: commands, signals, and directories in HDFS. Out: outcomes with the end of the output, the wish to stop, a
 * lease in HDFS.
 */
package org.spindlebench.runner.process;
