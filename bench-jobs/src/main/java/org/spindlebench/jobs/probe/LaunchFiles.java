package org.spindlebench.jobs.probe;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * The files that start a task's JVM on this node: jars, native libraries, the JDK and the programs of YARN's launch
 * script. A cooling makes these files cold, and reading them is not part of a run's measurement.
 */
public final class LaunchFiles {
    private static final Pattern PROGRAM = Pattern.compile("(?:.*\\.(?:jar|jsa|so(?:\\.[\\d.]+)?)|modules|java)");
    private static final Pattern SETTING = Pattern.compile(".*\\.(?:xml|properties|cfg)");
    private static final List<String> LAUNCH = Arrays.asList(
            "bash", "sh", "env", "ls", "find", "cp", "mv", "ln", "mkdir", "chmod", "cat", "touch", "setsid", "nice");
    private static final List<String> LAUNCH_IN = Arrays.asList("/bin", "/usr/bin");
    private static final String DELETED = " (deleted)";
    private static final int MOST_LEVELS = 12;
    private static final int BUFFER_BYTES = 1 << 20;

    private final Set<Path> files = new TreeSet<>();

    /**
     * Finds the files of programs.
     *
     * @param proc {@code /proc} except in tests; it shows the files that JVMs of this user have open or mapped
     * @param classPaths class paths, with {@code *} for the jars of a directory; entries that do not exist are skipped
     * @param caches directories below which YARN keeps files for containers
     */
    public LaunchFiles(Path proc, List<String> classPaths, List<Path> caches) {
        addOfJvms(proc);
        for (String path : classPaths) {
            for (String entry : path.split(File.pathSeparator + "|,")) {
                addOfClassPath(entry.trim());
            }
        }
        for (Path cache : caches) {
            addBelow(cache);
        }
        for (String directory : LAUNCH_IN) {
            for (String name : LAUNCH) {
                addFile(Paths.get(directory, name));
            }
        }
    }

    /**
     * Returns the directories in which a NodeManager keeps files for containers, derived from the local directories of
     * one of its containers.
     */
    public static Set<Path> caches(String localDirs) {
        Set<Path> caches = new TreeSet<>();
        for (String directory : localDirs == null ? new String[0] : localDirs.split(",")) {
            // LOCAL/usercache/USER/appcache/APPLICATION
            Path user = parent(Paths.get(directory), 2);
            if (user != null) {
                caches.add(user.resolve("filecache"));
            }
            Path local = parent(Paths.get(directory), 4);
            if (local != null) {
                caches.add(local.resolve("filecache"));
            }
        }
        return caches;
    }

    private static Path parent(Path path, int levels) {
        Path up = path;
        for (int i = 0; i < levels && up != null; i++) {
            up = up.getParent();
        }
        return up;
    }

    /** Returns the files in order of their names. */
    public Set<Path> files() {
        return files;
    }

    /**
     * Reads all files, so that the page cache holds them.
     *
     * @return the bytes read; fewer than all if the time limit is reached, or if this user may not read a file
     */
    public long read(long limitMillis) {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limitMillis);
        ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
        long bytes = 0;
        for (Path file : files) {
            try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
                int read = 0;
                while (read >= 0 && System.nanoTime() < deadline) {
                    buffer.clear();
                    read = in.read(buffer);
                    bytes += Math.max(0, read);
                }
            } catch (IOException unreadable) {
                // The file was removed, or this user may not read it. Then no task of this user can read it either.
            }
        }
        return bytes;
    }

    private void addOfJvms(Path proc) {
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
            for (Path process : processes) {
                if (isJvm(process)) {
                    addMapped(process.resolve("maps"));
                    addOpen(process.resolve("fd"));
                }
            }
        } catch (IOException hidden) {
            // Without this directory, the class paths alone name the files.
        }
    }

    private static boolean isJvm(Path process) {
        try {
            return Files.readSymbolicLink(process.resolve("exe")).endsWith("java");
        } catch (IOException | UnsupportedOperationException hidden) {
            return false;
        }
    }

    private void addMapped(Path maps) {
        try {
            String text = new String(Files.readAllBytes(maps), StandardCharsets.UTF_8);
            for (String line : text.split("\n")) {
                int path = line.indexOf('/');
                if (path > 0 && !line.endsWith(DELETED)) {
                    addProgram(Paths.get(line.substring(path)));
                }
            }
        } catch (IOException hidden) {
            // The process has ended, or belongs to another user.
        }
    }

    private void addOpen(Path descriptors) {
        try (DirectoryStream<Path> open = Files.newDirectoryStream(descriptors)) {
            for (Path link : open) {
                Path target = Files.readSymbolicLink(link);
                if (target.isAbsolute() && !target.toString().endsWith(DELETED)) {
                    addProgram(target);
                }
            }
        } catch (IOException hidden) {
            // The process has ended, or belongs to another user.
        }
    }

    private void addOfClassPath(String entry) {
        if (entry.isEmpty() || !entry.startsWith("/")) {
            return;
        }
        boolean jars = entry.endsWith("/*");
        Path path = Paths.get(jars ? entry.substring(0, entry.length() - 2) : entry);
        if (Files.isRegularFile(path)) {
            addProgram(path);
            return;
        }
        Pattern wanted = jars ? PROGRAM : SETTING;
        try (DirectoryStream<Path> children = Files.newDirectoryStream(path)) {
            for (Path child : children) {
                if (wanted.matcher(child.getFileName().toString()).matches()) {
                    addFile(child);
                }
            }
        } catch (IOException none) {
            // A class path may name directories that this node does not have.
        }
    }

    private void addBelow(Path directory) {
        try {
            Files.walkFileTree(
                    directory, EnumSet.of(FileVisitOption.FOLLOW_LINKS), MOST_LEVELS, new SimpleFileVisitor<Path>() {
                        @Override
                        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                            addProgram(file);
                            return FileVisitResult.CONTINUE;
                        }

                        @Override
                        public FileVisitResult visitFileFailed(Path file, IOException why) {
                            return FileVisitResult.CONTINUE;
                        }
                    });
        } catch (IOException hidden) {
            // The user of this container may not see the directory.
        }
    }

    private void addProgram(Path file) {
        Path name = file.getFileName();
        if (name != null && PROGRAM.matcher(name.toString()).matches()) {
            addFile(file);
        }
    }

    private void addFile(Path file) {
        if (Files.isRegularFile(file)) {
            files.add(file);
        }
    }
}
