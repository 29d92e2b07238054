/**
 * Jobs that measure no storage: tasks that sleep, and one that looks at what a task can do.
 */
package org.spindlebench.jobs.control;
