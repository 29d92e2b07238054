package org.spindlebench.lab;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.spindlebench.runner.cluster.embedded.EmbeddedCluster;
import org.spindlebench.runner.lab.EmulatedDisk;
import org.spindlebench.runner.lab.EmulatedDisk.DiskPartition;
import org.spindlebench.runner.lab.EmulatedSetup;
import org.spindlebench.runner.lab.LabDirectory;
import org.spindlebench.runner.lab.LabState;
import org.spindlebench.runner.lab.LabState.DirtyLimits;
import org.spindlebench.runner.lab.LabState.NodeMemory;
import org.spindlebench.runner.lab.LabState.OwnerProcess;
import org.spindlebench.runner.lab.LabState.Way;
import org.spindlebench.runner.lab.Laboratory;

/** Makes emulated disks on this host, and removes them. */
final class LocalLaboratory implements Laboratory {
    private static final long START_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final int BATCHES = 7;
    private static final int BATCH = 24;

    /** The emulated time of each request that measures the {@link Way}; the backing file is faster. */
    private static final long MEASURED_NANOS = 2_000_000;

    private final LabDirectory directory;
    private final LabDevices devices;
    private final Consumer<String> notes;

    /** The control group that this process was in before; null if it left none. */
    private Path home;

    /** @param notes receives progress messages for people */
    LocalLaboratory(LabDirectory directory, Consumer<String> notes) {
        this.directory = directory;
        this.devices = new LabDevices(directory);
        this.notes = notes;
    }

    @Override
    public LabState up(EmulatedSetup emulated, boolean stays, Path requestLogs)
            throws IOException, InterruptedException {
        LabState state = new LabState(
                LabState.SCHEMA,
                Instant.now().toString(),
                stays ? null : OwnerProcess.self(),
                emulated.setup().name(),
                emulated.scale(),
                emulated.size(),
                emulated.disks(),
                requestLogs == null ? null : requestLogs.toString(),
                null,
                null,
                null);
        refuseWhatStands(state);
        state.write(directory);
        try {
            return make(state);
        } catch (IOException | InterruptedException | RuntimeException e) {
            List<String> left = down();
            left.forEach(notes);
            throw e;
        }
    }

    @Override
    public Closeable forVisit(EmulatedSetup emulated, Path requestLogs) throws IOException, InterruptedException {
        Optional<LabState> standing = LabState.read(directory);
        boolean stands = standing.isPresent()
                && standing.get().owner() == null
                && standing.get().isOf(emulated);
        if (stands) {
            if (requestLogs != null) {
                throw new IOException("--lab-log needs disks of its own, but `lab up` has made disks in "
                        + directory.root() + "; take them down first, or give --lab-log to `lab up`");
            }
            notes.accept(
                    "Using the emulated disks of setup " + emulated.setup().name() + " in " + directory.root() + ".");
        } else {
            if (requestLogs != null) {
                Files.createDirectories(requestLogs);
            }
            up(emulated, false, requestLogs);
        }
        limitMemory(emulated.node().pageCache());
        return stands ? this::freeMemory : this::close;
    }

    /** Puts this process into a memory group before a cluster starts. If not permitted, continues without a group. */
    private void limitMemory(Long pageCache) throws IOException, InterruptedException {
        if (pageCache == null) {
            return;
        }
        LabState state = LabState.read(directory).orElseThrow();
        Optional<CacheLimit> group = CacheLimit.of(directory);
        String refused = group.isEmpty() ? "the kernel has no control groups for memory" : null;
        try {
            if (group.isPresent()) {
                group.get().make();
                for (Path program : programs()) {
                    devices.tell("keep " + program);
                }
                devices.tell("memory " + pageCache);
                home = group.get().enter();
                DirtyLimits.scaled(pageCache, 1).apply();
            }
        } catch (IOException e) {
            refused = "this process may not use control groups: " + e.getMessage();
            devices.removeGroup().forEach(notes);
        }
        NodeMemory memory = new NodeMemory(pageCache, refused);
        if (refused != null) {
            notes.accept("warning: the page cache of the emulated node is not limited, so shuffles may be read from"
                    + " memory: " + refused);
        }
        state.with(memory).write(directory);
    }

    /** Returns the files that all containers read at their start: those of Java and Hadoop, and the class archive. */
    private static List<Path> programs() {
        Path java = Path.of(System.getProperty("java.home"), "lib");
        return Stream.of(
                        Stream.of(java.resolve("modules"), java.resolve("server/libjvm.so")),
                        EmbeddedCluster.classArchive().stream(),
                        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                                .map(Path::of))
                .flatMap(files -> files)
                .filter(Files::isRegularFile)
                .map(Path::toAbsolutePath)
                .toList();
    }

