package org.spindlebench.analysis.importer;

import java.io.IOException;
import java.util.function.Consumer;
import org.spindlebench.analysis.record.RunSource;

/**
 * Reads CSV with one run a line: {@code job,setup,duration_s}, any of {@code status,started_at,cost_usd,visit,block}, and
 * settings in all other columns. {@code docs/import.md} says what each may hold.
 */
final class CsvImporter implements Importer {
    static final String NAME = "csv";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "CSV with a header that has the columns " + String.join(", ", CsvColumn.needed());
    }

    @Override
    public SetupName setupName() {
        return SetupName.IN_FILE;
    }

    @Override
    public RunSource open(ImportFile file, Consumer<UnreadableLine> unreadable) throws IOException {
        return CsvRuns.open(file, CsvColumn.needed(), header -> new CsvMeaning(this, file, header), unreadable);
    }
}
