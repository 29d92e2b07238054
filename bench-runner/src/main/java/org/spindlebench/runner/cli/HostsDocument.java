package org.spindlebench.runner.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.spindlebench.analysis.device.DeviceProbeResult;
import org.spindlebench.analysis.device.RoleBandwidth;
import org.spindlebench.runner.conf.StorageRole;
import org.spindlebench.runner.conf.StorageSetup;
import org.spindlebench.runner.plan.MeasuredSetup;

/**
 * What {@code devices --json} prints of a setup, or of several hosts.
 *
 * @param hosts one or more
 * @param setup null where directories were named
 */
record HostsDocument(int schema, List<DevicesDocument> hosts, Setup setup) {
    /**
     * A setup's.
     *
     * @param instances of its devices
     * @param roles by host, role and operation
     */
    record Setup(String name, List<MeasuredSetup.Instance> instances, List<OfHost> roles) {}

    /** What a role's devices do on one host. */
    record OfHost(String host, RoleBandwidth bandwidth) {}

    static HostsDocument of(
            List<DeviceProbeResult> hosts, Optional<StorageSetup> declared, Optional<MeasuredSetup> measured) {
        return new HostsDocument(
                1,
                hosts.stream().map(DevicesDocument::of).toList(),
                measured.map(found -> new Setup(declared.orElseThrow().name(), found.instances(), roles(found)))
                        .orElse(null));
    }

    private static List<OfHost> roles(MeasuredSetup measured) {
        List<OfHost> roles = new ArrayList<>();
        for (DeviceProbeResult host : measured.hosts()) {
            for (StorageRole role : StorageRole.values()) {
                roles.add(new OfHost(host.node(), measured.of(host, role, "read")));
                roles.add(new OfHost(host.node(), measured.of(host, role, "write")));
            }
        }
        return roles;
    }
}
