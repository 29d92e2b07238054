package org.spindlebench.jobs.probe.yarn;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.spindlebench.jobs.control.NativeLibraries;
import org.spindlebench.jobs.device.DeviceProbe;
import org.spindlebench.jobs.device.ProbeSettings;
import org.spindlebench.jobs.probe.DataNodeProcesses;
import org.spindlebench.jobs.probe.DirtyPages;
import org.spindlebench.jobs.probe.LaunchFiles;
import org.spindlebench.jobs.probe.ProcReader;
import org.spindlebench.jobs.probe.SampleRing;
import org.spindlebench.jobs.probe.Sampler;
import org.spindlebench.jobs.probe.layout.Finding;
import org.spindlebench.jobs.probe.layout.FindingText;
import org.spindlebench.jobs.probe.layout.LayoutReader;
import org.spindlebench.jobs.probe.yarn.ProbePlaces.SmallFiles;
import org.spindlebench.jobs.probe.yarn.WantedHosts.WantedDevices;
import org.spindlebench.jobs.probe.yarn.WantedHosts.WantedDirectories;

/**
 * Samples the node of its container, in memory. It writes samples to HDFS only when a client requests a window that is
 * over.
 */
public final class NodeProbe {
    /** The memory for samples, which holds about one day of compressed samples. */
    private static final int RING_BYTES = 16 << 20;

    private static final Path PROC = Paths.get("/proc");
    private static final String SHUFFLE = "shuffle";
    private static final int CLAIM_TRIES = 20;
    private static final long CLAIM_WAIT_MILLIS = 100;

    private final Configuration settings;
    private final ProbePlaces places;
    private final FileSystem fs;
    private final String host;
    private final String bootId;
    private final long interval;
    private final long poll;
    private final ChannelPace pace;
    private final ClientHeartbeat lease;
    private final String devices;
    private final String drop;
    private int answered;

    private NodeProbe(Configuration settings, String host, String bootId) throws IOException {
        this.settings = settings;
        this.places = new ProbePlaces(settings.get(ProbeKeys.DIRECTORY));
        this.fs = FileSystem.get(settings);
        this.host = host;
        this.bootId = bootId;
        this.interval = settings.getLong(ProbeKeys.INTERVAL, 1_000);
        this.poll = settings.getLong(ProbeKeys.POLL, 1_000);
        this.pace = new ChannelPace(
                settings.getLong(ProbeKeys.PACE, ChannelPace.SLOW_MILLIS),
                ChannelPace.LocalApplications.beside(System.getenv("LOCAL_DIRS")),
                System::nanoTime);
        this.devices = settings.get(ProbeKeys.DEVICES);
        this.drop = settings.get(ProbeKeys.DROP, ProbeKeys.DROP_COMMAND);
        // This lease is longer than the ApplicationMaster's lease: the ApplicationMaster should end this container.
        long leaseMillis = settings.getLong(ProbeKeys.LEASE, 0);
        this.lease = new ClientHeartbeat((ProbeKeys.MISSED + 1) * leaseMillis, System::nanoTime);
    }

    /** The entry point that the ApplicationMaster starts. */
    public static void main(String[] args) throws Exception {
        byte[] boot = Files.readAllBytes(PROC.resolve("sys/kernel/random/boot_id"));
        NodeProbe probe = new NodeProbe(
                ProbeMaster.settings(), System.getenv("NM_HOST"), new String(boot, StandardCharsets.US_ASCII).trim());
        int code = probe.run();
        // CHECKSTYLE:OFF the ApplicationMaster needs the exit code
        System.exit(code);
        // CHECKSTYLE:ON
    }

    private int run() throws IOException, InterruptedException {
        boolean first = claim();
        describe();
        markProbed();
        DeviceTurn turn = new DeviceTurn(fs, places, host);
        if (!first) {
            if (devices != null) {
                turn.leaveToAnother();
            }
            return HostContainers.WATCHED_BY_ANOTHER;
        }
        if (devices != null) {
            // If the client disappears meanwhile, the ApplicationMaster ends this container.
            turn.run(devices);
            lease.see(fs, places);
        }
        SampleRing ring = new SampleRing(RING_BYTES);
        try (Sampler sampler = Sampler.begin(new ProcReader(PROC, DataNodeProcesses.readable(PROC)), ring, interval)) {
            while (!lease.hasEnded(fs, places)) {
                if (pace.isDue()) {
                    look(sampler, ring);
                }
                TimeUnit.MILLISECONDS.sleep(poll);
            }
        }
        return 0;
    }

