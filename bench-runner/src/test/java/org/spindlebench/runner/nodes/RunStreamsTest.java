package org.spindlebench.runner.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.spindlebench.runner.run.Fixtures.START;
import static org.spindlebench.runner.run.Fixtures.task;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Throughput;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.analysis.throughput.StreamTrace;
import org.spindlebench.analysis.throughput.StreamTrace.TracePoint;
import org.spindlebench.runner.collect.JobHistory;
import org.spindlebench.runner.jobs.MeasuredJob.Streams;
import org.spindlebench.runner.run.CampaignDirectory;
import org.spindlebench.runner.run.Cooling;
import org.spindlebench.runner.run.Fixtures;
import org.spindlebench.runner.run.RecordAssembler;
import org.spindlebench.runner.run.RecordAssembler.Outcome;
import org.spindlebench.runner.run.SizedRun;

/** In these tests, the job of {@link Fixtures#ended} runs from second 1 to second 11. */
class RunStreamsTest {
    private static final JobHistory HISTORY = Fixtures.history(Map.of(), task("map", 2, 8));
    private static final Throughput.Stock STOCK = new Throughput.Stock(1.0, 2.0, 3.0, 4.0);

    @TempDir
    private Path results;

    private static StreamTrace trace(String attempt, long fromMillis, long toMillis, long bytes) {
        long start = START.toEpochMilli();
        return new StreamTrace(
                attempt, List.of(new TracePoint(start + fromMillis, 0), new TracePoint(start + toMillis, bytes)));
    }

    private static RunStreams figures(StreamTrace... traces) {
        long bytes = List.of(traces).stream().mapToLong(StreamTrace::bytes).sum();
        return RunStreams.of(
                new Streams(bytes, traces.length, List.of(traces), 1000, null, null), Fixtures.ended(true, ""));
    }

    private static Throughput section(RunStreams figures) {
        return figures.section(Fixtures.ended(true, ""), HISTORY, "001.samples.gz");
    }

    @Test
    void theThreeThroughputsAreOfTheirOwnTimes() {
        // 600 bytes: the job takes 10 s and the streams 6 s, during 4 s of which both streams run.
        Throughput throughput = section(figures(trace("map28", 2000, 8000, 300), trace("b", 3000, 7000, 300)));

        assertThat(throughput.bytes()).isEqualTo(600);
        assertThat(throughput.overExecution()).isEqualTo(60);
        assertThat(throughput.overStreams()).isEqualTo(100);
        assertThat(throughput.streamSeconds()).isEqualTo(6);
        // A slot is steady if at least half of the streams, here one of two, ran throughout it: all six slots are.
        assertThat(throughput.steady().mean()).isCloseTo(100, within(1e-9));
        assertThat(throughput.perStream().slowest()).isEqualTo(new Throughput.Slowest(50.0, "map28", "a"));
        assertThat(throughput.samples()).isEqualTo("001.samples.gz");
    }

    @Test
    void streamsThatRanOutsideOfTheirJobWereTimedByAWrongClock() {
        for (StreamTrace wrong : List.of(trace("b", -1, 5000, 300), trace("b", 3000, 12_001, 300))) {
            RunStreams figures = figures(trace("map28", 2000, 8000, 300), wrong);
            Throughput throughput = section(figures);

            assertThat(figures.clocksDiffer()).isTrue();
            assertThat(throughput.overExecution()).isEqualTo(60);
            assertThat(throughput.overStreams()).isNull();
            assertThat(throughput.streamSeconds()).isNull();
            assertThat(throughput.peakStreams()).isNull();
            assertThat(throughput.steady()).isNull();
            assertThat(throughput.samples()).isNull();
            assertThat(throughput.perStream())
                    .as("a stream's own clock is enough for its rate")
                    .isNotNull();
        }
    }

    @Test
    void stockTestDfsioHasItsSumsAndNothingOverTime() {
        RunStreams figures = RunStreams.of(new Streams(600, 2, List.of(), 1, null, STOCK), Fixtures.ended(true, ""));
        Throughput throughput = section(figures);

        assertThat(figures.clocksDiffer()).isFalse();
        assertThat(throughput)
                .isEqualTo(new Throughput(600L, 60.0, null, null, 2, null, null, null, null, STOCK, null));
    }

    @Test
    void theRecordNamesTheFileOfSamplesThatIsWrittenBeforeIt() throws IOException {
        RunStreams figures = figures(trace("map28", 2000, 8000, 600));
        RunRecord run = assembled(figures);
        CampaignDirectory directory = new CampaignDirectory(results.resolve("campaign"));
        directory.create(Fixtures.plan("dfsio-write"));

        directory.write(Fixtures.plan("dfsio-write").runs().get(0), run, figures.series(), null);

        assertThat(directory.finished(Fixtures.plan("dfsio-write").runs().get(0)))
                .isTrue();
        Path samples = directory.runs().resolve(run.throughput().samples());
        assertThat(samples).hasFileName("001-dfsio-write.samples.gz");
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(samples)), StandardCharsets.UTF_8))) {
            assertThat(lines.lines())
                    .hasSize(7)
                    .startsWith("start_ms,bytes,streams", START.plusSeconds(2).toEpochMilli() + ",100,1");
        }
    }

    @Test
    void clocksThatDifferAreAWarning() {
        assertThat(assembled(figures(trace("map28", -5000, 8000, 600))).warnings())
                .extracting(Warning::code)
                .contains("clocks-differ");
        assertThat(assembled(figures(trace("map28", 2000, 8000, 600))).warnings())
                .extracting(Warning::code)
                .doesNotContain("clocks-differ");
    }

    @Test
    void aStreamWhoseBusiestThreadComputesForFourFifthsOfItsTimeIsAWarning() {
        assertThat(assembled(computing(0.8)).warnings())
                .filteredOn(warning -> warning.code().equals("streams-cpu-bound"))
                .singleElement()
                .extracting(Warning::message)
                .asString()
                .contains("80 % of the stream's time");
        for (RunStreams other : List.of(computing(0.79), computing(null), figures(trace("map28", 2000, 8000, 600)))) {
            assertThat(assembled(other).warnings()).extracting(Warning::code).doesNotContain("streams-cpu-bound");
        }
    }

    private static RunStreams computing(Double busiest) {
        Throughput.StreamTimes times = new Throughput.StreamTimes(
                1.0, 0.1, 0.6, null, 0.1, 0.2, busiest, null, null, busiest, null, 9L, 0.1, 0.1, 0.1);
        return RunStreams.of(
                new Streams(600, 1, List.of(trace("map28", 2000, 8000, 600)), 1000, times, null),
                Fixtures.ended(true, ""));
    }

    private static RunRecord assembled(RunStreams figures) {
        SizedRun run = Fixtures.sizing(Fixtures.shape(3)).size(Fixtures.spec(1, "dfsio-write", 500));
        RecordAssembler.RecordContent parts = new RecordAssembler.RecordContent(
                run, null, null, Fixtures.ended(true, ""), HISTORY, List.of(), List.of(), figures, null, null, null);
        return new RecordAssembler(
                        Fixtures.settings(Fixtures.plan("dfsio-write"), new Cooling.NoCooling()), Fixtures.SOFTWARE)
                .assemble("001-dfsio-write", parts, new Outcome(Status.OK, List.of(), null, List.of()));
    }
}
