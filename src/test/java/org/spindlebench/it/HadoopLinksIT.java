package org.spindlebench.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.it.HadoopSignatures.Linker;
import org.spindlebench.it.LinkedClass.Reference;

/**
 * Links every class of `bench-runner.jar` with the signatures of old and new versions of Hadoop. The profile
 * `signatures` writes their file anew.
 */
@BesideClusters
class HadoopLinksIT {
    private static final Path ROOT =
            Path.of(System.getProperty("spindle.root", "..")).toAbsolutePath().normalize();
    private static final Path SIGNATURES = ROOT.resolve("src/test/resources/org/spindlebench/it/hadoop-signatures.gz");

    /** Libraries, which the build has stripped of what nothing here calls. They know no Hadoop. */
    private static final String LIBRARIES = "org/spindlebench/shaded/";

    /** Runs only with `--embedded`, on a Hadoop that has a mini cluster, and never on a cluster's own jars. */
    private static final String EMBEDDED = "org/spindlebench/runner/cluster/embedded/";

    /** Is called by TestDFSIO's tests of itself, which nothing here runs. */
    private static final String MINI_CLUSTER = "org/apache/hadoop/hdfs/MiniDFSCluster";

    private static Map<String, LinkedClass> classes;
    private static HadoopSignatures signatures;

    @TempDir
    private Path directory;

    @BeforeAll
    static void read() throws IOException {
        classes = LinkedClass.ofJar(ROOT.resolve("bench-runner/target/bench-runner.jar"), 0);
        if (System.getProperty("spindle.signatures", "").equals("write")) {
            HadoopSignatures.ofJars(ROOT.resolve("bench-it/target/signatures"), classes)
                    .write(SIGNATURES);
        }
        signatures = HadoopSignatures.read(SIGNATURES);
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.1.1", "3.2.4", "3.3.4", "3.3.6", "3.4.2", "3.5.0"})
    void everyReferenceToHadoopIsThereInThisVersion(String version) {
        Map<String, LinkedClass> own = only(name -> !name.startsWith(LIBRARIES) && !name.startsWith(EMBEDDED));
        List<String> missing = missing(version, own);

        long references = own.values().stream()
                .flatMap(each -> each.references().stream())
                .filter(HadoopLinksIT::isOfHadoop)
                .distinct()
                .count();
        System.out.println(version + ": " + own.size() + " classes, " + references + " references to Hadoop, missing "
                + missing.size());
        assertThat(references).isGreaterThan(500);
        assertThat(missing)
                .as("if a newer Hadoop has them, look for what " + version + " has; if the list of signatures is older"
                        + " than the code, write it anew: see CONTRIBUTING.md")
                .isEmpty();
    }

    @Test
    void onlyTheEmbeddedClusterNeedsMoreThanAClientsJars() {
        assertThat(missing("3.3.6", only(name -> name.startsWith(EMBEDDED)))).isNotEmpty();
    }

    @Test
    void whatAVersionLacksIsFound() throws IOException {
        CompiledSources.into(
                directory,
                List.of(
                        "package org.apache.hadoop.fs; public class Path {}",
                        "package org.apache.hadoop.fs; public class FutureDataInputStreamBuilder {}",
                        "package org.apache.hadoop.fs; public abstract class FileSystem {"
                                + " public abstract FutureDataInputStreamBuilder openFile(Path path);"
                                + " public abstract boolean exists(Path path);"
                                + " public abstract void vanish(); }",
                        "package org.spindlebench.runner; import org.apache.hadoop.fs.*; class A {"
                                + " Object a(FileSystem in, Path path) {"
                                + " in.exists(path); in.vanish(); return in.openFile(path); } }"));
        Map<String, LinkedClass> planted = Map.of(
                "org/spindlebench/runner/A",
                LinkedClass.read(Files.readAllBytes(directory.resolve("org/spindlebench/runner/A.class")), 0));

        String vanish = "org/spindlebench/runner/A -> org/apache/hadoop/fs/FileSystem.vanish ()V";
        assertThat(missing("3.5.0", planted)).containsExactly(vanish);
        assertThat(missing("3.2.4", planted))
                .hasSize(2)
                .contains(vanish)
                .anyMatch(line -> line.contains("FileSystem.openFile "));
    }

    private static Map<String, LinkedClass> only(Predicate<String> name) {
        Map<String, LinkedClass> some = new TreeMap<>(classes);
        some.keySet().removeIf(name.negate());
        return some;
    }

    private static boolean isOfHadoop(Reference reference) {
        return reference.owner().startsWith("org/apache/hadoop/");
    }

    /** Returns what the classes refer to and neither they, nor this version of Hadoop, nor the JDK have. */
    private static List<String> missing(String version, Map<String, LinkedClass> own) {
        Map<String, LinkedClass> all = new TreeMap<>(classes);
        all.putAll(own);
        Linker linker = signatures.with(version, all);
        List<String> missing = new ArrayList<>();
        own.forEach((name, each) -> each.references().stream()
                .filter(reference -> isOfHadoop(reference) || all.containsKey(reference.owner()))
                .filter(reference ->
                        !(name.contains("/stock/dfsio/") && reference.owner().startsWith(MINI_CLUSTER)))
                .filter(reference -> !linker.links(reference))
                .forEach(reference -> missing.add(name + " -> " + reference)));
        return missing;
    }
}
