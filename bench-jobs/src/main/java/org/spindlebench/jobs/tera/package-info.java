/**
 * Contains Spindle's additions to stock TeraSort: a job that only reads, and the computation of the number of keys to
 * sample.
 */
package org.spindlebench.jobs.tera;
