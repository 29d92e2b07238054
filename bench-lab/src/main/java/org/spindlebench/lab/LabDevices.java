package org.spindlebench.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.spindlebench.runner.lab.EmulatedDisk;
import org.spindlebench.runner.lab.EmulatedDisk.DiskPartition;
import org.spindlebench.runner.lab.LabDirectory;
import org.spindlebench.runner.lab.LabState;
import org.spindlebench.runner.process.CommandOutcome;
import org.spindlebench.runner.process.CommandOutcome.ProcessListener;

/**
 * The devices, mounts and processes of a laboratory, as the kernel lists them. A laboratory owns the files and mounts
 * below its directory, and nothing else. So it can be removed after an interruption at any moment.
 */
final class LabDevices {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    /** The largest request that FUSE passes on. FUSE splits larger requests. */
    private static final int FUSE_REQUEST_KIB = 512;

    /** Linux 6.18's setting for a disk with platters: twice the largest request of usual disks. */
    private static final int READ_AHEAD_KIB = 2560;

    /** The time for which daemons and containers of a killed cluster may keep a mount busy. */
    private static final long BUSY_NANOS = Duration.ofSeconds(60).toNanos();

    private static final long PAUSE_MILLISECONDS = 200;
    private static final Path BLOCK = Path.of("/sys/block");
    /** A cluster's own directory on a disk, or a directory below it. */
    private static final Pattern OF_CLUSTER = Pattern.compile("[^/]+/(hdfs|shuffle)/spindle-[0-9a-f-]{36}(/.*)?");

    /** The rights on files that only this user may use. */
    static final Set<PosixFilePermission> OURS = PosixFilePermissions.fromString("rw-------");

    private static final FileAttribute<Set<PosixFilePermission>> OF_FILES = PosixFilePermissions.asFileAttribute(OURS);
    private static final FileAttribute<Set<PosixFilePermission>> OF_DIRECTORIES =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private final LabDirectory directory;

    LabDevices(LabDirectory directory) {
        this.directory = directory;
    }

    /** Makes the directories. */
    void makePlaces() throws IOException {
        Files.createDirectory(directory.root(), OF_DIRECTORIES);
        for (String place : LabDirectory.PLACES) {
            Files.createDirectory(directory.root().resolve(place), OF_DIRECTORIES);
        }
        Files.createFile(directory.daemonLog(), OF_FILES);
        Files.createFile(directory.commandLog(), OF_FILES);
    }

    /** Makes the file below a disk, with an empty file system in each part. */
    void makeBacking(EmulatedDisk disk) throws IOException, InterruptedException {
        String file = directory.backing(disk.name()).toString();
        command("fallocate", "-l", String.valueOf(disk.size()), file);
        for (DiskPartition part : disk.parts()) {
            format(file, part);
        }
    }

    private void format(String file, DiskPartition part) throws IOException, InterruptedException {
        command(
                "mkfs.ext4",
                "-q",
                "-F",
                "-m",
                "0",
                "-i",
                "65536",
                // Without this option, mkfs gives file systems below 512 MB blocks of 1 KiB, which changes requests'
                // sizes.
                "-b",
                "4096",
                "-J",
                "size=16",
                "-E",
                "lazy_itable_init=0,lazy_journal_init=0,nodiscard,offset=" + part.begin(),
                file,
                (part.size() >> 10) + "k");
    }

