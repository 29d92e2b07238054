package org.spindlebench.runner.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.spindlebench.runner.campaign.CampaignRequest;
import org.spindlebench.runner.campaign.CampaignRunner;
import org.spindlebench.runner.campaign.CleanRequest;
import org.spindlebench.runner.console.ClusterAction;
import org.spindlebench.runner.devices.ClusterDevices;
import org.spindlebench.runner.devices.DeviceLeftovers;

/** Takes the place of a cluster: accepts requests, and remembers them. */
public final class Recorded implements ToIntFunction<ClusterAction> {
    public static final int CODE = 1;

    public final List<CampaignRequest> runs = new ArrayList<>();
    public final List<CampaignRequest> checks = new ArrayList<>();
    public final List<CampaignRequest> calibrations = new ArrayList<>();
    public final List<CleanRequest> cleans = new ArrayList<>();
    public final List<ClusterDevices> devices = new ArrayList<>();
    public final List<DeviceLeftovers> leftovers = new ArrayList<>();

    @Override
    public int applyAsInt(ClusterAction action) {
        if (action instanceof CleanRequest request) {
            cleans.add(request);
        } else if (action instanceof CampaignRunner.CampaignAction campaign) {
            campaign.notes().run();
            CampaignRequest request = campaign.request();
            switch (request.command()) {
                case RUN -> runs.add(request);
                case CHECK, ADVISE -> checks.add(request);
                case CALIBRATE -> calibrations.add(request);
                default -> throw new IllegalStateException("a plan needs no cluster");
            }
        } else if (action instanceof DeviceLeftovers request) {
            leftovers.add(request);
        } else {
            devices.add((ClusterDevices) action);
        }
        return CODE;
    }

    public boolean nothingStarted() {
        return Stream.of(runs, checks, calibrations, cleans, devices, leftovers).allMatch(List::isEmpty);
    }
}
