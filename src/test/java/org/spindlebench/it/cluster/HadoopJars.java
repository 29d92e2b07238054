package org.spindlebench.it.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The jars of an installed Hadoop, as in a distribution. The framework has one version; the examples and the
 * jobclient's tests have another version than the ones in `bench-runner.jar`.
 */
public record HadoopJars(Path framework, Path foreign) {

    private static final List<String> NOT_INSTALLED =
            List.of("-tests.jar", "hadoop-minicluster-", "junit-", "opentest4j-", "apiguardian-", "mockito-");

    static HadoopJars of(Path projectRoot) {
        return new HadoopJars(frameworkOf(projectRoot), projectRoot.resolve("bench-it/target/foreign-lib"));
    }

    /** Returns the directory of the jars of the Hadoop that the build's profile chose. */
    public static Path frameworkOf(Path projectRoot) {
        return projectRoot.resolve(System.getProperty("spindle.hadoop.lib", "bench-embedded/target/lib"));
    }

    /** Links every jar into one directory. */
    void linkInto(Path lib) throws IOException {
        for (Path jar : jarsOf(framework)) {
            String name = jar.getFileName().toString();
            if (NOT_INSTALLED.stream().noneMatch(name::contains)) {
                Files.createSymbolicLink(lib.resolve(name), jar);
            }
        }
        for (Path jar : jarsOf(foreign)) {
            Files.createSymbolicLink(lib.resolve(jar.getFileName()), jar);
        }
    }

    Path foreignExamples() {
        return jarsOf(foreign).stream()
                .filter(jar -> jar.getFileName().toString().startsWith("hadoop-mapreduce-examples-"))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no examples jar in " + foreign));
    }

    private static List<Path> jarsOf(Path directory) {
        if (!Files.isDirectory(directory)) {
            throw new IllegalStateException(directory + " is missing: run the build up to the phase `package`");
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