    /** Makes nbdfuse present a disk as a file. */
    void present(EmulatedDisk disk) throws IOException, InterruptedException {
        Path file = directory.presented(disk.name());
        Files.createFile(file);
        Process process = background(List.of(
                "nbdfuse",
                file.toString(),
                "--unix",
                directory.socket(disk.name()).toString()));
        long begin = System.nanoTime();
        while (Files.size(file) != disk.size()) {
            if (!process.isAlive() || System.nanoTime() - begin > LIMIT.toNanos()) {
                throw new IOException(
                        "nbdfuse does not present " + file + "; " + directory.daemonLog() + " may say why");
            }
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLISECONDS / 10);
        }
    }

    /**
     * Starts a program that outlives this process, with the lowest nice value, because hardware does not wait for
     * processors.
     */
    Process background(List<String> command) throws IOException {
        List<String> words = new ArrayList<>(List.of("setsid", "nice", "-n", "-20"));
        words.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(words)
                .directory(Path.of("/").toFile())
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(directory.daemonLog().toFile()));
        builder.environment().put("CLASSPATH", classPath());
        Process process = builder.start();
        process.getOutputStream().close();
        return process;
    }

    /** Returns the class path of the daemon in a process of its own. */
    private static String classPath() {
        Set<String> paths = new LinkedHashSet<>();
        for (Class<?> needed : List.of(LabDevices.class, LabState.class)) {
            paths.add(Path.of(URI.create(needed.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toString()))
                    .toString());
        }
        paths.add(System.getProperty("java.class.path"));
        return String.join(":", paths);
    }

    /** Attaches a loop device to a part of a disk, and returns the device's path. */
    String attach(EmulatedDisk disk, DiskPartition part) throws IOException, InterruptedException {
        Path file = directory.presented(disk.name());
        command(
                "losetup",
                "--find",
                "--direct-io=on",
                "--offset",
                String.valueOf(part.begin()),
                "--sizelimit",
                String.valueOf(part.size()),
                file.toString());
        String device = device(disk, part).orElseThrow(() -> new IOException("losetup attached no device to " + file));
        Path queue = BLOCK.resolve(device.substring("/dev/".length())).resolve("queue");
        Files.writeString(queue.resolve("rotational"), disk.platters() ? "1" : "0");
        // A loop device keeps the read-ahead of the disk that it presented before.
        Files.writeString(queue.resolve("read_ahead_kb"), String.valueOf(READ_AHEAD_KIB));
        // The kernel must not count larger requests than reach the emulated disk.
        Files.writeString(queue.resolve("max_sectors_kb"), String.valueOf(FUSE_REQUEST_KIB));
        return device;
    }

    void mount(DiskPartition part, String device) throws IOException, InterruptedException {
        Path place = mountPoint(part.name());
        command("mount", "-o", "noatime", device, place.toString());
    }

    /** Makes the mount point of a disk. It may exist, because a daemon that ended late created it again. */
    Path mountPoint(String disk) throws IOException {
        Path place = directory.mount(disk);
        if (Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
            try (Stream<Path> below = Files.walk(place)) {
                if (!below.allMatch(path -> Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))) {
                    throw new FileAlreadyExistsException(place.toString());
                }
            }
        }
        return Files.createDirectories(place);
    }

    /** Returns the loop device of a part of a disk; empty if it has none. */
    Optional<String> device(EmulatedDisk disk, DiskPartition part) throws IOException {
        for (String device : loops()) {
            boolean isOfDisk = attribute(device, "backing_file")
                    .filter(file -> Path.of(file).endsWith(disk.name()))
                    .isPresent();
            if (isOfDisk
                    && attribute(device, "offset")
                            .filter(String.valueOf(part.begin())::equals)
                            .isPresent()) {
                return Optional.of(device);
            }
        }
        return Optional.empty();
    }

    /** Returns the paths of the laboratory's loop devices. */
    List<String> loops() throws IOException {
        List<String> found = new ArrayList<>();
        try (DirectoryStream<Path> loops = Files.newDirectoryStream(BLOCK, "loop*")) {
            for (Path loop : loops) {
                String device = "/dev/" + loop.getFileName();
                if (attribute(device, "backing_file")
                        .filter(file -> Path.of(file).startsWith(directory.root()))
                        .isPresent()) {
                    found.add(device);
                }
            }
        }
        return found;
    }

    /** Returns the kernel's description of a loop device; empty if the device is not attached. */
    private static Optional<String> attribute(String device, String name) {
        try {
            Path loop = BLOCK.resolve(device.substring("/dev/".length())).resolve("loop");
            return Optional.of(Files.readString(loop.resolve(name)).strip());
        } catch (IOException notAttached) {
            // Or it was detached meanwhile.
            return Optional.empty();
        }
    }

    /** Returns the mount points below the laboratory's directory, the last mount first. */
    List<Path> mounts() throws IOException {
        List<Path> found = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of("/proc/self/mountinfo"))) {
            Path point = Path.of(line.split(" ")[4].replace("\\040", " "));
            if (point.startsWith(directory.root())) {
                found.add(point);
            }
        }
        Collections.reverse(found);
        return found;
    }

    /** Removes everything that a laboratory made, and its state last. */
    List<String> remove() throws IOException, InterruptedException {
        Optional<LabState> state = LabState.read(directory);
        // The group goes first, because processes that wait for its memory keep disks busy.
        List<String> left = new ArrayList<>(removeGroup());
        if (state.isEmpty()) {
            removeRemains();
            LabState.remove(directory);
            return left;
        }
        left.addAll(remove(state.get().disks()));
        if (state.get().dirtyBefore() != null) {
            state.get().dirtyBefore().apply();
        }
        if (left.isEmpty()) {
            LabState.remove(directory);
        }
        return left;
    }

    /** Removes the memory group. Its processes continue outside it. */
    List<String> removeGroup() throws IOException, InterruptedException {
        Optional<CacheLimit> group = CacheLimit.of(directory);
        try {
            tell("memory 0");
        } catch (IOException noDaemon) {
            // Without a daemon, nothing sets a limit.
        }
        return group.isPresent() ? group.get().remove() : List.of();
    }

    List<LabProcess> processes() throws IOException {
        return LabProcess.of(directory, loops());
    }

    /**
     * Removes everything that the laboratory made, after any number of its steps, except for its state.
     *
     * @param disks the disks that its state names
     * @return the things that could not be removed, and why; empty if nothing is left
     */
    List<String> remove(List<EmulatedDisk> disks) throws IOException, InterruptedException {
        free();
        long begin = System.nanoTime();
        Set<String> failures = new LinkedHashSet<>();
        do {
            failures.clear();
            removeOnce(failures);
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLISECONDS);
            // A part that was starting when the laboratory's process was killed becomes visible only now.
        } while (stands() && System.nanoTime() - begin < BUSY_NANOS);
        if (stands()) {
            mounts().forEach(point -> failures.add(point + " is still mounted"));
            loops().forEach(device -> failures.add(device + " is still attached"));
            return List.copyOf(failures);
        }
        return removeFiles(disks);
    }

    static void send(SocketChannel client, String text) throws IOException {
        ByteBuffer bytes = StandardCharsets.UTF_8.encode(text + "\n");
        while (bytes.hasRemaining()) {
            client.write(bytes);
        }
    }

    /** Gives the laboratory's daemon a command, and returns its answer. */
    String tell(String line) throws IOException {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(directory.control()))) {
            send(channel, line);
            byte[] answer = Channels.newInputStream(channel).readAllBytes();
            return new String(answer, StandardCharsets.UTF_8).strip();
        }
    }

    /** Makes the disks cost no time, so that unmounting does not write dirty pages at their rate. */
    private void free() {
        try {
            tell("unpace 0");
        } catch (IOException noDaemon) {
            return;
        }
    }

    private boolean stands() throws IOException {
        return !mounts().isEmpty() || !loops().isEmpty() || processes().stream().anyMatch(process -> !process.isThis());
    }

    private void removeOnce(Set<String> failures) throws IOException, InterruptedException {
        kill(List.of("losetup", "mount", "mkfs.ext4", "mke2fs", "fallocate"));
        List<Path> mounts = mounts();
        Path presented = directory.root().resolve("nbd");
        for (Path point : mounts) {
            if (!point.startsWith(presented)) {
                attempt(failures, "umount", point.toString());
            }
        }
        if (mounts().stream().allMatch(point -> point.startsWith(presented))) {
            for (String device : loops()) {
                attempt(failures, "losetup", "-d", device);
            }
        }
        if (loops().isEmpty()) {
            for (Path point : mounts()) {
                attempt(failures, "umount", point.toString());
            }
        }
        if (mounts().isEmpty()) {
            kill(List.of("nbdfuse", "java", "setsid", "nice"));
        }
    }

    private void kill(List<String> programs) throws IOException {
        processes().stream()
                .filter(process -> programs.contains(process.program()) && !process.isThis())
                .forEach(LabProcess::kill);
    }

    /**
     * Removes the directories that a daemon that ended late created again after the removal: its cluster's empty
     * directories where disks were mounted.
     *
     * @return whether nothing is at the laboratory's place now
     */
    boolean removeRemains() throws IOException {
        Path root = directory.root();
        if (!Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
            return true;
        }
        try (Stream<Path> below = Files.walk(root)) {
            if (!below.allMatch(this::mayRemain)) {
                return false;
            }
        }
        List<String> left = new ArrayList<>();
        deleteDirectories(root, left);
        return left.isEmpty();
    }

    /** Returns whether this is a directory of a cluster below a mount point, or a directory that leads there. */
    private boolean mayRemain(Path path) {
        String[] children = path.toFile().list();
        if (children == null || Files.isSymbolicLink(path)) {
            return false;
        }
        Path mounts = directory.root().resolve("mnt");
        return children.length > 0
                ? path.startsWith(mounts) || mounts.startsWith(path)
                : path.startsWith(mounts)
                        && OF_CLUSTER
                                .matcher(mounts.relativize(path).toString())
                                .matches();
    }

    /** Removes the files and directories that a laboratory with these disks makes, and no others. */
    private List<String> removeFiles(List<EmulatedDisk> disks) throws IOException {
        directory.requireOwn();
        List<String> left = new ArrayList<>();
        for (EmulatedDisk disk : disks) {
            disk.parts().forEach(part -> deleteDirectories(directory.mount(part.name()), left));
            List.of(directory.presented(disk.name()), directory.socket(disk.name()), directory.backing(disk.name()))
                    .forEach(file -> delete(file, left));
        }
        LabDirectory.PLACES.forEach(place -> delete(directory.root().resolve(place), left));
        LabDirectory.FILES.forEach(file -> delete(directory.root().resolve(file), left));
        delete(directory.root(), left);
        return left;
    }

    /** Removes a file, a link or an empty directory. */
    private static void delete(Path file, List<String> left) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            left.add(file + " was not removed: " + e.getClass().getSimpleName());
        }
    }

    /**
     * Removes a directory with all empty directories below it, and follows no link. A daemon that ends late creates its
     * directories again where a disk was mounted before.
     */
    private static void deleteDirectories(Path top, List<String> left) {
        if (!Files.exists(top, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (Stream<Path> below = Files.walk(top)) {
            for (Path each : below.sorted(Comparator.reverseOrder()).toList()) {
                if (each.equals(top) || Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS)) {
                    Files.delete(each);
                }
            }
        } catch (IOException | UncheckedIOException e) {
            left.add(top + " was not removed: " + e.getClass().getSimpleName());
        }
    }

    private void attempt(Set<String> failures, String... words) throws InterruptedException {
        try {
            command(words);
        } catch (IOException e) {
            failures.add(e.getMessage());
        }
    }

    private void command(String... words) throws IOException, InterruptedException {
        CommandOutcome outcome = CommandOutcome.of(
                new ProcessBuilder(words), LIMIT, directory.commandLog(), ProcessListener.unless(() -> false));
        if (!outcome.ok()) {
            throw new IOException("`" + String.join(" ", words) + "`: " + outcome.output());
        }
    }
}
