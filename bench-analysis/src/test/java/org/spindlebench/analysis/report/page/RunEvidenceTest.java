package org.spindlebench.analysis.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.RunBuilder;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.Measured;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.record.NodeMetrics;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.RunRecord.Identity;
import org.spindlebench.analysis.record.RunRecord.ImportSource;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.analysis.report.Reports;
import org.spindlebench.analysis.report.page.ChartDataReader.ChartCells;
import org.spindlebench.analysis.report.page.RunEvidence.EvidenceSource;
import org.spindlebench.analysis.task.ConcurrencySeries;

class RunEvidenceTest {
    @TempDir
    private Path directory;

    private EvidenceRuns campaign(String name) {
        return new EvidenceRuns(directory.resolve(name));
    }

    private static String shown(double... seconds) {
        CellSummary cell =
                new Measured().runs("terasort", "hdd", seconds).runs().cells().get(0);
        return ChartCells.nearestTheMedian(cell).run();
    }

    @Test
    void the_run_whose_duration_is_nearest_the_median_is_shown() {
        assertThat(shown(10, 30, 20)).isEqualTo("003-terasort");
        assertThat(shown(10, 100, 30, 28)).isEqualTo("003-terasort");
        assertThat(shown(12)).isEqualTo("001-terasort");
        // Both runs are equally near, so the first one is shown.
        assertThat(shown(30, 10)).isEqualTo("001-terasort");
        assertThat(shown(20, 10, 20, 20)).isEqualTo("001-terasort");
    }

    @Test
    void no_run_is_shown_that_is_not_valid() {
        EvidenceRuns runs = campaign("nightly")
                .add(new RunBuilder(1, "terasort").elapsed(30.0).build())
                .add(new RunBuilder(2, "terasort")
                        .elapsed(10.0)
                        .ended(Status.INVALID, "bytes")
                        .build())
                .add(new RunBuilder(3, "terasort")
                        .elapsed(11.0)
                        .ended(Status.FAILED, "killed")
                        .build());
        assertThat(runs.read().runs()).extracting(run -> run.run().run()).containsExactly("001-terasort");
    }

    @Test
    void setups_of_one_job_and_settings_stand_one_after_another() {
        Measured measured = new Measured();
        for (String setup : List.of("hdd", "ssd")) {
            measured.with("compression", "none").runs("teragen", setup, 10).runs("terasort", setup, 20);
            measured.with("compression", "snappy").runs("terasort", setup, 15);
        }
        assertThat(ChartCells.of(measured.findings()).chosen())
                .extracting(one -> one.cell().subject().job() + " "
                        + one.cell().subject().settings().get("compression") + " "
                        + one.cell().subject().setup())
                .containsExactly(
                        "teragen none hdd",
                        "teragen none ssd",
                        "terasort none hdd",
                        "terasort none ssd",
                        "terasort snappy hdd",
                        "terasort snappy ssd");
    }

    @Test
    void a_record_is_found_by_its_name_in_a_directory_as_a_file_and_among_lines() throws IOException {
        EvidenceRuns runs = campaign("nightly").add(new RunBuilder(1, "terasort").build());
        ConcurrencySeries expected = ConcurrencySeries.of(
                        new RunBuilder(1, "terasort").build().tasks())
                .orElseThrow();
        Path file = runs.runs().resolve("001-terasort.json");
        Path renamed = Files.createDirectories(directory.resolve("renamed")).resolve("a.json");
        Files.copy(file, renamed);
        Path lines = directory.resolve("all.jsonl");
        Files.writeString(lines, JsonDocument.line(Records.readOne(file)) + "\n");

        for (Path results : List.of(runs.results(), runs.runs(), file, renamed.getParent(), renamed, lines)) {
            RunEvidence evidence = RunEvidence.read(List.of(results), runs.findings());
            assertThat(evidence.runs()).as(results.toString()).singleElement().satisfies(run -> assertThat(run.phases())
                    .isEqualTo(expected));
            assertThat(evidence.problems()).isEmpty();
        }
    }

