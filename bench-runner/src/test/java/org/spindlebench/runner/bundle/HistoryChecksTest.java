package org.spindlebench.runner.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.mapreduce.jobhistory.EventWriter.WriteMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.document.JsonDocument.Origin;
import org.spindlebench.analysis.importer.Importer.ImportFile;
import org.spindlebench.analysis.importer.Imports;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.runner.bundle.ArchiveReader.UnpackLimits;
import org.spindlebench.runner.collect.HistoryFixture;
import org.spindlebench.runner.collect.JobHistoryImporter;

class HistoryChecksTest {
    private static final String RUN = "job_1600000000000_0007";

    @TempDir
    Path directory;

    private final List<String> found = new ArrayList<>();

    /** Returns the record of the history's job. */
    private String recorded() throws IOException {
        Path file = directory.resolve("some.jhist");
        SmallCampaign.write(file, HistoryFixture.complete(WriteMode.BINARY));
        try (Stream<RunRecord> runs =
                Imports.read(new JobHistoryImporter(), new ImportFile(file, "some", Optional.empty()), line -> {})) {
            return JsonDocument.line(runs.toList().get(0));
        }
    }

    private List<String> check(String recorded, String entry) throws IOException {
        HistoryChecks checks = new HistoryChecks(directory, UnpackLimits.USUAL, found::add);
        checks.add(JsonDocument.parse(recorded, RunRecord.class, RunRecord.SCHEMA, new Origin("record", 1)), true);
        assertThat(HistoryChecks.isHistory(entry)).isTrue();
        checks.check(entry);
        return found;
    }

    @ParameterizedTest
    @ValueSource(strings = {"logs/a.jhist", "logs/a.jhist.gz"})
    void aRecordThatIsAsItsHistoryIsSound(String entry) throws IOException {
        for (WriteMode mode : WriteMode.values()) {
            SmallCampaign.write(directory.resolve(entry), HistoryFixture.complete(mode));
            assertThat(check(recorded(), entry)).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "2020-09-13T12:26:52Z, 2020-09-13T12:26:53Z, times.jobFinished",
        "2020-09-13T12:26:46Z, 2020-09-13T12:26:47Z, started",
        "'\"CPU_MILLISECONDS\":2500', '\"CPU_MILLISECONDS\":2501', counters: CPU_MILLISECONDS",
        "'\"host\":\"node-1\"', '\"host\":\"node-2\"', host"
    })
    void aRecordThatDiffersFromItsHistoryIsFound(String from, String to, String what) throws IOException {
        String recorded = recorded();
        assertThat(recorded).contains(from);
        SmallCampaign.write(directory.resolve("a.jhist"), HistoryFixture.complete(WriteMode.JSON));

        assertThat(check(recorded.replace(from, to), "a.jhist"))
                .anyMatch(one -> one.startsWith("runs/" + RUN + ".json: ") && one.contains(what));
    }

    @Test
    void aRecordWithAnotherConfigurationThanItsJobIsFound() throws IOException {
        String recorded = recorded();
        assertThat(recorded).contains("\"configuration\":{}");
        String xml = "<configuration><property><name>a.b</name><value>2.0</value><final>false</final></property>\n"
                + "<property><name>c</name><value>y</value></property></configuration>";
        SmallCampaign.write(directory.resolve(RUN + "_conf.xml"), xml.getBytes(StandardCharsets.UTF_8));

        assertThat(check(
                        recorded.replace("\"configuration\":{}", "\"configuration\":{\"a.b\":\"2\",\"c\":\"x\"}"),
                        RUN + "_conf.xml"))
                .containsExactly("runs/" + RUN + ".json: configuration: c is x, but " + RUN + "_conf.xml has y");
    }
}
