package org.spindlebench.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.it.cluster.ProcessCluster;

/** Kills {@code site} at random moments: whoever reads the folder sees the old site or the new one. */
@BesideClusters
@EnabledIfSystemProperty(named = "spindle.it.faults", matches = "true")
class SiteFaultsIT {
    private static final Path ROOT = ProcessCluster.projectRoot();
    private static final int KILLS = 20;
    private static final int MOST_MILLISECONDS = 4000;
    private static final long LIMIT_SECONDS = 120;
    private static final Pattern GENERATION = Pattern.compile("<meta name=\"generation\" content=\"(\\w+)\"");
    private static final Pattern ADDRESS = Pattern.compile("href=\"((?:campaigns|pages|reports)/[^\"]+)\"");

    @TempDir
    private Path directory;

    private Process start() throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                ROOT.resolve("bench-runner/target/bench-runner.jar")
                        + File.pathSeparator
                        + ROOT.resolve("bench-site/target/bench-site.jar"),
                "org.spindlebench.launcher.Launcher",
                "site",
                directory.resolve("results").toString(),
                "--out",
                directory.resolve("site").toString()));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("said.txt").toFile())
                .start();
    }

    private void writeCampaign(int number) throws IOException {
        Path runs = Files.createDirectories(directory.resolve("results/campaign-" + number + "/runs"));
        for (int run = 1; run <= 30; run++) {
            Files.writeString(runs.resolve("run-" + run + ".json"), """
                    {"schema": 1, "identity": {"campaign": "campaign-%d", "run": "run-%d", "suite": "s"},
                     "source": {"format": "test", "file": "made"},
                     "subject": {"job": "sort", "setup": "%s", "settings": {"cluster": "prod"}}, "status": "ok",
                     "times": {"yarnStarted": "2026-%02d-01T%02d:00:00Z", "elapsed": %d}}
                    """.formatted(
                            number, run, run % 2 == 0 ? "hdd" : "ssd", 1 + number % 12, run % 24, 100 + run));
        }
    }

    /** Returns how many campaigns the site shows. Everything that its first page refers to is there and whole. */
    private int campaignsOfAWholeSite() throws IOException {
        Path site = directory.resolve("site");
        String index = Files.readString(site.resolve("index.html"));
        Matcher generation = GENERATION.matcher(index);
        assertThat(generation.find()).isTrue();
        Path pages = site.resolve("pages").resolve(generation.group(1));
        assertThat(Files.readString(pages.resolve("runs.js"))).endsWith("]});\n");
        assertThat(Files.readString(pages.resolve("timeline.js"))).endsWith(");\n");
        Matcher address = ADDRESS.matcher(index);
        int reports = 0;
        while (address.find()) {
            assertThat(site.resolve(address.group(1))).content().endsWith("</html>\n");
            reports += address.group(1).startsWith("campaigns/") ? 1 : 0;
        }
        return reports;
    }

    @Test
    void aKilledProcessLeavesTheOldSiteOrTheNewOne() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int shown = 0;
        for (int kill = 1; kill <= KILLS; kill++) {
            writeCampaign(kill);
            Process process = start();
            process.waitFor(random.nextInt(MOST_MILLISECONDS), TimeUnit.MILLISECONDS);
            process.destroyForcibly().waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
            if (Files.exists(directory.resolve("site/index.html"))) {
                int now = campaignsOfAWholeSite();
                assertThat(now).as("kill %d of seed %d", kill, seed).isBetween(shown, kill);
                shown = now;
            }
        }
        Process last = start();
        assertThat(last.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(last.exitValue())
                .as(Files.readString(directory.resolve("said.txt")))
                .isZero();
        assertThat(campaignsOfAWholeSite()).isEqualTo(KILLS);
        try (Stream<Path> left = Files.list(directory.resolve("site"))) {
            assertThat(left.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("index.html", "campaigns", "pages", "reports", ".site.lock");
        }
    }
}
