package org.spindlebench.runner.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.spindlebench.analysis.device.DeviceProbeResult;
import org.spindlebench.analysis.device.DeviceProbeResult.DeviceMeasurement;
import org.spindlebench.analysis.device.DeviceProbeResult.ProbeWarnings;
import org.spindlebench.analysis.device.DeviceProbeResult.ProbedDirectory;
import org.spindlebench.analysis.device.SetupBandwidth;
import org.spindlebench.analysis.device.SetupBandwidth.RoleBandwidth;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.runner.conf.StorageRole;
import org.spindlebench.runner.conf.StorageSetup;
import org.spindlebench.runner.conf.StorageSetup.DataDirectory;
import org.spindlebench.runner.conf.StorageSetup.StorageDevice;
import org.spindlebench.runner.plan.SetupFigures.RoleFigures;

/**
 * What the devices of setups were measured to do: the file {@code devices.json} of a results directory.
 *
 * @param schema of the file
 * @param setups each once, the latest measurement of it
 */
public record MeasuredSetups(int schema, List<MeasuredSetup> setups) {
    public static final String FILE = "devices.json";

    public static final MeasuredSetups NONE = new MeasuredSetups(1, List.of());

    public MeasuredSetups {
        setups = List.copyOf(setups);
    }

    /**
     * What a file holds; nothing where there is none.
     *
     * @throws IOException if it cannot be read
     */
    public static MeasuredSetups read(Path file) throws IOException {
        return Files.exists(file) ? JsonDocument.read(file, MeasuredSetups.class, NONE.schema) : NONE;
    }

    /** The setup of this name; empty where it was not measured. */
    public Optional<MeasuredSetup> of(String name) {
        return setups.stream().filter(one -> one.setup().equals(name)).findFirst();
    }

    /** The same with a measurement, in place of an earlier one of the same setup. */
    public MeasuredSetups with(MeasuredSetup latest) {
        List<MeasuredSetup> all = new ArrayList<>(setups);
        all.removeIf(one -> one.setup().equals(latest.setup()));
        all.add(latest);
        return new MeasuredSetups(schema, all);
    }

    /**
     * What the devices of a setup were measured to do, host by host. A split device is measured in one directory, which stands for all of it.
     *
     * @param setup its name
     * @param measured when that ended
     * @param instances of its devices on every host
     * @param hosts one or more
     */
    public record MeasuredSetup(
            String setup, Instant measured, List<Instance> instances, List<DeviceProbeResult> hosts) {
        public MeasuredSetup {
            Objects.requireNonNull(setup, "setup");
            instances = List.copyOf(instances);
            hosts = List.copyOf(hosts);
        }

        /**
         * One device of a host.
         *
         * @param device its name in the setup
         * @param number which of them, from 1
         * @param roles that write to it, such as {@code hdfs}
         * @param directories where it can be measured, the best first: its roles' directories, then where it is mounted
         */
        public record Instance(String device, int number, List<String> roles, List<String> directories) {
            public Instance {
                roles = List.copyOf(roles);
                directories = List.copyOf(directories);
            }
        }

        /** The instances of a setup; of devices without paths none. */
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

        /** Where an instance was measured on a host; its first directory where it was not. */
        public String directory(Instance instance, DeviceProbeResult host) {
            List<String> measuredIn =
                    host.directories().stream().map(ProbedDirectory::path).toList();
            return measuredIn.stream()
                    .filter(instance.directories()::contains)
                    .findFirst()
                    // A container may measure in what YARN gave it below a local directory.
                    .or(() -> instance.directories().stream()
                            .flatMap(own -> measuredIn.stream()
                                    .filter(path -> Path.of(path).startsWith(own) && !own.equals("/")))
                            .findFirst())
                    .orElse(instance.directories().get(0));
        }

        /**
         * What the devices of a role do together on a host, in sequence.
         *
         * @param operation {@code read} or {@code write}
         */
        public RoleBandwidth of(DeviceProbeResult host, StorageRole role, String operation) {
            List<String> directories = instances.stream()
                    .filter(instance -> instance.roles().contains(role.label()))
                    .map(instance -> directory(instance, host))
                    .toList();
            return RoleBandwidth.of(role.label(), directories, host, operation, block(host));
        }

        /** Of the sequential requests; 0 where there were none. */
        public static long block(DeviceProbeResult host) {
            return host.measurements().stream()
                    .filter(one -> one.operation().equals("write"))
                    .mapToLong(DeviceMeasurement::block)
                    .findFirst()
                    .orElse(0);
        }

        /** The same for people and pictures: every role, reading and writing, over all hosts, and what is in doubt. */
        public SetupBandwidth bandwidths() {
            List<SetupBandwidth.Figure> figures = new ArrayList<>();
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

        /** Of a node: the mean of all hosts, each device by itself; null where one of them has no figure. */
        public RoleFigures.Bandwidth bandwidth(StorageRole role) {
            Double read = figure(role, "read").alone();
            Double write = figure(role, "write").alone();
            return read == null || write == null
                    ? null
                    : new RoleFigures.Bandwidth(Math.round(read), Math.round(write));
        }

        private SetupBandwidth.Figure figure(StorageRole role, String operation) {
            return SetupBandwidth.Figure.of(
                    role.label(),
                    operation,
                    hosts.stream().map(host -> of(host, role, operation)).toList());
        }
    }
}
