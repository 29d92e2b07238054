/**
 * Contains the parts that all of Spindle's jobs share.
 *
 * <p>In: a Configuration with {@code spindle.*} settings and a job's arguments. Out: a submitted MapReduce job, or a
 * clear message about the wrong setting.
 *
 * <p>This module contains only code that runs in a cluster's containers. It depends only on Hadoop and is compiled to
 * Java 8.
 */
package org.spindlebench.jobs;
