/**
 * Contains Spindle's additions to stock TeraSort: a job that only reads, and the computation of the number of keys to
 * sample.
 *
 * <p>In: files of TeraGen. Out: counters of the rows that were read, and a number of keys.
 */
package org.spindlebench.jobs.tera;
