package org.spindlebench.analysis.importer;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.importer.CsvHeader.CsvColumn;
import org.spindlebench.analysis.importer.CsvImporter.CsvMeaning;
import org.spindlebench.analysis.importer.Importer.ImportFile;
import org.spindlebench.analysis.importer.Importer.UnreadableException;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.record.Warning;

/**
 * Reads a CSV file before its runs are read, and decides what only the whole file shows: its dialect, and which columns
 * are settings.
 *
 * @param settings the names of the columns that are settings
 * @param warnings of every run, about columns
 * @param namesOk whether the status of some line says that its run succeeded
 * @param summaries the lines that summarise others, by their numbers, and what says so, such as {@code job is 'total'}
 */
record CsvScan(
        CsvDialect dialect,
        List<String> settings,
        List<Warning> warnings,
        boolean namesOk,
        Map<Long, String> summaries) {
    /** The names of columns that may number the repeats of a job on a setup. */
    private static final Set<String> NUMBERS_OF_REPEATS = Set.of(
            "run",
            "repeat",
            "repetition",
            "rep",
            "trial",
            "attempt",
            "run_no",
            "run_number",
            "run_id",
            "iteration",
            "no",
            "nr",
            "#");

    /** The names of columns whose values number or name runs, and are no measurements. */
    private static final Set<String> NUMBERS_OF_RUNS = Stream.concat(
                    NUMBERS_OF_REPEATS.stream(), Stream.of("id", "index", "seed", "number", "pid"))
            .collect(Collectors.toUnmodifiableSet());

    private static final Pattern SMALL = Pattern.compile("\\d{1,2}");
    private static final String STATISTICS =
            "(grand )?total|sum|mean|avg|average|median|geo(metric )?mean|std(\\.? ?dev)?|stdev|standard deviation"
                    // German, French and Spanish.
                    + "|summe|mittelwert|durchschnitt|standardabweichung|somme|moyenne|m\u00e9diane|suma|promedio|mediana";
    /** Words of lines that summarise others, in a column that numbers runs. */
    private static final Pattern OF_NUMBERS = Pattern.compile(
            STATISTICS + "|p\\d{1,2}([.,]\\d+)?|\\d{1,2}(th)? percentile|count|n",
            Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
    /** The same as a job or a setup. Azure's disks are called P4 to P80. */
    private static final Pattern SUMMARY = Pattern.compile(
            STATISTICS + "|sub-?total|overall|all( jobs| runs)?|gesamt|p9[059]([.,]9+)?|9[059](th)? percentile",
            Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
    /** The names of columns of a wide table that are computed from a line's durations. */
    private static final Pattern COMPUTED = Pattern.compile(
            "(?:" + STATISTICS + "|sd|std|cv|ratio|speed[- _]?up|diff(?:erence)?|delta|min(?:imum)?|max(?:imum)?)"
                    + "(?:[ _]?[(\\[].*[)\\]])?",
            Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
    /** Words that name jobs and setups, too, but never the number of a run. */
    private static final Pattern EXTREME = Pattern.compile("min(imum)?|max(imum)?", Pattern.CASE_INSENSITIVE);
    /** With fewer lines, it is likely that every line has another value of a real setting. */
    private static final int LEAST_LINES = 4;

    private static final int MOST_LINES = 1_000_000;
    /** Values of a column that differ by more are quantities, and never names of runs. */
    private static final double NOISE = 1.05;
    /** Values of a setting that differ by less are probably the same one. */
    private static final double NEARLY = 1.01;

    private static final int MOST_VALUES = 10_000;

    static CsvScan of(ImportFile file, CsvHeader header) throws IOException {
        Columns columns = read(file, header, Set.of());
        return (columns.names.isEmpty() ? columns : read(file, header, columns.names)).result(file);
    }

    private static Columns read(ImportFile file, CsvHeader header, Set<String> names) throws IOException {
        Columns columns = new Columns(header, names);
        try (CsvLines lines = CsvLines.open(file.path())) {
            while (lines.advance()) {
                if (lines.number() > header.line()) {
                    columns.lines += Math.max(1, header.wide().size());
                    if (columns.lines <= MOST_LINES && lines.problem().isEmpty()) {
                        columns.add(lines.number(), lines.text());
                    }
                }
            }
        }
        return columns;
    }

    /** The columns of a file, while its lines are read. */
    private static final class Columns {
        private final CsvHeader header;
        private final Map<String, Values> values = new TreeMap<>();
        private final Set<String> setups = new HashSet<>();
        private final Set<List<String>> measurements = new HashSet<>();
        private final CsvDialect.Evidence evidence = new CsvDialect.Evidence();
        private final Values index = new Values();
        private final Values jobNames = new Values();
        private final Values setupNames = new Values();
        private int lines;
        private int readable;
        private boolean namesOk;
        private final Set<String> names = new TreeSet<>();
        private final Map<Long, String> summaries = new HashMap<>();
        private final Set<List<String>> summarised = new HashSet<>();
        private String furtherNames;

        /** @param known words that are names of jobs or setups */
        Columns(CsvHeader header, Set<String> known) {
            this.header = header;
            names.addAll(known);
            header.names().stream()
                    .filter(name -> !name.isEmpty() && !CsvColumn.labels().contains(name))
                    .forEach(name -> values.put(name, new Values()));
        }

        void add(long line, String text) {
            List<String> cells;
            try {
                cells = CsvHeader.cells(text, header.separator());
            } catch (UnreadableException e) {
                // The error is reported when the runs are read.
                return;
            }
            if (cells.size() != header.width() || isSummary(line, cells)) {
                return;
            }
            if (!header.wide().isEmpty() && readable == 0 && areNames(cells)) {
                furtherNames = "line " + line + ", which begins with " + Numbers.shown(cells.get(0));
                return;
            }
            namesOk |= CsvMeaning.status(cell(cells, CsvColumn.STATUS.label()))
                    .filter(Status.OK::equals)
                    .isPresent();
            for (List<String> row : header.rows(cells)) {
                readable++;
                setups.add(cell(row, CsvColumn.SETUP.label()));
                jobNames.add(cell(row, CsvColumn.JOB.label()));
                setupNames.add(cell(row, CsvColumn.SETUP.label()));
                measurements.add(List.of(cell(row, CsvColumn.JOB.label()), cell(row, CsvColumn.SETUP.label())));
                evidence.addDuration(line, cell(row, CsvColumn.DURATION_S.label()));
                evidence.add(line, cell(row, CsvColumn.COST_USD.label()));
            }
            values.forEach((column, of) -> {
                of.add(cell(cells, column));
                if (header.wide().isEmpty() && NUMBERS_OF_REPEATS.contains(column)) {
                    of.addRepeat(others(column, cells), cell(cells, column));
                }
            });
            if (header.hasIndex()) {
                index.add(cells.get(0));
            }
        }

        /** Whether a line is one of the header's, as pandas writes them for columns of several levels. */
        private static boolean areNames(List<String> cells) {
            return (CsvColumn.labels().contains(cells.get(0)) || NUMBERS_OF_RUNS.contains(cells.get(0)))
                    && cells.stream()
                            .skip(1)
                            .allMatch(cell ->
                                    cell.isEmpty() || SMALL.matcher(cell).matches());
        }

        /** Whether a line summarises others. If lines repeat its job, setup and settings, its words are names. */
        private boolean isSummary(long line, List<String> cells) {
            Optional<String> summary = summary(cells);
            if (summary.isEmpty()) {
                return false;
            }
            summaries.put(line, summary.get());
            List<String> measured = Stream.concat(
                            Stream.of(CsvColumn.JOB.label(), CsvColumn.SETUP.label()),
                            values.keySet().stream().filter(name -> !NUMBERS_OF_RUNS.contains(name)))
                    .map(name -> own(cells, name))
                    .toList();
            if (!summarised.add(measured)) {
                names.addAll(measured.subList(0, 2));
            }
            return true;
        }

        /** Returns the column and the word by which a line summarises others; empty if it is of a run. */
        private Optional<String> summary(List<String> cells) {
            Stream<String> ofNames = Stream.of(CsvColumn.JOB.label(), CsvColumn.SETUP.label())
                    .filter(column ->
                            SUMMARY.matcher(own(cells, column)).matches() && !names.contains(own(cells, column)));
            Stream<String> ofNumbers = NUMBERS_OF_RUNS.stream()
                    .sorted()
                    .filter(column -> OF_NUMBERS.matcher(own(cells, column)).matches()
                            || EXTREME.matcher(own(cells, column)).matches());
            return Stream.concat(ofNames, ofNumbers)
                    .map(column -> column + " is " + Numbers.shown(own(cells, column)))
                    .findFirst();
        }

        /** Returns the cell that the line has in a column. The user names the setups or jobs of a wide table. */
        private String own(List<String> cells, String column) {
            return header.places().getOrDefault(column, 0) < cells.size() ? cell(cells, column) : "";
        }

        /** Returns the cells that say what was measured, without one column. */
        private List<String> others(String column, List<String> cells) {
            return Stream.concat(
                            Stream.of(CsvColumn.JOB.label(), CsvColumn.SETUP.label()),
                            values.keySet().stream().filter(name -> !name.equals(column)))
                    .map(name -> cell(cells, name))
                    .toList();
        }

        private String cell(List<String> cells, String column) {
            Integer place = header.places().get(column);
            return place == null ? "" : cells.get(place);
        }

        CsvScan result(ImportFile file) {
            refuseWhatMisleads(file);
            CsvDialect dialect =
                    evidence.dialect(file.path().toString(), header.separator(), file.form(), header.unit());
            List<String> settings = new ArrayList<>();
            List<String> names = new ArrayList<>();
            List<Warning> warnings = new ArrayList<>();
            header.names().stream().filter(values::containsKey).forEach(name -> {
                boolean isKnown = Subject.WELL_KNOWN.contains(name)
                        || file.form().rounding().containsKey(name);
                Values of = values.get(name);
                boolean isName = !isKnown && isRepeated() && of.areDistinct && !of.isQuantity(name);
                Optional<String> reason = isKnown || isName ? Optional.empty() : reasonAgainst(name);
                if (reason.isPresent()) {
                    warnings.add(new Warning(
                            "column-not-a-setting", name + reason.get() + ", so it is not treated as a setting"));
                    return;
                }
                (isName ? names : settings).add(name);
                if (!isName) {
                    of.spellings(name, ", or leave the column out with --ignore " + name)
                            .ifPresent(warnings::add);
                }
                if (!isName && !isKnown && isRepeated()) {
                    of.doubt(name).ifPresent(warnings::add);
                }
            });
            if (!names.isEmpty()) {
                warnings.add(notSettings(names));
            }
            jobNames.spellings(CsvColumn.JOB.label(), "").ifPresent(warnings::add);
            setupNames.spellings(CsvColumn.SETUP.label(), "").ifPresent(warnings::add);
            return new CsvScan(dialect, settings, warnings, namesOk, summaries);
        }

        /** Returns why a column that may be a setting is none; empty if it is one. */
        private Optional<String> reasonAgainst(String name) {
            if (!header.wide().isEmpty() && COMPUTED.matcher(name).matches()) {
                return Optional.of(" is computed from the durations of a line");
            }
            return isRepeated() && values.get(name).isRepeat()
                    ? Optional.of(" numbers the runs of each job and setup")
                    : Optional.empty();
        }

        /** Refuses a file whose runs would be read wrongly as a whole. */
        private void refuseWhatMisleads(ImportFile file) {
            if (header.hasIndex() && !index.isIndex()) {
                throw new InvalidDocumentException(file.path()
                        + ": column 1 has no name, and does not number the lines: give it a name, or remove it");
            }
            if (furtherNames != null) {
                throw new InvalidDocumentException(file.path() + ": " + furtherNames
                        + ", is a further line of names, as pandas writes it for columns of several levels: write a table"
                        + " with one line of names");
            }
            Set<String> unknown = new TreeSet<>(file.form().rounding().keySet());
            unknown.removeAll(values.keySet());
            if (!unknown.isEmpty()) {
                throw new InvalidDocumentException(file.path() + ": --round names " + String.join(", ", unknown)
                        + ", which is not a setting of the file; the settings are "
                        + (values.isEmpty() ? "none" : String.join(", ", values.keySet())));
            }
            if (!header.places().containsKey(CsvColumn.STATUS.label())
                    && header.wide().isEmpty()) {
                refuseStatus(file);
            }
        }

        /** Refuses failed runs whose status is in a column of another name: they would count as valid. */
        private void refuseStatus(ImportFile file) {
            values.forEach((name, of) -> {
                boolean isCode = Values.CODE.matcher(name).matches() && of.areNumbers && of.hasOtherThan0();
                if (isCode || (of.areStatus && of.hasFailed)) {
                    throw new InvalidDocumentException(file.path() + ": column " + Numbers.shown(name)
                            + " says that runs failed, and no column is called status: "
                            + (isCode
                                    ? "write ok or failed into a column status"
                                    : "add --columns status=" + name + ", or rename the column if it is a setting"));
                }
            });
        }

        /** Whether the file repeats and compares anything. */
        private boolean isRepeated() {
            return readable >= LEAST_LINES && setups.size() > 1 && measurements.size() < readable;
        }

        private static Warning notSettings(List<String> columns) {
            return new Warning(
                    "column-not-a-setting",
                    "every line of the file has its own value of " + String.join(", ", columns)
                            + ". Such a column names or dates runs, so it is not treated as a setting");
        }
    }

    /** The values of one column. */
    private static final class Values {
        private static final Pattern NOTHING = Pattern.compile("|none|null|nil|nan|n/?a|-+|\u2013|\u2014");
        /** A number whose marks have one meaning only: a mark before exactly three digits has two. */
        private static final Pattern CLEAR_NUMBER = Pattern.compile(
                "[+-]?\\d{1,15}(?:[.,](?!\\d{3}$)\\d{1,15})?|[+-]?\\d{1,3}(?:([.,])\\d{3})+(?!\\1)[.,]\\d{1,15}");

        private static final Pattern CODE = Pattern.compile("rc|(exit|return)_?(code|status|value)?");
        private final Set<List<String>> measured = new HashSet<>();
        private final Set<List<String>> repeats = new HashSet<>();
        private boolean areOnce = true;
        private boolean areStatus = true;
        private boolean hasFailed;
        private final Set<String> seen = new HashSet<>();
        private final TreeSet<Double> numbers = new TreeSet<>();
        private boolean areDistinct = true;
        private boolean areNumbers = true;
        private boolean areConsecutive = true;
        private double last = Double.NaN;
        private final Set<String> texts = new HashSet<>();
        private final Map<String, String> meanings = new HashMap<>();
        /** Two texts that probably mean the same; null if there are none. */
        private String alike;

        void add(String value) {
            if (areStatus && !value.isEmpty()) {
                Optional<Status> status = CsvMeaning.status(value);
                areStatus = status.isPresent();
                hasFailed |= areStatus && status.get() != Status.OK;
            }
            if (alike == null && texts.size() < MOST_VALUES && texts.add(value)) {
                String other = meanings.putIfAbsent(meaning(value), value);
                alike = other == null ? null : named(other) + " and " + named(value);
            }
            areDistinct = areDistinct && !value.isEmpty() && seen.add(value);
            if (!areDistinct) {
                seen.clear();
            }
            if (areNumbers && !value.isEmpty()) {
                try {
                    add(Double.parseDouble(value.indexOf('.') < 0 ? value.replace(',', '.') : value));
                } catch (NumberFormatException e) {
                    areNumbers = false;
                }
            }
        }

        private void add(double number) {
            areNumbers = Double.isFinite(number);
            areConsecutive &= Double.isNaN(last) || number == last + 1;
            last = number;
            if (numbers.size() < MOST_VALUES) {
                numbers.add(number);
            }
        }

        /** Adds the number of a run of what the other cells say. */
        void addRepeat(List<String> others, String value) {
            measured.add(others);
            List<String> all = new ArrayList<>(others);
            all.add(value);
            areOnce = repeats.add(all) && areOnce;
        }

        /** Whether the values count the runs of the same measurement, from 0 or 1. */
        boolean isRepeat() {
            return areNumbers
                    && areOnce
                    && measured.size() < repeats.size()
                    && (numbers.first() == 0 || numbers.first() == 1)
                    && numbers.last() - numbers.first() == numbers.size() - 1;
        }

        private boolean hasOtherThan0() {
            return numbers.stream().anyMatch(number -> number != 0);
        }

        boolean isIndex() {
            return areNumbers && areConsecutive && !numbers.isEmpty();
        }

        /** Whether the values are sizes or measurements, by their spread, and no numbers of runs. */
        boolean isQuantity(String name) {
            return areNumbers
                    && !isIndex()
                    && !NUMBERS_OF_RUNS.contains(name)
                    && !name.endsWith("_id")
                    && numbers.last() > NOISE * numbers.first();
        }

        /** Returns a text that equals that of other ways to write the same number or word. */
        private static String meaning(String value) {
            String word = value.toLowerCase(Locale.ROOT);
            if (NOTHING.matcher(word).matches()) {
                return "";
            }
            try {
                return CLEAR_NUMBER.matcher(value).matches()
                        ? Numbers.PrintedNumber.parse("", value)
                                .map(number -> BigDecimal.valueOf(number)
                                        .stripTrailingZeros()
                                        .toPlainString())
                                .orElse(word)
                        : word;
            } catch (UnreadableException notNumber) {
                return word;
            }
        }

        private static String named(String value) {
            return value.isEmpty() ? "an empty cell" : Numbers.shown(value);
        }

        /**
         * Returns a warning if two values are probably the same one.
         *
         * @param otherwise what else than to change the file helps; empty if nothing does
         */
        Optional<Warning> spellings(String name, String otherwise) {
            return Optional.ofNullable(alike)
                    .map(both -> new Warning(
                            "column-spelled-differently",
                            "values of " + name + " are probably the same, and separate runs: " + both
                                    + "; write them in one way" + otherwise));
        }

        /** Returns a warning if values of a quantity separate runs that are probably repeats. */
        Optional<Warning> doubt(String name) {
            if (!isQuantity(name)) {
                return Optional.empty();
            }
            Double before = null;
            for (Double number : numbers) {
                if (before != null && before > 0 && number < NEARLY * before) {
                    return Optional.of(new Warning(
                            "column-nearly-equal",
                            "values of " + name + " differ by less than 1 %, such as " + shown(before) + " and "
                                    + shown(number) + ", so their runs are no repeats of each other: --round " + name
                                    + "=2 rounds a size to 2 digits, and --ignore " + name
                                    + " leaves out what was measured"));
                }
                before = number;
            }
            return areDistinct
                    ? Optional.of(new Warning(
                            "column-splits-runs",
                            "every line has its own value of " + name + ", so no run repeats another: leave a measured"
                                    + " number out with --ignore " + name))
                    : Optional.empty();
        }

        private static String shown(double number) {
            return number == Math.rint(number) && Math.abs(number) < 1e15
                    ? String.valueOf((long) number)
                    : String.valueOf(number);
        }
    }
}
