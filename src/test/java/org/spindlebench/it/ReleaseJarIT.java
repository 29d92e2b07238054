package org.spindlebench.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks `bench-runner.jar` as users get it, and shows that each check fails on a small jar that violates it. */
class ReleaseJarIT {
    private static final Path ROOT =
            Path.of(System.getProperty("spindle.root", "..")).toAbsolutePath().normalize();
    private static final ReleaseJar RELEASE = new ReleaseJar(ROOT.resolve("bench-runner/target/bench-runner.jar"));
    private static final long LARGEST = 12_000_000;

    @TempDir
    private Path directory;

    @Test
    void theJarIsSmallEnoughToBeUnpackedAtEveryStart() throws IOException {
        assertThat(RELEASE.size()).isLessThan(LARGEST);
    }

    @Test
    void theJarCarriesLicenceAndNotice() throws IOException {
        assertThat(RELEASE.entries()).contains("META-INF/LICENSE", "META-INF/NOTICE");
        assertThat(jarOf("some.txt").entries()).doesNotContain("META-INF/LICENSE", "META-INF/NOTICE");
    }

    @Test
    void theBillOfMaterialsNamesWhatTheJarCarriesAndNothingElse() throws IOException {
        Path bill = ROOT.resolve("bench-runner/target/bom.json");
        assumeThat(bill).as("a build without Maven Central makes none").exists();
        List<String> parts = new ArrayList<>();
        new ObjectMapper()
                .readTree(Files.readString(bill))
                .get("components")
                .forEach(component -> parts.add(component.get("name").asText()));
        assertThat(parts)
                .contains(
                        "jackson-databind",
                        "snakeyaml",
                        "picocli",
                        "commons-math3",
                        "commons-statistics-distribution",
                        "hadoop-mapreduce-examples",
                        "vega",
                        "vega-lite",
                        "vega-embed",
                        "d3-array",
                        "d3-geo-projection",
                        "topojson-client")
                .doesNotContain("hadoop-common", "hadoop-client", "junit-jupiter", "slf4j-api");
    }

    @Test
    void theChecksSeeOurClassesAndTheRelocatedLibraries() throws IOException {
        List<String> entries = RELEASE.entries();
        for (String library : List.of("jackson", "picocli", "snakeyaml")) {
            assertThat(entries).anyMatch(name -> name.startsWith("org/spindlebench/shaded/" + library + "/"));
        }
        for (String sources : List.of(
                "bench-runner/src/launcher/java",
                "bench-jobs/src/main/java",
                "bench-handover/src/main/java",
                "bench-runner/src/main/java")) {
            if (Files.isDirectory(ROOT.resolve(sources))) {
                assertThat(entries).as(sources).anyMatch(name -> name.startsWith(packageOf(sources)));
            }
        }
    }

    @Test
    void librariesAreCarriedWhole() throws IOException {
        assertThat(RELEASE.entries())
                .contains(
                        "org/spindlebench/shaded/picocli/AutoComplete.class",
                        "org/spindlebench/shaded/snakeyaml/Yaml.class",
                        "org/spindlebench/shaded/math3/linear/RealMatrix.class",
                        "org/spindlebench/shaded/statistics/distribution/GammaDistribution.class",
                        "org/spindlebench/shaded/rng/sampling/PermutationSampler.class");
    }

    @Test
    void ofTheStockClassesThoseOfTheJobsAreCarriedAndNoOthersOfTheirJars() throws IOException {
        List<String> stock = RELEASE.entries().stream()
                .filter(name -> name.startsWith("org/spindlebench/stock/") && name.endsWith(".class"))
                .toList();
        for (String tool : List.of("terasort/TeraGen", "WordCount", "dfsio/TestDFSIO", "dfsio/IOMapperBase")) {
            assertThat(stock).contains("org/spindlebench/stock/" + tool + ".class");
        }
        assertThat(stock)
                .allMatch(name -> name.matches("org/spindlebench/stock/"
                        + "(terasort/.*|WordCount.*|dfsio/(TestDFSIO.*|IOMapperBase|AccumulatingReducer)\\.class)"));
    }

    @Test
    void everyClassLiesUnderOurName() throws IOException {
        assertThat(RELEASE.classesOfOthers()).isEmpty();
        assertThat(jarOf("picocli/CommandLine.class", "org/spindlebench/A.class")
                        .classesOfOthers())
                .containsExactly("picocli/CommandLine.class");
    }

