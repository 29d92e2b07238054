/**
 * Contains jobs that measure no storage. One has tasks that only sleep, and the other checks a task's environment.
 *
 * <p>In: a time, or nothing. Out: counters of the sleep or of the environment.
 */
package org.spindlebench.jobs.control;