    /** Returns whether to sample the node: as its first container, or in place of that container. */
    private boolean claim() throws IOException, InterruptedException {
        org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(places.watchers() + "/" + bootId);
        for (int i = 0; i < CLAIM_TRIES; i++) {
            try (OutputStream out = fs.create(file, false)) {
                out.write(host.getBytes(StandardCharsets.UTF_8));
                return true;
            } catch (IOException taken) {
                // Another container has created the file or is just creating it. The exceptions differ.
                String watcher = SmallFiles.read(fs, file.toString());
                if (!watcher.isEmpty()) {
                    return watcher.equals(host);
                }
            }
            TimeUnit.MILLISECONDS.sleep(CLAIM_WAIT_MILLIS);
        }
        return true;
    }

    /** Marks this host as probed. A mark from before a restart, with another boot id, is deleted. */
    private void markProbed() throws IOException {
        for (FileStatus probed : fs.listStatus(new org.apache.hadoop.fs.Path(places.probed()))) {
            Optional<ProbedHost> known = ProbedHost.parse(probed.getPath().getName());
            if (known.isPresent()
                    && known.get().host().equals(host)
                    && !known.get().bootId().equals(bootId)) {
                fs.delete(probed.getPath(), false);
            }
        }
        SmallFiles.mark(fs, places.probed() + "/" + new ProbedHost(host, bootId).name());
    }

    /** Writes the layout of this host's directories. Every host does so, even if several are the same node. */
    private void describe() throws IOException {
        WantedDirectories wanted = WantedDirectories.parse(SmallFiles.read(fs, places.directories()));
        NodeClock clock = NodeClock.measure(fs, places.layouts() + "/_clock-" + host);
        List<Finding> findings = new ArrayList<>(new LayoutReader(Paths.get("/")).read(directories(wanted)));
        SortedMap<String, String> offset = new TreeMap<>();
        offset.put("offsetMillis", Long.toString(clock.offset()));
        offset.put("errorMillis", Long.toString(clock.error()));
        findings.add(new Finding("clock", "NameNode", offset));
        NativeLibraries.read(settings).forEach((name, value) -> {
            SortedMap<String, String> found = new TreeMap<>();
            found.put("value", value);
            findings.add(new Finding("setting", name, found));
        });
        StringBuilder text = new StringBuilder();
        for (Finding finding : findings) {
            FindingText.append(finding, text);
        }
        SmallFiles.write(fs, places.layouts() + "/" + host, text.toString());
    }

    /** Returns the client's directories. If the client named none for the shuffle, adds YARN's for this container. */
    private Map<String, List<String>> directories(WantedDirectories wanted) {
        Map<String, List<String>> directories = new TreeMap<>(wanted.of(host));
        String granted = System.getenv("LOCAL_DIRS");
        if (!directories.containsKey(SHUFFLE) && granted != null) {
            directories.put(
                    SHUFFLE,
                    Arrays.stream(granted.split(","))
                            .map(own -> own.replaceFirst("/usercache/.*$", ""))
                            .collect(Collectors.toList()));
        }
        return directories;
    }

    private void look(Sampler sampler, SampleRing ring) throws InterruptedException {
        try {
            for (FileStatus file : fs.listStatus(new org.apache.hadoop.fs.Path(places.channel()))) {
                if (file.getPath().toUri().getPath().equals(places.lease())) {
                    lease.see(file.getModificationTime());
                }
                Optional<ProbeRequest> request =
                        ProbeRequest.parse(file.getPath().getName());
                if (request.isPresent() && request.get().number() > answered) {
                    answer(request.get(), sampler, ring);
                    answered = request.get().number();
                    pace.asked();
                }
            }
        } catch (IOException notNow) {
            // The channel is read again after the next interval; the lease ages in the meantime.
        }
    }

    private void answer(ProbeRequest request, Sampler sampler, SampleRing ring)
            throws IOException, InterruptedException {
        SmallFiles.mark(fs, places.answers(request) + "/" + ProbePlaces.begun(bootId));
        if (request.isFlush()) {
            Long left = DirtyPages.ofThisHost().settle(Duration.ofMillis(request.millis()));
            sampler.sample();
            SmallFiles.write(fs, places.answers(request) + "/" + bootId, String.valueOf(left));
            return;
        }
        if (request.isDrop()) {
            String failure = new CacheDrop("sudo", "-n", drop).run(request.millis());
            sampler.sample();
            SmallFiles.write(fs, places.answers(request) + "/" + bootId, failure);
            return;
        }
        if (request.isReread()) {
            LaunchFiles programs = new LaunchFiles(
                    PROC,
                    Arrays.asList(System.getProperty("java.class.path"), tasksClassPath()),
                    new ArrayList<>(LaunchFiles.caches(System.getenv("LOCAL_DIRS"))));
            long bytes = programs.read(request.millis());
            // The bytes that the cooling reads must not count between the job's first sample and the sample before it.
            sampler.sample();
            SmallFiles.write(fs, places.answers(request) + "/" + bootId, String.valueOf(bytes));
            return;
        }
        sampler.sample();
        NodeClock clock = NodeClock.measure(fs, places.watchers() + "/_clock-" + bootId);
        // The window is extended by the clocks' possible error and by one sample on each side.
        long margin = 2 * interval + clock.error();
        long from = request.millis() - clock.offset() - margin;
        SampleAnswer answer = new SampleAnswer(host, clock.offset(), clock.error());
        SmallFiles.write(fs, places.answers(request) + "/" + bootId, out -> answer.write(ring, from, out));
    }

