package org.spindlebench.runner.cli;

import org.spindlebench.runner.plan.PlannedWorkload;

/**
 * A validated command line with a workload.
 *
 * @param request all of its runs: those alone, and those of all jobs at once
 * @param workload which of them are which, and when jobs arrive
 * @param text of the workload's file
 */
public record WorkloadRequest(RunRequest request, PlannedWorkload workload, String text) {}
