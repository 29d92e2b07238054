/**
 * Names the tools.
 *
 * <p>In: a constant of {@link org.spindlebench.jobs.ToolName}. Out: a new instance of that tool.
 *
 * <p>This module contains jobs, the node probe and the measurement of disks, which run in containers and on the
 * client. It depends only on Hadoop and is compiled to Java 8.
 */
package org.spindlebench.jobs;
