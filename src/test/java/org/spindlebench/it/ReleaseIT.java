package org.spindlebench.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.it.ReleaseArchive.Ended;

/** Uses the archives as somebody who has nothing but a Java. */
@BesideClusters
class ReleaseIT {
    private static final Path HADOOP =
            Path.of(System.getProperty("spindle.hadoop.lib", ReleaseArchive.ROOT + "/bench-embedded/target/lib"));

    @TempDir
    static Path directory;

    private static ReleaseArchive release;

    @BeforeAll
    static void unpack() throws IOException, InterruptedException {
        release = new ReleaseArchive(directory);
    }

    @Test
    void thereIsNoMavenOnThePath() throws IOException, InterruptedException {
        assertThat(directory.resolve("programs/mvn")).doesNotExist();
        assertThat(directory.resolve("programs/sed")).exists();
    }

    @Test
    void theArchiveHasWhatItsReadmeNames() {
        assertThat(List.of(
                        "README.md",
                        "LICENSE",
                        "NOTICE",
                        "CHANGELOG.md",
                        "bench-runner.jar",
                        "bench-lab.jar",
                        "bench-site.jar",
                        "hadoop/pom.xml",
                        "conf/suites/quick.yaml",
                        "docs/report.md"))
                .allSatisfy(name -> assertThat(release.home().resolve(name)).exists());
        assertThat(release.home().resolve("bin/spindle")).isExecutable();
        assertThat(release.home().resolve("hadoop/pom.xml")).content().doesNotContain("${hadoop", "${junit");
    }

    @Test
    void aReportIsWrittenWithoutMavenAndWithoutHadoop() throws IOException, InterruptedException {
        Path out = directory.resolve("report");
        Ended report = release.spindle(
                Map.of(),
                "report",
                release.home().resolve("docs/examples/invented.csv").toString(),
                "--out",
                out.toString());
        assertThat(report.code()).as(report.text()).isZero();
        assertThat(out.resolve("report.html")).isNotEmptyFile();
    }

    @Test
    void aPlanIsPrintedWithoutHadoop() throws IOException, InterruptedException {
        Ended plan = release.spindle(Map.of(), "plan", "--suite", "quick");
        assertThat(plan.code()).as(plan.text()).isZero();
        assertThat(plan.text()).contains("terasort");
    }

    @Test
    void embeddedSaysHowToGetAHadoop() throws IOException, InterruptedException {
        Ended refused = release.spindle(Map.of(), "run", "--embedded", "--suite", "quick");
        assertThat(refused.code()).as(refused.text()).isEqualTo(2);
        assertThat(refused.text())
                .contains("mvn -f " + release.home().resolve("hadoop/pom.xml") + " package", "HADOOP_HOME")
                .doesNotContain("Exception");
        Ended wrong = release.spindle(Map.of("HADOOP_HOME", "/nowhere"), "check", "--embedded");
        assertThat(wrong.code()).isEqualTo(2);
        assertThat(wrong.text()).contains("HADOOP_HOME is /nowhere");
        Ended onACluster = release.spindle(Map.of(), "check", "--suite", "quick");
        assertThat(onACluster.code()).as(onACluster.text()).isEqualTo(3);
        assertThat(onACluster.text()).contains("HADOOP_HOME").doesNotContain("Exception");
    }

    @Test
    void embeddedTakesTheHadoopOfHadoopHome() throws IOException, InterruptedException {
        Path hadoop = ReleaseArchive.hadoopHome(directory.resolve("hadoop"), HADOOP);
        Ended check = release.spindle(
                Map.of("HADOOP_HOME", hadoop.toString()), "check", "--embedded", "--share-host", "--suite", "quick");
        assertThat(check.code()).as(check.text()).isZero();
    }

    @Test
    void bothArchivesHoldTheSameFiles() throws IOException {
        TreeSet<String> unpacked = new TreeSet<>();
        Path home = release.home();
        try (Stream<Path> files = Files.walk(home)) {
            files.filter(Files::isRegularFile)
                    .forEach(file ->
                            unpacked.add(home.getParent().relativize(file).toString()));
        }
        try (ZipFile zip = new ZipFile(ReleaseArchive.file(".zip").toFile())) {
            assertThat(zip.stream().filter(entry -> !entry.isDirectory()).map(ZipEntry::getName))
                    .containsExactlyInAnyOrderElementsOf(unpacked);
        }
        assertThat(unpacked).hasSizeGreaterThan(50);
    }

    @ParameterizedTest
    @ValueSource(strings = {".tar.gz", ".zip"})
    void theChecksumsAreThoseOfTheArchives(String ending) throws IOException, NoSuchAlgorithmException {
        Path archive = ReleaseArchive.file(ending);
        assertThat(ReleaseArchive.file(".sha256")).content().contains(sha256(archive) + " *" + archive.getFileName());
    }

    @Test
    void everyPublishedPomHasWhatARepositoryAsksFor() throws IOException {
        for (String name : List.of("pom.xml", "bench-bom/pom.xml")) {
            assertThat(ReleaseArchive.ROOT.resolve(name))
                    .content()
                    .contains("<name>", "<description>", "<url>", "<licenses>", "<developers>", "<scm");
        }
        // It has the rest from its parent.
        assertThat(ReleaseArchive.ROOT.resolve("bench-analysis/pom.xml"))
                .content()
                .contains("<name>", "<description>");
    }

    @Test
    void everyPomOutsideTheReactorHasTheVersionOfTheRoot() throws IOException {
        String version = version("pom.xml", "<version>(.*?)</version>");
        assertThat(version("bench-bom/pom.xml", "<version>(.*?)</version>")).isEqualTo(version);
        assertThat(version("examples/analysis/pom.xml", "<spindle.version>(.*?)</spindle.version>"))
                .isEqualTo(version);
    }

    private static String version(String pom, String pattern) throws IOException {
        return Pattern.compile(pattern)
                .matcher(Files.readString(ReleaseArchive.ROOT.resolve(pom)))
                .results()
                .findFirst()
                .orElseThrow()
                .group(1);
    }

    private static String sha256(Path file) throws IOException, NoSuchAlgorithmException {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        try (InputStream in = Files.newInputStream(file)) {
            digest.update(in.readAllBytes());
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
