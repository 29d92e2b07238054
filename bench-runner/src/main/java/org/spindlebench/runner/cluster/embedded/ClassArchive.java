package org.spindlebench.runner.cluster.embedded;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;
import org.spindlebench.analysis.document.DigestJournal;

/**
 * Provides class-data sharing for container JVMs. Otherwise a small job spends most of its time loading about ten
 * thousand classes again and again. The archive is made once for each Java version and class path, and kept in the
 * user's cache directory.
 */
public final class ClassArchive {

    private static final String CLASS_LIST = "container-classes.txt";
    private static final String SUFFIX = ".jsa";
    private static final Duration DUMP_LIMIT = Duration.ofMinutes(2);
    private static final Duration KEPT_UNUSED = Duration.ofDays(30);

    /** The largest number of archives to keep. Together with a new archive, they take about a gigabyte. */
    private static final int MOST_KEPT = 9;

    private final Path cache;
    private final ContainerClassPath classPath;

    ClassArchive(Path cache, ContainerClassPath classPath) {
        this.cache = cache;
        this.classPath = classPath;
    }

    /** Returns the user's cache directory according to the XDG convention. */
    public static Path userCache() {
        String xdg = System.getenv("XDG_CACHE_HOME");
        Path base = xdg == null || xdg.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(xdg);
        return base.resolve("spindle");
    }

    /**
     * Removes all archives of a cache, and the cache if it is then empty. The next cluster makes its archive again.
     *
     * @param dryRun whether to count only
     * @return the bytes of the archives
     */
    public static long remove(Path cache, boolean dryRun) throws IOException {
        if (!Files.isDirectory(cache)) {
            return 0;
        }
        long bytes = 0;
        List<Path> archives;
        try (Stream<Path> files = Files.list(cache)) {
            archives = files.filter(file -> file.toString().endsWith(SUFFIX)).toList();
        }
        for (Path archive : archives) {
            bytes += Files.size(archive);
            if (!dryRun) {
                Files.delete(archive);
            }
        }
        if (!dryRun) {
            try {
                Files.delete(cache);
            } catch (DirectoryNotEmptyException others) {
                return bytes;
            }
        }
        return bytes;
    }

    /** Returns the archive in a cache that was used last. */
    static Optional<Path> newest(Path cache) {
        try (Stream<Path> files = Files.list(cache)) {
            return files.filter(file -> file.toString().endsWith(SUFFIX))
                    .max(Comparator.comparingLong(file -> file.toFile().lastModified()));
        } catch (IOException none) {
            return Optional.empty();
        }
    }

