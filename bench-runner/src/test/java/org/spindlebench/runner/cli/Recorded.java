package org.spindlebench.runner.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.spindlebench.runner.campaign.CampaignRequest;
import org.spindlebench.runner.campaign.CampaignRequest.CleanRequest;
import org.spindlebench.runner.console.ClusterAction;
import org.spindlebench.runner.devices.ClusterDevices;

/** Takes requests instead of a cluster, and remembers them. */
public final class Recorded implements CommandActions {
    public static final int CODE = 1;

    public final List<CampaignRequest> runs = new ArrayList<>();
    public final List<CampaignRequest> checks = new ArrayList<>();
    public final List<CampaignRequest> calibrations = new ArrayList<>();
    public final List<CleanRequest> cleans = new ArrayList<>();
    public final List<ClusterDevices> devices = new ArrayList<>();

    @Override
    public int run(CampaignRequest request) {
        runs.add(request);
        return CODE;
    }

    @Override
    public int check(CampaignRequest request) {
        checks.add(request);
        return CODE;
    }

    @Override
    public int act(ClusterAction action, PrintStream err) {
        devices.add((ClusterDevices) action);
        return CODE;
    }

    @Override
    public int calibrate(CampaignRequest request) {
        calibrations.add(request);
        return CODE;
    }

    @Override
    public int clean(CleanRequest request) {
        cleans.add(request);
        return CODE;
    }

    public boolean nothingStarted() {
        return Stream.of(runs, checks, calibrations, cleans, devices).allMatch(List::isEmpty);
    }
}
