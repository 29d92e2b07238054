package org.spindlebench.analysis.importer;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.spindlebench.analysis.document.Utf8Lines;

/**
 * Finds the columns of a CSV file that name or date its runs: each line has a value of its own there. As settings they would make every
 * run a measurement of its own, so that nothing could be compared.
 */
final class RunColumns {
    /** Of fewer lines each may well have a setting of its own. */
    private static final int LEAST_LINES = 4;

    /** Lines that are looked at. */
    private static final int MOST_LINES = 1_000_000;

    private final CsvHeader header;
    private final Map<String, Set<String>> values = new HashMap<>();
    private final Set<String> setups = new HashSet<>();
    private final Set<List<String>> measurements = new HashSet<>();
    private int lines;

    private RunColumns(CsvHeader header, Collection<String> columns) {
        this.header = header;
        columns.forEach(column -> values.put(column, new HashSet<>()));
    }

    /**
     * Those of some columns. None of a file in which nothing is repeated or compared anyway: of one setup, or with a job and setup of its own
     * in each line.
     */
    static Set<String> of(ImportFile file, CsvHeader header, Collection<String> columns) throws IOException {
        RunColumns found = new RunColumns(header, columns);
        try (Utf8Lines lines = CsvLines.open(file.path())) {
            boolean isHeader = true;
            while (!found.values.isEmpty() && found.lines < MOST_LINES && lines.advance()) {
                if (!lines.isBlank()) {
                    if (!isHeader && lines.problem().isEmpty()) {
                        found.add(lines.text());
                    }
                    isHeader = false;
                }
            }
        }
        boolean repeated = found.measurements.size() < found.lines;
        return found.lines >= LEAST_LINES && found.setups.size() > 1 && repeated
                ? new TreeSet<>(found.values.keySet())
                : Set.of();
    }

    private void add(String line) {
        List<String> cells;
        try {
            cells = CsvLines.cells(line, header.separator());
        } catch (UnreadableException e) {
            // Who reads the runs tells of it.
            return;
        }
        if (cells.size() != header.names().size()) {
            return;
        }
        lines++;
        setups.add(cell(cells, CsvColumn.SETUP.label()));
        measurements.add(List.of(cell(cells, CsvColumn.JOB.label()), cell(cells, CsvColumn.SETUP.label())));
        for (String column : new ArrayList<>(values.keySet())) {
            String value = cell(cells, column);
            if (value.isEmpty() || !values.get(column).add(value)) {
                values.remove(column);
            }
        }
    }

    private String cell(List<String> cells, String column) {
        return cells.get(header.places().get(column));
    }
}
