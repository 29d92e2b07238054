/**
 * Contains the parts that all jobs of Spindle share. In: a Configuration with {@code spindle.*} settings and a job's
 * arguments. Out: a submitted MapReduce job, or one clear message about the setting that is wrong.
 *
 * <p>This module contains only code that runs inside a cluster's containers. It uses Hadoop alone and is compiled to
 * Java 8.
 */
package org.spindlebench.jobs;