    /** Returns the archive, made if missing. Never throws: without it, containers only start more slowly. */
    Optional<Path> get(Path workDir) {
        try {
            Path archive = cache.resolve(key() + SUFFIX);
            if (!Files.exists(archive)) {
                Files.createDirectories(cache);
                removeUnused();
                dump(archive, workDir);
            }
            Files.setLastModifiedTime(archive, FileTime.from(Instant.now()));
            return Optional.of(archive);
        } catch (IOException e) {
            // Without Hadoop's jars there is no logger, and `clean --cache` needs none.
            LoggerFactory.getLogger(ClassArchive.class)
                    .warn("Containers start without a class archive: {}", e.toString());
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** Returns a key of the Java version and every jar. The JVM would refuse an outdated archive anyway. */
    private String key() throws IOException {
        MessageDigest digest = DigestJournal.digest();
        add(digest, System.getProperty("java.vm.version") + System.getProperty("java.home"));
        for (String jar : classPath.jars()) {
            Path path = Path.of(jar);
            add(digest, jar + Files.size(path) + Files.getLastModifiedTime(path));
        }
        return HexFormat.of().formatHex(digest.digest(), 0, 8);
    }

    private static void add(MessageDigest digest, String part) {
        digest.update(part.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Returns the classes that containers load, as {@code -XX:DumpLoadedClassList} lists them. In the file, a line that
     * ends in a slash is the package of the lines after it, up to the next such line. Lines with an at sign are those of
     * lambdas.
     */
    private static List<String> classes() throws IOException {
        List<String> classes = new ArrayList<>();
        try (InputStream in = ClassArchive.class.getResourceAsStream(CLASS_LIST)) {
            String within = "";
            for (String line : new String(in.readAllBytes(), StandardCharsets.US_ASCII).split("\n")) {
                if (line.endsWith("/")) {
                    within = line;
                } else {
                    classes.add(line.startsWith("@") ? line : within + line);
                }
            }
        }
        return classes;
    }

    private void dump(Path archive, Path workDir) throws IOException, InterruptedException {
        Path list = workDir.resolve(CLASS_LIST);
        Files.write(list, classes());
        Path ofJava = Path.of(System.getProperty("java.home"), "lib", "classlist");
        if (Files.isReadable(ofJava)) {
            Files.write(list, Files.readAllLines(ofJava), StandardOpenOption.APPEND);
        }
        Path fresh = Files.createTempFile(cache, "fresh", SUFFIX);
        Files.delete(fresh);
        Process java = new ProcessBuilder(command(list, fresh))
                .redirectErrorStream(true)
                .redirectOutput(workDir.resolve("class-archive.log").toFile())
                .start();
        if (!java.waitFor(DUMP_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
            java.destroyForcibly();
        }
        if (!Files.exists(fresh) || java.waitFor() != 0) {
            Files.deleteIfExists(fresh);
            throw new IOException("java -Xshare:dump made no archive");
        }
        Files.move(fresh, archive, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Returns the command that makes the archive, with G1 (unlike containers): only G1 archives heap objects. */
    private List<String> command(Path list, Path archive) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xshare:dump",
                "-XX:+UseG1GC",
                "-XX:SharedClassListFile=" + list,
                "-XX:SharedArchiveFile=" + archive,
                "-cp",
                String.join(":", classPath.jars()));
    }

    /** Every build of Spindle and every Hadoop has an archive of its own, so only the latest archives are kept. */
    private void removeUnused() throws IOException {
        Instant limit = Instant.now().minus(KEPT_UNUSED);
        try (Stream<Path> files = Files.list(cache)) {
            List<Path> latest = files.filter(file -> file.toString().endsWith(SUFFIX))
                    .sorted(Comparator.comparingLong(
                                    (Path file) -> file.toFile().lastModified())
                            .reversed())
                    .toList();
            for (int index = 0; index < latest.size(); index++) {
                Path file = latest.get(index);
                if (index >= MOST_KEPT || file.toFile().lastModified() < limit.toEpochMilli()) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    /** The Hadoop jars of this JVM for container JVMs. The job's own jar reaches them through HDFS. */
    static final class ContainerClassPath {

        private final List<String> jars;

        ContainerClassPath(List<String> jars) {
            this.jars = List.copyOf(jars);
        }

        /** Returns absolute paths in this JVM's order, without test libraries that only mini clusters need. */
        static ContainerClassPath ofThisJvm() {
            List<String> found = new ArrayList<>();
            for (String entry : System.getProperty("java.class.path").split(Pattern.quote(File.pathSeparator))) {
                if (entry.endsWith(".jar")
                        && isForContainers(Path.of(entry).getFileName().toString())) {
                    found.add(Path.of(entry).toAbsolutePath().toString());
                }
            }
            return new ContainerClassPath(found);
        }

        private static boolean isForContainers(String name) {
            return !name.endsWith("-tests.jar")
                    && !name.startsWith("bench-runner")
                    && !name.startsWith("bench-lab")
                    && !name.startsWith("junit-");
        }

        /** Returns the class path as the value of {@code yarn.application.classpath}. */
        String entries() {
            return String.join(",", jars);
        }

        /** Returns the class path for a command line. The job's own jars follow, in the order that MapReduce uses. */
        String option() {
            return " -cp " + String.join(":", jars) + ":job.jar/job.jar:job.jar/classes/:job.jar/lib/*:./*:.";
        }

        List<String> jars() {
            return jars;
        }
    }
}
