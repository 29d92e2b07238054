/** Contains jobs that measure no storage: tasks that sleep, and one that checks what a task can do. */
package org.spindlebench.jobs.control;
