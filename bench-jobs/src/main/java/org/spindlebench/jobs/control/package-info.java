/** Contains jobs that measure no storage. One has tasks that only sleep, and the other checks a task's environment. */
package org.spindlebench.jobs.control;
