package org.spindlebench.runner.cli;

import java.util.ArrayList;
import java.util.List;

/** Takes requests instead of a cluster, and remembers them. */
final class Recorded implements CommandActions {
    static final int CODE = 1;

    final List<RunRequest> runs = new ArrayList<>();
    final List<RunRequest> checks = new ArrayList<>();
    final List<RunRequest> calibrations = new ArrayList<>();
    final List<CleanRequest> cleans = new ArrayList<>();

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
        return runs.isEmpty() && checks.isEmpty() && calibrations.isEmpty() && cleans.isEmpty();
    }
}
