package org.spindlebench.analysis.importer;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.spindlebench.analysis.record.RunSource;

/**
 * Reads the CSV exports of ALOJA, of every layout: columns are known by their names, in any order, and those that are not known
 * become settings. {@code docs/import.md} says what each becomes.
 */
final class AlojaImporter implements Importer {
    static final String NAME = "aloja";
    static final String BENCHMARK = "Benchmark";
    static final String TIME = "Exe.Time";
    static final String NET = "Net";
    static final String DISK = "Disk";

    private static final List<String> NEEDED = List.of(BENCHMARK, TIME, NET, DISK);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "a CSV export of ALOJA, with the columns " + String.join(", ", NEEDED);
    }

    @Override
    public SetupName setupName() {
        return SetupName.IN_FILE;
    }

    @Override
    public RunSource open(ImportFile file, Consumer<UnreadableLine> unreadable) throws IOException {
        return CsvRuns.open(file, lowerCase(), header -> new AlojaMeaning(this, file, header), unreadable);
    }

    /** Whether a first line names at least the benchmark and its time as ALOJA does, and so is none of a generic CSV file. */
    static boolean isHeader(String line) {
        try {
            return CsvHeader.names(line).containsAll(lowerCase().subList(0, 2));
        } catch (UnreadableException notCsv) {
            return false;
        }
    }

    private static List<String> lowerCase() {
        return NEEDED.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
    }
}
