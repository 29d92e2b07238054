/**
 * Describes each job to the client: its input, its size, its call, and the proof that a run was valid.
 *
 * <p>In: a request in plain values. Out: the call of a tool, and after the run the checks of its proof. CONTRIBUTING.md
 * lists the steps to add a job.
 */
package org.spindlebench.runner.jobs;