    private static String tasksClassPath() {
        String path = System.getenv(ProbeLaunch.TASKS_CLASS_PATH);
        return path == null ? "" : path;
    }

    /** Drops this node's caches with a command that the container's user is permitted to run. */
    static final class CacheDrop {
        private final List<String> command;

        CacheDrop(String... words) {
            this.command = Arrays.asList(words);
        }

        /** Returns why the caches were not dropped; empty if they were. */
        String run(long limitMillis) throws InterruptedException {
            String shown = "`" + String.join(" ", command) + "`";
            try {
                Process process = new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(new File("/dev/null"))
                        .start();
                process.getOutputStream().close();
                if (!process.waitFor(limitMillis, TimeUnit.MILLISECONDS)) {
                    process.destroyForcibly();
                    return shown + " did not end within " + limitMillis / 1000 + " s";
                }
                return process.exitValue() == 0
                        ? ""
                        : shown + " ended with exit code " + process.exitValue() + " for the user "
                                + System.getProperty("user.name");
            } catch (IOException e) {
                return shown + " was not started: " + e.getMessage();
            }
        }
    }

    /** Measures the devices of the container's node once, and writes the findings to HDFS. */
    static final class DeviceTurn {
        private final FileSystem fs;
        private final ProbePlaces places;
        private final String host;

        DeviceTurn(FileSystem fs, ProbePlaces places, String host) {
            this.fs = fs;
            this.places = places;
            this.host = host;
        }

        /**
         * Measures the devices, or finds the files that earlier measurements have left. If an earlier container ended
         * during its measurement, this container only reports that, because it might end for the same reason.
         *
         * @param settings the value of {@link ProbeKeys#DEVICES}
         */
        void run(String settings) throws IOException, InterruptedException {
            boolean removing = settings.equals(ProbeKeys.REMOVE_LEFT);
            List<Finding> findings = removing || settings.equals(ProbeKeys.LIST_LEFT)
                    ? DeviceProbe.left(candidates(), removing)
                    : measured(settings);
            StringBuilder text = new StringBuilder();
            for (Finding finding : findings) {
                FindingText.append(finding, text);
            }
            SmallFiles.write(fs, places.measured() + "/" + host, text.toString());
        }

        private List<Finding> measured(String settings) throws IOException, InterruptedException {
            List<Finding> findings = new ArrayList<>();
            String begun = places.measured() + "/" + ProbePlaces.begun(host);
            if (fs.exists(new org.apache.hadoop.fs.Path(begun))) {
                findings.add(problem("an earlier container ended while it measured the devices; see its log"));
                return findings;
            }
            SmallFiles.mark(fs, begun);
            try {
                new DeviceProbe(ProbeSettings.parse(settings)).run(directories(), findings::add);
            } catch (IOException | IllegalArgumentException e) {
                findings.add(problem(String.valueOf(e.getMessage())));
            }
            return findings;
        }

        /** Writes an empty file, because another container measures this node. */
        void leaveToAnother() throws IOException {
            SmallFiles.write(fs, places.measured() + "/" + host, "");
        }

        private Finding problem(String reason) {
            SortedMap<String, String> said = new TreeMap<>();
            said.put("reason", reason);
            return new Finding("problem", host, said);
        }

        private List<String> directories() throws IOException {
            String granted = System.getenv("LOCAL_DIRS");
            List<String> own = granted == null ? Collections.<String>emptyList() : Arrays.asList(granted.split(","));
            List<String> chosen = new ArrayList<>();
            for (List<String> device : wanted()) {
                chosen.add(choose(device, own));
            }
            return chosen;
        }

        private List<List<String>> wanted() throws IOException {
            return WantedDevices.parse(SmallFiles.read(fs, places.devices())).of(host);
        }

        /** Returns every directory in which a device may have been measured. */
        private List<String> candidates() throws IOException {
            List<String> all = new ArrayList<>();
            wanted().forEach(all::addAll);
            return all;
        }

        /**
         * Returns the first directory that can be written. If a candidate cannot be written, but YARN gave this
         * container a directory below it, that directory is returned.
         *
         * @param own the directories that YARN gave this container
         */
        static String choose(List<String> candidates, List<String> own) {
            for (String candidate : candidates) {
                Path path = Paths.get(candidate);
                if (Files.isDirectory(path) && Files.isWritable(path)) {
                    return candidate;
                }
                for (String granted : own) {
                    if (Paths.get(granted).startsWith(path)) {
                        return granted;
                    }
                }
            }
            return candidates.get(0);
        }
    }
}
