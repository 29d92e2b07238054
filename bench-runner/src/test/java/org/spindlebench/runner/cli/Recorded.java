package org.spindlebench.runner.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.spindlebench.runner.campaign.ExperimentRequest;
import org.spindlebench.runner.campaign.RunRequest;
import org.spindlebench.runner.campaign.RunRequest.CleanRequest;
import org.spindlebench.runner.campaign.RunRequest.WorkloadRequest;
import org.spindlebench.runner.console.ClusterAction;
import org.spindlebench.runner.devices.ClusterDevices;

/** Takes requests instead of a cluster, and remembers them. */
public final class Recorded implements CommandActions {
    public static final int CODE = 1;

    public final List<RunRequest> runs = new ArrayList<>();
    public final List<RunRequest> checks = new ArrayList<>();
    public final List<RunRequest> calibrations = new ArrayList<>();
    public final List<ExperimentRequest> experiments = new ArrayList<>();
    public final List<ExperimentRequest> experimentChecks = new ArrayList<>();
    public final List<WorkloadRequest> workloads = new ArrayList<>();
    public final List<CleanRequest> cleans = new ArrayList<>();
    public final List<ClusterDevices> devices = new ArrayList<>();

    @Override
    public int run(RunRequest request) {
        runs.add(request);
        return CODE;
    }

    @Override
    public int check(RunRequest request) {
        checks.add(request);
        return CODE;
    }

    @Override
    public int act(ClusterAction action, PrintStream err) {
        devices.add((ClusterDevices) action);
        return CODE;
    }

    @Override
    public int runExperiment(ExperimentRequest request) {
        experiments.add(request);
        return CODE;
    }

    @Override
    public int checkExperiment(ExperimentRequest request) {
        experimentChecks.add(request);
        return CODE;
    }

    @Override
    public int runWorkload(WorkloadRequest request) {
        workloads.add(request);
        return CODE;
    }

    @Override
    public int calibrate(RunRequest request) {
        calibrations.add(request);
        return CODE;
    }

    @Override
    public int clean(CleanRequest request) {
        cleans.add(request);
        return CODE;
    }

    public boolean nothingStarted() {
        return Stream.of(runs, checks, experiments, experimentChecks, calibrations, workloads, cleans, devices)
                .allMatch(List::isEmpty);
    }
}
