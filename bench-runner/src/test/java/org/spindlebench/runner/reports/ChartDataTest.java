package org.spindlebench.runner.reports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.device.DeviceProbeReport;
import org.spindlebench.analysis.device.DeviceProbeReport.DeviceMeasurement;
import org.spindlebench.analysis.device.DeviceProbeReport.ProbedDirectory;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.RunRecord.Identity;
import org.spindlebench.analysis.record.RunRecord.ImportSource;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.report.page.Credibility;
import org.spindlebench.analysis.report.page.HtmlReport.StatusLight;
import org.spindlebench.analysis.report.page.RunEvidence;
import org.spindlebench.runner.plan.MeasuredSetups;
import org.spindlebench.runner.plan.MeasuredSetups.MeasuredSetup;

class ChartDataTest {
    private static final Instant MARCH = Instant.parse("2026-03-01T10:00:00Z");

    @TempDir
    private Path directory;

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private static Findings findings() {
        return Findings.of(Runs.of(Stream.of(run("hdd", 1), run("ssd", 2))), ComparisonOptions.standard());
    }

    private static RunRecord run(String setup, int number) {
        return RunRecord.measured(
                new Identity("nightly", "run-" + number, "s", null, null),
                new ImportSource("csv", "a.csv", 1L),
                new Subject("terasort", setup, Map.of()),
                10);
    }

    private static MeasuredSetup measured(String setup, Instant at, long bytesPerSecond) {
        String path = "/data/" + setup;
        ProbedDirectory place = new ProbedDirectory(
                path, path, "/data", "ext4", List.of("sda"), List.of("sda"), null, null, "direct", null, null);
        List<DeviceMeasurement> both = Stream.of("write", "read")
                .map(operation -> new DeviceMeasurement(
                        path,
                        operation,
                        1 << 20,
                        1L,
                        0,
                        bytesPerSecond,
                        1.0,
                        1L,
                        bytesPerSecond,
                        1L,
                        null,
                        "own",
                        "direct",
                        null))
                .toList();
        return new MeasuredSetup(
                setup,
                at,
                List.of(new MeasuredSetup.Instance("disk", 1, List.of("hdfs", "shuffle"), List.of(path))),
                List.of(new DeviceProbeReport("vm", 1L, 1L, "own", null, List.of(place), both, List.of())));
    }

    private Path campaign(String place, MeasuredSetup... beside) throws IOException {
        Path campaign = Files.createDirectories(directory.resolve(place).resolve("campaign"));
        if (beside.length > 0) {
            JsonDocument.write(
                    campaign.resolveSibling(MeasuredSetups.FILE), new MeasuredSetups(1, List.of(beside), List.of()));
        }
        return campaign;
    }

    private StatusLight light(Path... results) {
        RunEvidence evidence =
                ChartData.of(List.of(results), findings(), new PrintStream(err, true, StandardCharsets.UTF_8));
        return bandwidth(evidence);
    }

    private static StatusLight bandwidth(RunEvidence evidence) {
        return Credibility.of(findings(), evidence).stream()
                .filter(light -> light.about().equals("bandwidth"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void whatDevicesKeptBesideTheResultsIsFound() throws IOException {
        Path campaign = campaign("a", measured("hdd", MARCH, 100_000_000), measured("ssd", MARCH, 105_000_000));
        assertThat(light(campaign).colour()).isEqualTo(StatusLight.Colour.GREEN);
        assertThat(light(campaign("b")).says()).startsWith("not measured: ");
        assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void ofASetupThatWasMeasuredTwiceTheLatestIsTaken() throws IOException {
        Path old = campaign("a", measured("hdd", MARCH, 100_000_000), measured("ssd", MARCH, 300_000_000));
        Path recent = campaign("b", measured("ssd", MARCH.plusSeconds(1), 200_000_000));
        assertThat(light(old, recent).says()).contains("HDFS read 100 MB/s on hdd, 200 MB/s on ssd");
        assertThat(light(recent, old).says()).contains("100 MB/s on hdd").contains("200 MB/s on ssd");
    }

    private StatusLight lightOfSides(Path base, Path contender, String setup) {
        List<ComparedSide> sides = List.of(
                new ComparedSide("a", base, Optional.of("hdd"), "hdd", List.of(), false, false),
                new ComparedSide("b", contender, Optional.of(setup), "ssd", List.of(), false, false));
        RunEvidence evidence =
                ChartData.of(sides, run -> true, findings(), new PrintStream(err, true, StandardCharsets.UTF_8));
        return bandwidth(evidence);
    }

    @Test
    void eachSideHasWhatWasMeasuredBesideItUnderItsLabel() throws IOException {
        Path base = campaign("a", measured("hdd", MARCH, 100_000_000), measured("ssd", MARCH, 7_000_000));
        Path contender = campaign("b", measured("hdd", MARCH.plusSeconds(1), 200_000_000));
        assertThat(lightOfSides(base, contender, "hdd").says()).contains("HDFS read 100 MB/s on hdd, 200 MB/s on ssd");
        assertThat(lightOfSides(contender, base, "ssd").says()).contains("HDFS read 200 MB/s on hdd, 7 MB/s on ssd");
        assertThat(lightOfSides(base, campaign("c"), "hdd").says()).startsWith("not measured of ssd: ");
    }

    @Test
    void oneMeasurementOfBothSidesProvesNothing() throws IOException {
        Path base = campaign("a", measured("hdd", MARCH, 100_000_000));
        StatusLight light = lightOfSides(base, base.resolveSibling("another"), "hdd");
        assertThat(light.colour()).isEqualTo(StatusLight.Colour.AMBER);
        assertThat(light.says()).startsWith("one measurement (2026-03-01T10:00:00Z) stands for all, since");
    }

    @Test
    void aFileThatCannotBeReadIsSaidOnceForBothSides() throws IOException {
        Path base = campaign("a");
        Files.writeString(base.resolveSibling(MeasuredSetups.FILE), "{");
        assertThat(lightOfSides(base, base.resolveSibling("another"), "hdd").says())
                .startsWith("not measured: ");
        assertThat(err.toString(StandardCharsets.UTF_8).lines()).hasSize(1);
    }

    @Test
    void aFileThatCannotBeReadIsAWarning() throws IOException {
        Path campaign = campaign("a");
        Files.writeString(campaign.resolveSibling(MeasuredSetups.FILE), "{\"schema\": 1, \"setups\": [");
        assertThat(light(campaign).says()).startsWith("not measured: ");
        assertThat(err.toString(StandardCharsets.UTF_8))
                .startsWith("warning: no chart of measured devices: ")
                .contains(MeasuredSetups.FILE);
    }
}
