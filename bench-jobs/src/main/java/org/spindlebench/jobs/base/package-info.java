/**
 * Contains the building blocks of every job.
 *
 * <p>In: settings of a job. Out: tools that Hadoop runs, splits without files, seeded numbers, and files written split
 * by split.
 */
package org.spindlebench.jobs.base;