    @Test
    void noEntryIsForOneVersionOfJava() throws IOException {
        assertThat(RELEASE.versionedEntries()).isEmpty();
        assertThat(jarOf("META-INF/versions/9/org/spindlebench/A.class").versionedEntries())
                .hasSize(1);
    }

    @Test
    void noFrameworkIsBundledNorRelocated() throws IOException {
        assertThat(RELEASE.frameworkClasses()).isEmpty();
        String[] bundled = {
            "org/apache/hadoop/conf/Configuration.class",
            "org/slf4j/Logger.class",
            "org/apache/log4j/Logger.class",
            "org/apache/logging/log4j/Logger.class",
            "com/google/common/base/Joiner.class",
            "org/apache/commons/cli/Option.class",
            "org/spindlebench/shaded/guava/base/Joiner.class"
        };
        assertThat(jarOf(bundled).frameworkClasses()).containsExactly(bundled);
    }

    @Test
    void whatRunsInContainersAndTheLauncherAreJava8() throws IOException {
        assertThat(RELEASE.tooNewClasses()).isEmpty();
        for (String name : List.of("jobs", "stock", "launcher")) {
            String source = "package org.spindlebench." + name + "; class A {}";
            assertThat(compiled(source, 8).tooNewClasses()).isEmpty();
            assertThat(compiled(source, 11).tooNewClasses())
                    .containsExactly("org/spindlebench/" + name + "/A.class: major 55");
        }
    }

    @Test
    void noClassNamesALibraryByItsFormerName() throws IOException {
        assertThat(RELEASE.unrelocatedReferences()).isEmpty();
        for (String library : List.of(
                "com.fasterxml.jackson.core",
                "picocli",
                "org.yaml.snakeyaml",
                "org.apache.commons.statistics",
                "org.apache.commons.numbers")) {
            assertThat(referring(library).unrelocatedReferences()).as(library).hasSize(1);
        }
        assertThat(referringTo("org.apache.hadoop.fs", "TestDFSIO").unrelocatedReferences())
                .hasSize(1);
        assertThat(referring("org.spindlebench.shaded.picocli").unrelocatedReferences())
                .isEmpty();
    }

    /** Returns a jar whose only class refers to a class of the given package. */
    private ReleaseJar referring(String library) throws IOException {
        return referringTo(library, "Thing");
    }

    private ReleaseJar referringTo(String library, String type) throws IOException {
        Path classes = Files.createTempDirectory(directory, "classes");
        CompiledSources.into(
                classes,
                List.of(
                        "package " + library + "; public class " + type + " {}",
                        "package org.spindlebench.runner; class A { " + library + "." + type + " thing; }"));
        return jarWith(classes, "org/spindlebench/runner/A.class");
    }

    private ReleaseJar compiled(String source, int release) throws IOException {
        Path classes = Files.createTempDirectory(directory, "classes");
        CompiledSources.into(classes, List.of(source), release);
        try (Stream<Path> files = Files.walk(classes)) {
            Path made = files.filter(Files::isRegularFile).findFirst().orElseThrow();
            return jarWith(classes, classes.relativize(made).toString());
        }
    }

    private ReleaseJar jarOf(String... names) throws IOException {
        Path content = Files.createTempDirectory(directory, "content");
        for (String name : names) {
            Files.createDirectories(content.resolve(name).getParent());
            Files.writeString(content.resolve(name), "nothing");
        }
        return jarWith(content, names);
    }

    private ReleaseJar jarWith(Path content, String... names) throws IOException {
        Path jar = Files.createTempFile(directory, "small", ".jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file)) {
            for (String name : names) {
                out.putNextEntry(new JarEntry(name));
                Files.copy(content.resolve(name), out);
                out.closeEntry();
            }
        }
        return new ReleaseJar(jar);
    }

    private static String packageOf(String sources) {
        return switch (sources) {
            case "bench-runner/src/launcher/java" -> "org/spindlebench/launcher/";
            case "bench-jobs/src/main/java" -> "org/spindlebench/jobs/";
            case "bench-handover/src/main/java" -> "org/spindlebench/handover/";
            default -> "org/spindlebench/runner/";
        };
    }
}
