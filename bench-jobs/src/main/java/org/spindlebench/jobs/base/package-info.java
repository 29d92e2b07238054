/**
 * Contains the building blocks of every job.
 *
 * <p>In: a job's settings. Out: tools that Hadoop runs, splits without files, seeded numbers, and one file for each
 * split.
 */
package org.spindlebench.jobs.base;