    private void leaveGroup() throws IOException {
        if (home != null) {
            try {
                CacheLimit.move(ProcessHandle.current().pid(), home);
            } catch (NoSuchFileException gone) {
                // Removing the laboratory's group moves this process to the group above it.
                notes.accept("The control group " + home + " is gone, so this process joins the group above it.");
            }
            home = null;
        }
    }

    /** Restores the state from before {@link #limitMemory}, on disks that stay. */
    private void freeMemory() throws IOException {
        try {
            leaveGroup();
            List<String> left = devices.removeGroup();
            if (!left.isEmpty()) {
                throw new IOException(String.join("; ", left));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while the memory group was being removed");
        }
        LabState state = LabState.read(directory).orElseThrow();
        DirtyLimits.scaled(memory(), state.scale()).apply();
        state.with((NodeMemory) null).write(directory);
    }

    private void close() throws IOException {
        try {
            leaveGroup();
            List<String> left = down();
            if (!left.isEmpty()) {
                // The daemon removes the disks of a process that has ended.
                throw new IOException("emulated disks are still in use, so they are removed only once this process has"
                        + " ended; `lab status` shows whether they are gone: " + String.join("; ", left));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while the emulated disks were being removed");
        }
    }

    @Override
    public Optional<String> status() throws IOException {
        Optional<LabState> found = LabState.read(directory);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        LabState state = found.get();
        List<String> lines = new ArrayList<>();
        lines.add("setup " + state.setup() + " in " + directory.root() + ", since " + state.created());
        lines.add(state.describe());
        lines.add("stays until "
                + (state.owner() == null
                        ? "`lab down`"
                        : "process " + state.owner().pid() + " ends"));
        lines.add("limits of dirty pages: " + DirtyLimits.now().describe()
                + (state.dirtyBefore() == null
                        ? ""
                        : "; before: " + state.dirtyBefore().describe()));
        List<Path> mounts = devices.mounts();
        for (EmulatedDisk disk : state.disks()) {
            if (!disk.hasPartitions()) {
                lines.add(disk.describe() + "; " + place(disk, disk.parts().get(0), mounts));
                continue;
            }
            lines.add(disk.describe());
            for (DiskPartition part : disk.parts()) {
                lines.add("  " + part.name() + ": bytes " + part.begin() + " to " + (part.end() - 1) + "; "
                        + place(disk, part, mounts));
            }
        }
        if (state.requestLogs() != null) {
            lines.add("every request is logged in " + state.requestLogs());
        }
        lines.add(
                answers()
                        ? "served so far:\n" + devices.tell("statistics")
                        : "the process that serves the disks does not answer: take the laboratory down");
        return Optional.of(String.join("\n", lines));
    }

    private String place(EmulatedDisk disk, DiskPartition part, List<Path> mounts) throws IOException {
        Path place = directory.mount(part.name());
        return devices.device(disk, part).orElse("no device")
                + (mounts.contains(place) ? " on " + place : ", not mounted");
    }

    /** Refuses a second laboratory in the same place, and a place that others use. */
    private void refuseWhatStands(LabState wanted) throws IOException, InterruptedException {
        Optional<LabState> standing = LabState.read(directory);
        if (standing.isPresent()) {
            OwnerProcess owner = standing.get().owner();
            if (owner == null || owner.lives()) {
                throw new IOException(
                        "a laboratory with the setup " + standing.get().setup() + " exists in " + directory.root()
                                + "; take it down first: spindle lab down");
            }
            List<String> left = down();
            if (!left.isEmpty()) {
                throw new IOException("an earlier laboratory is not gone: " + String.join("; ", left));
            }
        }
        Optional<String> other = LabProcess.elsewhere(directory, LabDaemon.class);
        if (other.isPresent()) {
            // Each laboratory would restore the other's limits of dirty pages, and slow the other's disks.
            throw new IOException("another laboratory exists in " + other.get()
                    + "; take it down first: spindle lab down --lab-dir " + other.get());
        }
        if (!devices.removeRemains()) {
            throw new IOException(
                    directory.root() + " exists, and is not a laboratory; name another directory with --lab-dir");
        }
        if (!Files.isDirectory(directory.root().getParent())) {
            throw new IOException("there is no directory " + directory.root().getParent() + "; make it first");
        }
        long size = wanted.disks().stream().mapToLong(EmulatedDisk::size).sum();
        if (size > directory.free()) {
            throw new IOException("the disks need " + (size >> 20) + " MiB, but only " + (directory.free() >> 20)
                    + " MiB are free at " + directory.root() + "; lower --lab-size");
        }
        for (EmulatedDisk disk : wanted.disks()) {
            if (directory.isTooLong(disk.name())) {
                throw new IOException(
                        "the path of " + directory.root() + " is too long for sockets; name a shorter --lab-dir");
            }
        }
    }

    private LabState make(LabState begun) throws IOException, InterruptedException {
        LabState state = begun;
        notes.accept("Making " + state.disks().size() + " emulated disks of setup " + state.setup() + " in "
                + directory.root() + ", scale " + state.scale() + " ...");
        devices.makePlaces();
        for (EmulatedDisk disk : state.disks()) {
            devices.makeBacking(disk);
        }
        startDaemon();
        Map<DiskPartition, String> attached = new LinkedHashMap<>();
        for (EmulatedDisk disk : state.disks()) {
            devices.present(disk);
            for (DiskPartition part : disk.parts()) {
                attached.put(part, devices.attach(disk, part));
            }
        }
        state = state.with(way(attached.values().iterator().next()));
        state.write(directory);
        for (Map.Entry<DiskPartition, String> each : attached.entrySet()) {
            devices.mount(each.getKey(), each.getValue());
        }
        state = state.with(DirtyLimits.now());
        state.write(directory);
        DirtyLimits.scaled(memory(), state.scale()).apply();
        devices.tell("pace");
        return state;
    }

    private void startDaemon() throws IOException, InterruptedException {
        Process daemon = devices.background(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx192m",
                "-XX:MaxDirectMemorySize=1g",
                "-XX:+UseSerialGC",
                // The JVM's own counters are pages of a file. A write to them waits while too many pages are dirty, and
                // these pages wait for this process.
                "-XX:-UsePerfData",
                LabDaemon.class.getName(),
                LabProcess.MARK + directory.root()));
        long begin = System.nanoTime();
        while (!answers()) {
            if (!daemon.isAlive() || System.nanoTime() - begin > START_NANOS) {
                throw new IOException("the process that serves the disks did not start: "
                        + Files.readString(directory.daemonLog()).strip());
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    private boolean answers() {
        try {
            return !devices.tell("statistics").isEmpty();
        } catch (IOException notYet) {
            return false;
        }
    }

    /** Returns this host's memory in bytes. */
    static long memory() throws IOException {
        Matcher total = Pattern.compile("MemTotal: +([0-9]+) kB").matcher(Files.readString(Path.of("/proc/meminfo")));
        if (!total.find()) {
            throw new IOException("/proc/meminfo does not say how much memory there is");
        }
        return Long.parseLong(total.group(1)) << 10;
    }

    /**
     * Measures the time that requests take in addition to their emulated time. Sleeping threads and processors wake
     * later than busy threads and processors.
     */
    private Way way(String device) throws IOException {
        devices.tell("unpace " + MEASURED_NANOS);
        try (FileChannel raw = FileChannel.open(
                Path.of(device), StandardOpenOption.READ, StandardOpenOption.WRITE, ExtendedOpenOption.DIRECT)) {
            return new Way(
                    measure(raw, false, Way.SMALL),
                    measure(raw, false, Way.LARGE),
                    measure(raw, true, Way.SMALL),
                    measure(raw, true, Way.LARGE));
        }
    }

    /**
     * Returns the second slowest of the batches' means. At work, the machine is as busy as in its slower moments. The
     * slowest batch may contain a single long pause.
     */
    private long measure(FileChannel raw, boolean write, int bytes) throws IOException {
        ByteBuffer buffer =
                ByteBuffer.allocateDirect(bytes + 4096).alignedSlice(4096).limit(bytes);
        raw.read(buffer, 0);
        long[] means = new long[BATCHES];
        for (int batch = 0; batch < BATCHES; batch++) {
            long begin = System.nanoTime();
            for (int i = 0; i < BATCH; i++) {
                buffer.position(0);
                // The place is always the same: a write leaves its old content unchanged.
                int moved = write ? raw.write(buffer, 0) : raw.read(buffer, 0);
                if (moved != bytes) {
                    throw new IOException("only " + moved + " of " + bytes + " bytes were moved");
                }
            }
            long took = System.nanoTime() - begin;
            means[batch] = Math.max(0, took / BATCH - MEASURED_NANOS);
        }
        Arrays.sort(means);
        return means[BATCHES - 2];
    }

    @Override
    public List<String> down() throws IOException, InterruptedException {
        return devices.remove();
    }

    /** Makes laboratories of this kind. */
    public static final class LocalWorkshop implements Laboratory.Workshop {
        @Override
        public List<String> missing() {
            return LabNeeds.missing();
        }

        @Override
        public Laboratory in(LabDirectory directory, Consumer<String> notes) {
            return new LocalLaboratory(directory, notes);
        }
    }
}