    @Test
    void runs_of_the_same_name_are_told_apart_by_their_campaigns() {
        EvidenceRuns first = campaign("first")
                .add(new RunBuilder(1, "terasort")
                        .campaign("first")
                        .tasks(List.of())
                        .build());
        EvidenceRuns second = campaign("second")
                .add(new RunBuilder(1, "terasort")
                        .campaign("second")
                        .setup("ssd")
                        .build());
        List<Path> both = List.of(first.results(), second.results());
        assertThat(RunEvidence.read(both, EvidenceRuns.findings(both)).runs())
                .extracting(run -> run.run().campaign() + " " + (run.phases() != null))
                .containsExactly("first false", "second true");
    }

    private static EvidenceSource labelled(EvidenceRuns runs, String setup, String label) {
        return new EvidenceSource(runs.results(), run -> Optional.of(run)
                .filter(one -> one.subject().setup().equals(setup))
                .map(one -> one.labelled(label, runs.results().getFileName() + "/nightly")));
    }

    private static Findings findings(List<EvidenceSource> sources) {
        return Findings.of(
                Runs.of(sources.stream().flatMap(source -> {
                    try {
                        return Records.read(source.results()).flatMap(run -> source.found().apply(run).stream());
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                })),
                ComparisonOptions.standard());
    }

    @Test
    void runs_that_findings_call_otherwise_are_found_each_where_it_is() {
        EvidenceRuns first = campaign("first")
                .add(new RunBuilder(1, "terasort").tasks(List.of()).build())
                .add(new RunBuilder(2, "terasort").setup("ssd").build());
        EvidenceRuns second = campaign("second").add(new RunBuilder(1, "terasort").build());
        List<EvidenceSource> sources =
                List.of(labelled(first, "default", "before"), labelled(second, "default", "after"));
        RunEvidence evidence = RunEvidence.find(sources, findings(sources));
        assertThat(evidence.runs())
                .extracting(run -> run.run().campaign() + " " + run.setup() + " " + (run.phases() != null) + " "
                        + run.conditions().setup())
                .containsExactlyInAnyOrder("first/nightly before false before", "second/nightly after true after");

        List<EvidenceSource> same = List.of(labelled(first, "default", "default"), labelled(first, "ssd", "ssd"));
        assertThat(RunEvidence.find(same, findings(same)).runs())
                .extracting(run -> run.run().run() + " " + run.conditions().setup())
                .containsExactlyInAnyOrder("001-terasort default", "002-terasort ssd");
        assertThat(RunEvidence.read(List.of(first.results(), second.results()), findings(sources))
                        .runs())
                .as("without the names that the findings use")
                .isEmpty();
    }

    @Test
    void of_too_many_cells_those_with_the_best_settings_come_first() {
        Measured measured = new Measured();
        for (int setting = 0; setting < 30; setting++) {
            measured.with("buffer", String.valueOf(1000 + setting))
                    .runs("terasort", "hdd", 100 + Math.abs(setting - 28))
                    .runs("terasort", "ssd", 50 + Math.abs(setting - 27));
        }
        ChartCells cells = ChartCells.of(measured.findings());

        assertThat(cells.chosen()).hasSize(ChartCells.MOST);
        assertThat(cells.left()).isEqualTo(60 - ChartCells.MOST);
        assertThat(cells.chosen())
                .extracting(one -> one.cell().subject().settings().get("buffer") + " "
                        + one.cell().subject().setup())
                .startsWith("1027 hdd", "1027 ssd", "1028 hdd", "1000 hdd", "1000 ssd");
    }

    @Test
    void of_imported_runs_nothing_is_read() throws IOException {
        Path gone = directory.resolve("gone.jsonl");
        Findings findings = Findings.of(
                Runs.of(IntStream.range(0, 50)
                        .mapToObj(at -> RunRecord.measured(
                                new Identity("old", "run-" + at, "s", null, null),
                                new ImportSource("csv", "a.csv", (long) at),
                                new Subject("terasort", "hdd", Map.of()),
                                10 + at))),
                ComparisonOptions.standard());
        RunEvidence evidence = RunEvidence.read(List.of(gone), findings);
        assertThat(evidence.runs()).isEmpty();
        assertThat(evidence.problems()).isEmpty();
        assertThat(ChartCells.of(findings).left()).isZero();
    }

    @Test
    void what_is_no_file_of_records_is_not_read() throws IOException {
        EvidenceRuns runs = campaign("nightly").add(new RunBuilder(1, "terasort").build());
        Path table = Files.writeString(directory.resolve("runs.csv"), "job,setup\n");
        RunEvidence evidence = RunEvidence.read(List.of(table), runs.findings());
        assertThat(evidence.runs()).isEmpty();
        assertThat(evidence.problems()).isEmpty();
    }

    @Test
    void a_damaged_or_missing_file_of_samples_is_a_note_and_no_failure() throws IOException {
        EvidenceRuns runs = campaign("nightly");
        NodeMetrics evidence = runs.watched();
        runs.add(new RunBuilder(1, "dfsio-write")
                .evidence(evidence)
                .moved(runs.streamed("001.samples.gz"))
                .build());
        byte[] whole = Files.readAllBytes(runs.runs().resolve(evidence.samples()));
        Files.write(runs.runs().resolve(evidence.samples()), Arrays.copyOf(whole, whole.length / 2));
        Files.delete(runs.runs().resolve("001.samples.gz"));

        RunEvidence read = runs.read();
        assertThat(read.problems()).hasSize(2);
        assertThat(read.problems().get(0)).startsWith("001-dfsio-write: ").contains("the file is cut off here");
        assertThat(read.problems().get(1)).startsWith("001-dfsio-write: its samples are not next to its record: ");
        assertThat(EvidenceRuns.picture("phases", runs.findings(), read).notes())
                .anyMatch(note -> note.startsWith("Missing: 001-dfsio-write: ") && note.contains("cut off"));
        assertThat(EvidenceRuns.picture("devices", runs.findings(), read).rows().isEmpty())
                .isTrue();

        Reports.write(directory, runs.findings(), read);
        assertThat(Files.readString(directory.resolve("report.html"), StandardCharsets.UTF_8))
                .contains("its samples are not next to its record");
    }

    @RepeatedTest(30)
    void whatever_is_in_a_file_of_samples_the_report_is_not_lost(RepetitionInfo repetition) throws IOException {
        Random random = new Random(repetition.getCurrentRepetition());
        EvidenceRuns runs = campaign("nightly");
        NodeMetrics evidence = runs.watched();
        runs.add(new RunBuilder(1, "dfsio-write")
                .evidence(evidence)
                .moved(runs.streamed("001.samples.gz"))
                .build());
        Findings findings = runs.findings();
        for (String name : List.of(evidence.samples(), "001.samples.gz")) {
            Path file = runs.runs().resolve(name);
            byte[] text;
            try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
                text = in.readAllBytes();
            }
            for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
                text[random.nextInt(text.length)] = (byte) "0123456789 -.,\nx\u0000".charAt(random.nextInt(17));
            }
            try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
                out.write(text);
            }
        }
        RunEvidence read = runs.read();
        assertThat(read.runs()).hasSize(1);
        List<Chart> pictures = Charts.of(findings, read);
        assertThat(pictures)
                .filteredOn(picture -> picture.id().equals("phases"))
                .singleElement()
                .satisfies(phases -> {
                    assertThat(phases.rows().isEmpty()).isFalse();
                    assertThat(phases.notes().stream().filter(note -> note.startsWith("Missing: 001-dfsio-write: ")))
                            .hasSameSizeAs(read.problems());
                });
    }

    @Test
    void samples_that_are_not_beside_the_record_are_not_looked_for() {
        EvidenceRuns runs = campaign("nightly");
        NodeMetrics seen = runs.watched();
        NodeMetrics outside = new NodeMetrics(
                seen.probe(), seen.nodes(), seen.missing(), seen.layout(), seen.proofs(), "../runs/" + seen.samples());
        runs.add(new RunBuilder(1, "teragen").evidence(outside).build());
        assertThat(runs.read().problems()).singleElement().satisfies(problem -> assertThat(problem)
                .contains("must be a file next to the record"));
    }

    @Test
    void steps_are_as_long_as_a_few_hundred_need() {
        assertThat(step(12)).isEqualTo(Duration.ofSeconds(1));
        assertThat(step(299)).isEqualTo(Duration.ofSeconds(1));
        assertThat(step(300)).isEqualTo(Duration.ofSeconds(2));
        assertThat(step(3_600)).isEqualTo(Duration.ofSeconds(15));
        assertThat(step(400_000)).isEqualTo(Duration.ofMinutes(30));
        assertThat(step(3_000_000)).isEqualTo(Duration.ofHours(3));
    }

    private static Duration step(long seconds) {
        // The run begins 310 ms after a full second and ends at 10:00:12.5, so it is 190 ms longer.
        RunRecord run = new RunBuilder(1, "teragen")
                .after(12 - seconds)
                .evidence(new NodeMetrics("yarn", List.of(), List.of(), null, null, "a"))
                .build();
        return ChartDataReader.step(run);
    }

    @Test
    void many_cells_with_many_tasks_make_no_more_rows() {
        EvidenceRuns runs = campaign("nightly");
        for (int cell = 0; cell < 60; cell++) {
            runs.add(new RunBuilder(cell + 1, "terasort")
                    .setting("containers", String.valueOf(cell))
                    .tasks(tasks(2_000, cell))
                    .build());
        }
        Findings findings = runs.findings();
        RunEvidence evidence = runs.read();
        assertThat(evidence.runs()).hasSize(24);
        assertThat(evidence.left()).isEqualTo(36);
        Chart phases = EvidenceRuns.picture("phases", findings, evidence);
        assertThat(phases.rows().size())
                .isEqualTo(24 * (ConcurrencySeries.MOST_STEPS + 1))
                .isLessThan(phases.most());
        assertThat(phases.notes()).anyMatch(note -> note.endsWith("36 more are left out."));
    }

    private static List<TaskTimes> tasks(int count, int from) {
        Instant start = Instant.parse("2026-03-01T10:00:02Z");
        List<TaskTimes> tasks = new ArrayList<>();
        for (int at = 0; at < count; at++) {
            Instant begin = start.plusMillis(from + at * 7L);
            tasks.add(new TaskTimes(
                    "attempt_1_1_m_" + at + "_0",
                    "map",
                    "node1",
                    "SUCCEEDED",
                    begin,
                    begin.plusMillis(3_001),
                    null,
                    null));
        }
        return tasks;
    }

    @Test
    void a_part_says_which_run_is_shown() {
        EvidenceRuns runs = campaign("nightly")
                .add(new RunBuilder(1, "terasort").elapsed(30.0).build())
                .add(new RunBuilder(2, "terasort").elapsed(31.0).repeat(2).build())
                .add(new RunBuilder(3, "terasort").elapsed(40.0).repeat(3).build());
        Chart picture = EvidenceRuns.picture("phases", runs.findings(), runs.read());
        assertThat(EvidenceRuns.rows(picture).stream()
                        .map(row -> row.get("run"))
                        .collect(Collectors.toSet()))
                .containsExactly("002-terasort");
        assertThat(EvidenceRuns.rows(picture).get(0))
                .containsEntry("part", "terasort on default: 002-terasort, 31.00 s; median of 3 runs 31.00 s");
    }
}
