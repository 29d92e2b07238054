package org.spindlebench.runner.imports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.importer.Importer;
import org.spindlebench.analysis.importer.Imports.Importers;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.Records.RunSource;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.runner.cli.Session;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.console.Console;
import org.spindlebench.runner.console.GenericOptions;
import org.spindlebench.runner.console.OptionConverter;
import picocli.CommandLine;

/** Adds an import format as README's table "Where to add things" says. */
class AddedImportFormatTest {
    @TempDir
    Path directory;

    private final Problems problems = new Problems();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    /** A format as a developer would add it: a job, a setup and seconds on each line. */
    private static final class WordsImporter implements Importer {
        @Override
        public String name() {
            return "words";
        }

        @Override
        public String summary() {
            return "lines of a job, a setup and seconds";
        }

        @Override
        public SetupName setupName() {
            return SetupName.IN_FILE;
        }

        @Override
        public RunSource open(ImportFile file, Consumer<UnreadableLine> unreadable) throws IOException {
            return new Lines(file, Files.newBufferedReader(file.path()), unreadable);
        }

        private static final class Lines implements RunSource {
            private final ImportFile file;
            private final BufferedReader in;
            private final Consumer<UnreadableLine> unreadable;
            private long number;

            Lines(ImportFile file, BufferedReader in, Consumer<UnreadableLine> unreadable) {
                this.file = file;
                this.in = in;
                this.unreadable = unreadable;
            }

            @Override
            public RunRecord next() throws IOException {
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                    number++;
                    List<String> words = List.of(line.split(" "));
                    if (words.size() == 3) {
                        return RunRecord.measured(
                                new RunRecord.Identity(file.campaign(), "line-" + number, "words", null, null),
                                new RunRecord.ImportSource("words", file.name(), number),
                                new Subject(words.get(0), words.get(1), Map.of()),
                                Double.parseDouble(words.get(2)));
                    }
                    unreadable.accept(new UnreadableLine(file.name(), number, "not three words"));
                }
                return null;
            }

            @Override
            public void close() throws IOException {
                in.close();
            }
        }
    }

    @Test
    void anImportFormatIsOneClassAndOneLineAndIsImportedAndReported() throws IOException {
        Files.writeString(directory.resolve("runs.txt"), "sort hdd 20\nsort hdd 22\nsort\nsort ssd 10\nsort ssd 11\n");

        assertThat(imported("words", "runs.txt", "--out", "imported"))
                .as("some lines could not be read")
                .isEqualTo(1);

        assertThat(out.toString(StandardCharsets.UTF_8)).contains("runs.txt: 4 runs (4 ok)");
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("runs.txt: line 3: not three words");
        try (Stream<RunRecord> records = Records.read(directory.resolve("imported/runs.jsonl"))) {
            assertThat(records)
                    .extracting(
                            run -> run.source().format() + " " + run.source().line())
                    .containsExactly("words 1", "words 2", "words 4", "words 5");
        }
        Session reader = new Session(directory);
        assertThat(reader.run("report", "imported", "--baseline", "hdd")).isZero();
        assertThat(reader.out()).contains("sort: ssd is faster than hdd: 2.000x");
    }

    @Test
    void itsNameIsAmongThoseThatAreSuggested() {
        assertThat(imported("wods", "runs.txt", "--out", "imported")).isEqualTo(2);

        assertThat(err.toString(StandardCharsets.UTF_8)).contains("unknown format `wods`", "nearest  words");
    }

    /** Imports with the formats of the library and the new one, and returns the exit code. */
    private int imported(String... arguments) {
        CliContext context = new CliContext(Map.of(), directory, Instant::now, () -> Session.SEED);
        Console console = new Console(
                GenericOptions.extract(List.of(), problems), problems, stream(out), stream(err), cluster -> {
                    throw new AssertionError("an import needs no cluster");
                });
        List<Importer> formats = new ArrayList<>(Importers.ALL);
        formats.add(new WordsImporter());
        ImportCommand command = new ImportCommand(context, console, formats);
        new CommandLine(command, new Converters(context)).parseArgs(arguments);
        return command.call();
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    /** Makes the converters of options, which need the working directory. */
    private record Converters(CliContext context) implements CommandLine.IFactory {
        @Override
        public <K> K create(Class<K> type) throws Exception {
            return OptionConverter.class.isAssignableFrom(type)
                    ? type.cast(OptionConverter.make(type, context))
                    : CommandLine.defaultFactory().create(type);
        }
    }
}
