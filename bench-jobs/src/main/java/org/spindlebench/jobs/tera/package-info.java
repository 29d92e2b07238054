/**
 * What Spindle adds to stock TeraSort: a job that only reads, and the number of keys that it samples.
 */
package org.spindlebench.jobs.tera;
