package org.spindlebench.analysis.importer;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.record.Warning;

/** What the lines of an export of ALOJA mean. */
final class AlojaMeaning implements CsvRuns.Meaning {
    private static final String ID = "id";
    private static final String COST = "Running.Cost";
    private static final String END = "End.time";
    /** How R, which wrote the exports, and databases say that there is no value. */
    private static final Set<String> UNKNOWN = Set.of("na", "null", "\\n");

    private static final Pattern CODE = Pattern.compile("\\d+");
    private static final Pattern COUNT = Pattern.compile("[1-9]\\d{0,8}");
    private static final Set<String> NO_SETTINGS = Set.of(
            ID,
            lower(AlojaImporter.BENCHMARK),
            lower(AlojaImporter.TIME),
            lower(AlojaImporter.NET),
            lower(AlojaImporter.DISK),
            lower(COST),
            lower(END));
    private static final Warning END_UNREADABLE = new Warning(
            "end-time-unreadable", "the export's End.time is no time: when the run took place is not known");

    private static final Warning CODEC_UNKNOWN = new Warning(
            "compression-code-unknown", "the export names the codec by a number that ALOJA's table does not have");

    private final Importer importer;
    private final ImportFile file;
    private final List<String> settings;
    private final Set<String> names = new HashSet<>();

    AlojaMeaning(Importer importer, ImportFile file, CsvHeader header) {
        this.importer = importer;
        this.file = file;
        this.settings = header.names().stream()
                .filter(name -> !NO_SETTINGS.contains(name))
                .toList();
    }

    @Override
    public RunRecord run(CsvRow row) throws UnreadableException {
        double elapsed = Numbers.positive(AlojaImporter.TIME, need(row, AlojaImporter.TIME));
        String setup = need(row, AlojaImporter.DISK) + "-" + need(row, AlojaImporter.NET);
        String job = CsvRow.name(AlojaImporter.BENCHMARK, need(row, AlojaImporter.BENCHMARK));
        Subject subject = new Subject(job, CsvRow.name("Disk and Net", setup), settings(row));
        Optional<String> end = known(row, lower(END));
        Optional<Instant> finished = end.flatMap(Instants::digits);
        Double cost = cost(row);
        String suite = subject.settings().getOrDefault(AlojaColumn.BENCH_TYPE.setting(), importer.name());
        return new ImportedRun(importer, file, name(row), suite, row.line(), subject)
                .times(ImportedRun.times(null, finished.orElse(null), elapsed))
                .warnings(warnings(subject, end.isPresent() && finished.isEmpty()))
                .cost(cost)
                .sizes(nodes(subject), null, null)
                .toRecord();
    }

    private static List<Warning> warnings(Subject subject, boolean endUnreadable) {
        List<Warning> warnings = new ArrayList<>();
        if (endUnreadable) {
            warnings.add(END_UNREADABLE);
        }
        String codec = subject.settings().getOrDefault(AlojaColumn.COMPRESSION.setting(), "");
        if (CODE.matcher(codec).matches()) {
            warnings.add(CODEC_UNKNOWN);
        }
        return warnings;
    }

    // Last, so that a line that can't be read takes no name.
    private String name(CsvRow row) throws UnreadableException {
        Optional<String> id = known(row, ID);
        if (id.isEmpty()) {
            return ImportedRun.lineName(row.line());
        }
        String name = "id-" + SafeName.of(id.get(), "none");
        if (!names.add(name)) {
            throw new UnreadableException(
                    "ID " + Numbers.shown(id.get()) + " occurs before: the run would count twice");
        }
        return name;
    }

    private Map<String, String> settings(CsvRow row) throws UnreadableException {
        Map<String, String> all = new TreeMap<>();
        for (String name : settings) {
            Optional<String> cell = known(row, name);
            if (cell.isEmpty()) {
                continue;
            }
            Optional<AlojaColumn> column = AlojaColumn.of(name);
            if (column.isEmpty()) {
                all.put(name.replaceAll("[. ]+", "_"), CsvRow.name(name, cell.get()));
            } else {
                column.get()
                        .value(cell.get())
                        .ifPresent(value -> all.put(column.get().setting(), value));
            }
        }
        return all;
    }

    private static Double cost(CsvRow row) throws UnreadableException {
        Optional<String> text = known(row, lower(COST));
        return text.isEmpty() ? null : (Double) Numbers.notNegative(COST, text.get());
    }

    private static Integer nodes(Subject subject) {
        String nodes = subject.settings().getOrDefault(AlojaColumn.DATANODES.setting(), "");
        return COUNT.matcher(nodes).matches() ? Integer.valueOf(nodes) : null;
    }

    private static String need(CsvRow row, String column) throws UnreadableException {
        Optional<String> cell = known(row, lower(column));
        if (cell.isEmpty()) {
            throw new UnreadableException(column + " is empty or NA");
        }
        return cell.get();
    }

    private static Optional<String> known(CsvRow row, String column) {
        return row.get(column).filter(cell -> !UNKNOWN.contains(lower(cell)));
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
