package org.spindlebench.analysis.importer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.importer.Importer.ImportFile;
import org.spindlebench.analysis.importer.Imports.Importers;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Warning;

/** Reads files of other tools that have the same runs, or times of clocks in other zones. */
class ImportedIdentityTest {
    private static final String HEADER = "job,setup,duration_s,started_at\n";

    private static final String FIRST =
            "setup confounded with time: hdd came first in 100 % of all pairs of observations."
                    + " The interval does not cover what changed in between; run the setups in turn";

    @TempDir
    Path directory;

    /** The format's default names the setup after the file, so the copy has another setup. */
    @Test
    void a_copy_under_another_name_is_refused() throws IOException {
        String result = """
                ----- TestDFSIO ----- : write
                           Date & time: Sat Aug 02 12:00:05 %s 2014
                       Number of files: 4
                Total MBytes processed: 1024.0
                     Throughput mb/sec: 19.3
                Average IO rate mb/sec: 20.5
                 IO rate std deviation: 1.25
                    Test exec time sec: 45.625
                """;
        for (String zone : List.of("UTC", "CST")) {
            assertThatThrownBy(() -> runs("testdfsio", result.formatted(zone), result.formatted(zone)))
                    .isInstanceOf(InvalidDocumentException.class)
                    .hasMessageContaining("1.log: line 1 is a copy of an earlier run");
        }
        assertThat(runs("testdfsio", result.formatted("UTC"), result.formatted("CST"))
                        .setups())
                .hasSize(2);
    }

    @Test
    void a_line_that_occurs_twice_is_refused_if_it_has_a_time() throws IOException {
        String line = "sort,hdd,4.5,2026-03-01T10:00:00Z\n";
        assertThatThrownBy(() -> runs("csv", HEADER + line + line))
                .hasMessageContaining("0.log: line 3 is a copy of an earlier run. Job, settings, time and duration");
        assertThatThrownBy(() -> runs("csv", HEADER + line, HEADER + line + line))
                .hasMessageContaining(
                        "1.log: line 2 is a copy of an earlier run; 1.log: line 3 is a copy of an earlier run.");
        assertThatThrownBy(() -> runs("csv", HEADER + line, HEADER + line))
                .hasMessageContaining("1.log: line 2 is a copy of an earlier run");
        assertThat(runs("csv", HEADER + line + line.replace("hdd", "ssd")).setups())
                .hasSize(2);
        String untimed = "sort,hdd,4.5,\n";
        assertThat(runs("csv", HEADER + untimed + untimed)
                        .cells()
                        .get(0)
                        .counts()
                        .ok())
                .isEqualTo(2);
    }

    /** Local times of two files may be hours apart, so they say nothing of the order of their runs. */
    @Test
    void times_without_a_zone_order_the_runs_of_one_file_only() throws IOException {
        String hdd = lines("hdd", 0, "");
        String ssd = lines("ssd", 12, "");
        assertThat(warnings(runs("csv", HEADER + hdd + ssd))).contains(FIRST);
        assertThat(warnings(runs("csv", HEADER + hdd, HEADER + ssd))).doesNotContain(FIRST);
        assertThat(warnings(runs("csv", HEADER + lines("hdd", 0, "Z"), HEADER + lines("ssd", 12, "Z"))))
                .contains(FIRST);
    }

    private static String lines(String setup, int hour, String zone) {
        return IntStream.range(0, 8)
                .mapToObj(i -> "sort," + setup + "," + (60 + i % 3) + ".25,2026-03-01T"
                        + String.format("%02d", hour + i) + ":00:00" + zone + "\n")
                .collect(Collectors.joining());
    }

    private static List<String> warnings(Runs runs) {
        Findings findings = Findings.of(runs, ComparisonOptions.standard().against("hdd"));
        return findings.comparisons().findFirst().orElseThrow().warnings().stream()
                .map(Warning::message)
                .toList();
    }

    private Runs runs(String format, String... contents) throws IOException {
        List<Stream<RunRecord>> files = IntStream.range(0, contents.length)
                .mapToObj(i -> read(format, directory.resolve(i + ".log"), contents[i]))
                .toList();
        return Runs.of(files.stream().flatMap(Function.identity()));
    }

    private static Stream<RunRecord> read(String format, Path file, String content) {
        try {
            Files.writeString(file, content);
            return Imports.read(
                    Importers.named(format).orElseThrow(),
                    new ImportFile(file, Importer.SafeName.ofFile(file), Optional.empty()),
                    line -> {});
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
