package org.spindlebench.runner.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.spindlebench.analysis.device.DeviceEquivalent;
import org.spindlebench.analysis.device.DeviceProbeReport;
import org.spindlebench.analysis.device.DeviceProbeReport.DeviceMeasurement;
import org.spindlebench.analysis.device.DeviceProbeReport.ProbeWarnings;
import org.spindlebench.analysis.device.DeviceProbeReport.ProbedDirectory;
import org.spindlebench.analysis.device.SetupBandwidth;
import org.spindlebench.analysis.device.SetupBandwidth.RoleBandwidth;
import org.spindlebench.analysis.document.FileFailure;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.StorageRole;
import org.spindlebench.runner.conf.StorageSetup;
import org.spindlebench.runner.conf.StorageSetup.DataDirectory;
import org.spindlebench.runner.conf.StorageSetup.StorageDevice;
import org.spindlebench.runner.plan.SetupFacts.RoleTotal;

/**
 * The measured bandwidths of setups' devices, saved as {@code devices.json} in a results directory.
 *
 * @param setups the measured setups, each once, with its latest measurement
 * @param earlier the bandwidths of earlier measurements, in chronological order
 */
public record MeasuredSetups(
        int schema,
        List<MeasuredSetup> setups,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<SetupBandwidth> earlier) {
    public static final String FILE = "devices.json";

    public static final MeasuredSetups NONE = new MeasuredSetups(1, List.of(), List.of());

    /** A measurement is about a campaign that began within this time after it. */
    private static final Duration RECENT = Duration.ofDays(1);

    public MeasuredSetups {
        setups = List.copyOf(setups);
        earlier = earlier == null ? List.of() : List.copyOf(earlier);
    }

    /** Returns the file in the directory above a campaign's, which is where {@code devices} writes it. */
    public static Path beside(Path campaign) {
        return campaign.toAbsolutePath().normalize().resolveSibling(FILE);
    }

    /**
     * Reads a file; empty if there is none.
     *
     * @throws IOException if it cannot be read
     */
    public static MeasuredSetups read(Path file) throws IOException {
        return Files.exists(file) ? JsonDocument.read(file, MeasuredSetups.class, NONE.schema) : NONE;
    }

    /** Reads a file as {@link #read(Path)} does. Returns {@link #NONE}, with a problem, if it cannot be read. */
    public static MeasuredSetups read(Path file, Problems problems) {
        try {
            return read(file);
        } catch (IOException | InvalidDocumentException e) {
            problems.add(Problem.ofOption(file.toString(), "cannot be read: " + FileFailure.of(e))
                    .withRemedy("measure again with devices --setup, or move the file away"));
            return NONE;
        }
    }

    /** Returns the measured setup of this name; empty if it was not measured. */
    public Optional<MeasuredSetup> of(String name) {
        return setups.stream().filter(one -> one.setup().equals(name)).findFirst();
    }

    /**
     * Returns these measurements with a new measurement. The bandwidths of an earlier measurement of the same setup
     * stay.
     */
    public MeasuredSetups with(MeasuredSetup latest) {
        List<MeasuredSetup> all = new ArrayList<>(setups);
        all.removeIf(one -> one.setup().equals(latest.setup()));
        all.add(latest);
        List<SetupBandwidth> before = new ArrayList<>(earlier);
        of(latest.setup()).map(MeasuredSetup::bandwidths).ifPresent(before::add);
        return new MeasuredSetups(schema, all, before);
    }

    /** Returns the last measurement of a setup in the day before a campaign; empty if there is none. */
    public Optional<SetupBandwidth> before(String setup, Instant campaign) {
        return Stream.concat(
                        earlier.stream().filter(one -> one.setup().equals(setup)),
                        of(setup).map(MeasuredSetup::bandwidths).stream())
                .filter(one -> one.measured() != null
                        && !one.measured().isAfter(campaign)
                        && !one.measured().isBefore(campaign.minus(RECENT)))
                .reduce((first, second) -> second);
    }

    /**
     * The measured bandwidths of a setup's devices, by host. A split device is measured in one directory, which
     * represents the whole device.
     *
     * @param measured the time when the measurement ended
     * @param instances the device instances that every host has
     * @param hosts the results of each host; at least one
     */
    public record MeasuredSetup(
            String setup, Instant measured, List<Instance> instances, List<DeviceProbeReport> hosts) {
        public MeasuredSetup {
            Objects.requireNonNull(setup, "setup");
            instances = List.copyOf(instances);
            hosts = List.copyOf(hosts);
        }

        /**
         * One device of a host.
         *
         * @param device the device's name in the setup
         * @param number the instance's number, from 1
         * @param roles the roles that write to it, such as {@code hdfs}
         * @param directories the directories in which the instance can be measured, the best first: its roles'
         *     directories, then its mount points
         */
        public record Instance(String device, int number, List<String> roles, List<String> directories) {
            public Instance {
                roles = List.copyOf(roles);
                directories = List.copyOf(directories);
            }
        }

        /** Returns the instances of a setup, without devices that have no paths. */
        public static List<Instance> instances(StorageSetup setup) {
            Map<String, Set<String>> directories = new LinkedHashMap<>();
            for (StorageRole role : StorageRole.values()) {
                for (DataDirectory directory : setup.directories(role)) {
                    directories
                            .computeIfAbsent(
                                    key(directory.device(), directory.instance()), any -> new LinkedHashSet<>())
                            .add(directory.path());
                }
            }
            List<Instance> instances = new ArrayList<>();
            for (StorageDevice device : setup.devices()) {
                for (int number = 1; number <= device.count(); number++) {
                    Set<String> where =
                            new LinkedHashSet<>(directories.getOrDefault(key(device.name(), number), Set.of()));
                    if (number <= device.paths().mounts().size()) {
                        where.add(device.paths().mounts().get(number - 1));
                    }
                    if (!where.isEmpty()) {
                        instances.add(new Instance(device.name(), number, roles(setup, device), List.copyOf(where)));
                    }
                }
            }
            return instances;
        }

        private static String key(String device, int number) {
            return device + " " + number;
        }

        private static List<String> roles(StorageSetup setup, StorageDevice device) {
            List<String> roles = new ArrayList<>();
            for (StorageRole role : StorageRole.values()) {
                if (setup.usedBy(role).contains(device)) {
                    roles.add(role.label());
                }
            }
            return roles;
        }

        /**
         * Returns the directory in which an instance was measured on a host; its first directory if it was not
         * measured.
         */
        public String directory(Instance instance, DeviceProbeReport host) {
            List<String> measuredIn =
                    host.directories().stream().map(ProbedDirectory::path).toList();
            return measuredIn.stream()
                    .filter(instance.directories()::contains)
                    .findFirst()
                    // A container may have measured in a directory that YARN gave it below a local dir.
                    .or(() -> instance.directories().stream()
                            .flatMap(own -> measuredIn.stream()
                                    .filter(path -> Path.of(path).startsWith(own) && !own.equals("/")))
                            .findFirst())
                    .orElse(instance.directories().get(0));
        }

        /**
         * Returns the total sequential bandwidth of a role's devices on a host.
         *
         * @param operation {@code read} or {@code write}
         */
        public RoleBandwidth of(DeviceProbeReport host, StorageRole role, String operation) {
            List<String> directories = instances.stream()
                    .filter(instance -> instance.roles().contains(role.label()))
                    .map(instance -> directory(instance, host))
                    .toList();
            return RoleBandwidth.of(role.label(), directories, host, operation, block(host));
        }

        /**
         * Compares the devices of the setup. The instances of a device on all hosts are repeats of its measurement.
         */
        public List<DeviceEquivalent> equivalents() {
            Map<String, List<DeviceMeasurement>> byDevice = new LinkedHashMap<>();
            for (DeviceProbeReport host : hosts) {
                for (Instance instance : instances) {
                    String directory = directory(instance, host);
                    host.measurements().stream()
                            .filter(one -> one.directory().equals(directory))
                            .forEach(one -> byDevice.computeIfAbsent(instance.device(), key -> new ArrayList<>())
                                    .add(one));
                }
            }
            return DeviceEquivalent.of(byDevice);
        }

        /** Returns the size of a host's sequential requests; 0 if there were none. */
        public static long block(DeviceProbeReport host) {
            return host.measurements().stream()
                    .filter(one -> one.operation().equals("write"))
                    .mapToLong(DeviceMeasurement::block)
                    .findFirst()
                    .orElse(0);
        }

        /**
         * Returns the bandwidths for texts and charts: the reading and writing of each role over all hosts, and
         * warnings.
         */
        public SetupBandwidth bandwidths() {
            List<SetupBandwidth.OperationBandwidth> figures = new ArrayList<>();
            for (StorageRole role : StorageRole.values()) {
                for (String operation : List.of("read", "write")) {
                    figures.add(figure(role, operation));
                }
            }
            List<String> doubts = hosts.stream()
                    .flatMap(host -> ProbeWarnings.of(host).stream().map(doubt -> host.node() + ": " + doubt))
                    .toList();
            return new SetupBandwidth(setup, measured, figures, doubts);
        }

        /**
         * Returns a node's bandwidth for a role: the mean over all hosts, with each device measured alone. Null if a
         * device has no value.
         */
        public RoleTotal.Bandwidth bandwidth(StorageRole role) {
            Double read = figure(role, "read").alone();
            Double write = figure(role, "write").alone();
            return read == null || write == null ? null : new RoleTotal.Bandwidth(Math.round(read), Math.round(write));
        }

        private SetupBandwidth.OperationBandwidth figure(StorageRole role, String operation) {
            return SetupBandwidth.OperationBandwidth.of(
                    role.label(),
                    operation,
                    hosts.stream().map(host -> of(host, role, operation)).toList());
        }
    }
}
