package org.spindlebench.runner.lab;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.runner.conf.Experiment.EmulatedNode;
import org.spindlebench.runner.conf.FileSafeName;
import org.spindlebench.runner.lab.LabDirectory.UnixFile;
import org.spindlebench.runner.process.ThisHost;

/**
 * The things that a laboratory is about to make, or has made. The file is forced to the disk before any part of the
 * laboratory is made.
 *
 * @param created when the laboratory was made, in ISO 8601
 * @param owner the process at whose end the laboratory is removed; null if it stays until {@code lab down}
 * @param setup the setup's name
 * @param scale the number that divides the setup's bandwidths
 * @param size the requested bytes of all disks together; null in files of versions that did not save it
 * @param requestLogs the directory for logs of requests; null for none
 * @param dirtyBefore the kernel's limits of dirty pages to restore; null as long as they are unchanged
 * @param way the time on the way to the emulation, with which requests are credited; null before it was measured
 * @param memory the limit of the node's page cache; null if none was asked for, or no cluster is on the disks
 */
public record LabState(
        int schema,
        String created,
        OwnerProcess owner,
        String setup,
        int scale,
        Long size,
        List<EmulatedDisk> disks,
        String requestLogs,
        DirtyLimits dirtyBefore,
        Way way,
        NodeMemory memory) {
    public static final int SCHEMA = 1;

    public LabState {
        Objects.requireNonNull(created, "created");
        Objects.requireNonNull(setup, "setup");
        disks = List.copyOf(disks);
        FileSafeName.require("the setup", setup);
        require(scale >= 1 && scale <= EmulatedSetup.MOST_SCALE, "scale " + scale);
        require(size == null || size > 0, "size " + size);
        require(requestLogs == null || Path.of(requestLogs).isAbsolute(), "a directory of logs that is not absolute");
    }

    /**
     * The limit of the files' pages that the daemons and containers keep in memory.
     *
     * @param pageCache the bytes
     * @param refused why this host does not limit it; null if the limit is in force
     */
    public record NodeMemory(long pageCache, String refused) {
        public NodeMemory {
            require(pageCache >= EmulatedNode.LEAST_PAGE_CACHE, "page cache " + pageCache);
        }

        String describe() {
            String size = (pageCache >> 20) + " MiB";
            return refused == null
                    ? "the page cache is limited to " + size
                    : "the page cache is not limited to " + size + ", because " + refused;
        }
    }

    /** Processes of root use this file, so only values that a laboratory can have are allowed. */
    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException("not a laboratory's state: " + otherwise);
        }
    }

    /**
     * A process.
     *
     * @param start the time of its start, in clock ticks since boot, as in {@code /proc/PID/stat}: a later process may
     *     have the same id
     */
    public record OwnerProcess(long pid, String start) {
        public OwnerProcess {
            require(pid > 0 && start.matches("[0-9]+"), "process " + pid + ", started " + start);
        }

        /** Returns this process. */
        public static OwnerProcess self() throws IOException {
            long pid = ProcessHandle.current().pid();
            return new OwnerProcess(
                    pid, started(pid).orElseThrow(() -> new IOException("/proc says nothing about process " + pid)));
        }

        /** Checks whether the process still lives. */
        public boolean lives() {
            return started(pid).filter(start::equals).isPresent();
        }

        private static Optional<String> started(long pid) {
            OptionalLong ticks = ThisHost.startOf(pid);
            return ticks.isPresent() ? Optional.of(Long.toString(ticks.getAsLong())) : Optional.empty();
        }
    }

    /**
     * Reads a laboratory's state; empty if there is none.
     *
     * @throws IOException also if another user may have made the state, or any file at the laboratory's place
     */
    public static Optional<LabState> read(LabDirectory directory) throws IOException {
        directory.requireOwn();
        return Files.exists(directory.state(), LinkOption.NOFOLLOW_LINKS)
                ? Optional.of(JsonDocument.read(directory.state(), LabState.class, SCHEMA))
                : Optional.empty();
    }

    /** Describes the disks for people. */
    public String describe() {
        List<String> assumed = disks.stream()
                .flatMap(disk -> disk.assumed().stream())
                .distinct()
                .toList();
        int parts = disks.stream().mapToInt(disk -> disk.parts().size()).sum();
        return disks.size() + " disks" + (parts == disks.size() ? "" : " with " + parts + " partitions")
                + " are emulated, their bandwidths divided by " + scale
                + (assumed.isEmpty()
                        ? ""
                        : ", with usual values, because the setup states no " + String.join(" and no ", assumed))
                + (scale > 1 && disks.stream().anyMatch(EmulatedDisk::platters)
                        ? "; seeks keep their time, so relative to bytes they weigh 1/" + scale
                                + " as much as on the described disks"
                        : "")
                + (memory == null ? "" : "; " + memory.describe())
                + "; neither the network nor other processors are emulated";
    }

    /** Checks whether these are the disks of a setup. */
    public boolean isOf(EmulatedSetup emulated) {
        return setup.equals(emulated.setup().name()) && scale == emulated.scale() && disks.equals(emulated.disks());
    }

    /** Writes the state, and forces it to the disk. */
    public void write(LabDirectory directory) throws IOException {
        JsonDocument.write(directory.state(), this);
        // This holds for any umask: Spindle refuses a state that others can write.
        Files.setPosixFilePermissions(directory.state(), PosixFilePermissions.fromString("rw-r--r--"));
    }

    /** Removes the state, and the remains of an interrupted write. */
    public static void remove(LabDirectory directory) throws IOException {
        Path file = directory.state();
        try (DirectoryStream<Path> unfinished =
                Files.newDirectoryStream(file.getParent(), "." + file.getFileName() + ".*.tmp")) {
            for (Path each : unfinished) {
                if (UnixFile.of(each).isOwn() && Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS)) {
                    Files.deleteIfExists(each);
                }
            }
        }
        Files.deleteIfExists(file);
    }

    public LabState with(DirtyLimits before) {
        return new LabState(schema, created, owner, setup, scale, size, disks, requestLogs, before, way, memory);
    }

    public LabState with(Way measured) {
        return new LabState(
                schema, created, owner, setup, scale, size, disks, requestLogs, dirtyBefore, measured, memory);
    }

    /** @param limit the limit of the page cache; null for none */
    public LabState with(NodeMemory limit) {
        return new LabState(schema, created, owner, setup, scale, size, disks, requestLogs, dirtyBefore, way, limit);
    }

    /** Returns the bytes that the page cache of a laboratory's node is limited to; null if it is not limited. */
    public static Long pageCache(LabDirectory directory) throws IOException {
        NodeMemory memory =
                directory == null ? null : read(directory).map(LabState::memory).orElse(null);
        return memory == null || memory.refused() != null ? null : (Long) memory.pageCache();
    }

    /**
     * The nanoseconds that requests spend between the kernel's block device and the emulation, in both directions.
     * Between the two sizes, and beyond them, this time grows linearly with a request's size.
     */
    public record Way(long readSmall, long readLarge, long writeSmall, long writeLarge) {
        public Way {
            require(
                    readSmall >= 0 && readLarge >= 0 && writeSmall >= 0 && writeLarge >= 0,
                    "a way that takes less than no time");
        }

        public static final Way NONE = new Way(0, 0, 0, 0);
        /** The bytes of the small requests that are measured. */
        public static final int SMALL = 64 << 10;
        /** The bytes of the large requests that are measured, as large as FUSE makes them. */
        public static final int LARGE = 512 << 10;

        public long nanos(boolean write, int length) {
            long small = write ? writeSmall : readSmall;
            long large = write ? writeLarge : readLarge;
            double share = (double) (length - SMALL) / (LARGE - SMALL);
            return Math.max(0, Math.round(small + share * (large - small)));
        }
    }

    /**
     * The kernel's limits of dirty pages. In each pair, one value is 0, and the other is in force.
     *
     * @param bytes {@code vm.dirty_bytes}
     * @param backgroundBytes {@code vm.dirty_background_bytes}
     * @param ratio {@code vm.dirty_ratio}
     * @param backgroundRatio {@code vm.dirty_background_ratio}
     */
    public record DirtyLimits(long bytes, long backgroundBytes, long ratio, long backgroundRatio) {
        private static final Path PROC = Path.of("/proc/sys/vm");
        private static final long PERCENT = 100;
        private static final long LEAST = 16L << 20;

        public DirtyLimits {
            require(isPair(bytes, ratio) && isPair(backgroundBytes, backgroundRatio), "limits of dirty pages");
        }

        private static boolean isPair(long bytes, long ratio) {
            return bytes >= 0 && ratio >= 0 && ratio <= PERCENT && (bytes == 0 || ratio == 0);
        }

        /** Returns the limits in force. */
        public static DirtyLimits now() throws IOException {
            return new DirtyLimits(
                    value("dirty_bytes"),
                    value("dirty_background_bytes"),
                    value("dirty_ratio"),
                    value("dirty_background_ratio"));
        }

        /** Returns limits for disks that are slower by a factor: the kernel's usual shares of memory, divided by it. */
        public static DirtyLimits scaled(long memory, int scale) {
            return new DirtyLimits(
                    Math.max(LEAST, memory * 20 / PERCENT / scale),
                    Math.max(LEAST / 2, memory * 10 / PERCENT / scale),
                    0,
                    0);
        }

        /** Describes the limits for people. */
        public String describe() {
            return (bytes > 0 ? bytes + " bytes" : ratio + " % of memory") + ", in the background "
                    + (backgroundBytes > 0 ? backgroundBytes + " bytes" : backgroundRatio + " % of memory");
        }

        /** Puts these limits in force. */
        public void apply() throws IOException {
            set(bytes, "dirty_bytes", ratio, "dirty_ratio");
            set(backgroundBytes, "dirty_background_bytes", backgroundRatio, "dirty_background_ratio");
        }

        // The kernel sets the other limit of a pair to 0.
        private static void set(long bytes, String ofBytes, long ratio, String ofRatio) throws IOException {
            Files.writeString(PROC.resolve(bytes > 0 ? ofBytes : ofRatio), Long.toString(bytes > 0 ? bytes : ratio));
        }

        private static long value(String name) throws IOException {
            // The kernel returns a value only to the first read, and Files.readString begins with a read of one byte.
            try (InputStream in = Files.newInputStream(PROC.resolve(name))) {
                return Long.parseLong(new String(in.readNBytes(64), StandardCharsets.US_ASCII).strip());
            }
        }
    }
}
