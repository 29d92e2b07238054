/**
 * What the client knows of each job: its input, its size, how it is called and what proves that a run of it was valid.
 *
 * <p>In: a request in plain values. Out: the call of a tool, and after the run the checks of its proof. To add a job, write
 * one class and one line in {@link org.spindlebench.runner.jobs.JobCatalog}.
 */
package org.spindlebench.runner.jobs;
