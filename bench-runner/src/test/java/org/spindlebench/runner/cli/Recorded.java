package org.spindlebench.runner.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.spindlebench.runner.cli.ClusterDevices.ClusterDevicesRequest;
import org.spindlebench.runner.cli.RunRequest.CleanRequest;
import org.spindlebench.runner.cli.RunRequest.WorkloadRequest;

/** Takes requests instead of a cluster, and remembers them. */
final class Recorded implements CommandActions {
    static final int CODE = 1;

    final List<RunRequest> runs = new ArrayList<>();
    final List<RunRequest> checks = new ArrayList<>();
    final List<RunRequest> calibrations = new ArrayList<>();
    final List<ExperimentRequest> experiments = new ArrayList<>();
    final List<ExperimentRequest> experimentChecks = new ArrayList<>();
    final List<WorkloadRequest> workloads = new ArrayList<>();
    final List<CleanRequest> cleans = new ArrayList<>();
    final List<ClusterDevicesRequest> devices = new ArrayList<>();

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
    public int devices(ClusterDevicesRequest request) {
        devices.add(request);
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

    boolean nothingStarted() {
        return Stream.of(runs, checks, experiments, experimentChecks, calibrations, workloads, cleans)
                .allMatch(List::isEmpty);
    }
}
