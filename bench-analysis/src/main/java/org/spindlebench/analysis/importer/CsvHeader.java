package org.spindlebench.analysis.importer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.csv.CsvFactory;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.NearestName;
import org.spindlebench.analysis.importer.Importer.FileForm;
import org.spindlebench.analysis.importer.Importer.UnreadableException;

/**
 * The line of a CSV file that names the columns.
 *
 * @param line its number
 * @param names the columns' names in lower case, as the user renames them; that of a column that numbers the lines
 *     is empty. In place of columns that are named for setups or jobs, there are two: the setup or job, and the
 *     duration
 * @param places the place of each name's cell in a row, from 0
 * @param unit the unit that the file's own name of the durations' column states, such as {@code ms}
 * @param wide the setups or jobs by the places of their columns, in the file's order; their names are empty if the
 *     columns are repeats of a line's job on its setup; empty if a line is one run
 */
record CsvHeader(
        long line,
        char separator,
        List<String> names,
        Map<String, Integer> places,
        Optional<String> unit,
        SortedMap<Integer, String> wide) {
    private static final CsvFactory FACTORY =
            CsvFactory.builder().enable(CsvParser.Feature.TRIM_SPACES).build();

    private static final Pattern REPEAT = Pattern.compile("[a-z]*[ _.#-]?\\d+");
    /** What may be a unit: in brackets, or after the word in, at the end of a name. */
    private static final Pattern OTHER_UNIT =
            Pattern.compile("(?:[(\\[]|\\bin )\\s*([^()\\[\\]]+?)\\s*[)\\]]?$", Pattern.CASE_INSENSITIVE);

    /** The names of columns that are repeats, even if the user does not say so. */
    private static final Pattern CLEAR_REPEAT = Pattern.compile("(?:run|rep|repeat|trial|iteration)[ _.#-]?\\d+");

    private static final Pattern NUMBER = Pattern.compile("[-+]?\\d+([.,]\\d+)*");
    /** The first line of a table of Markdown, or of a database's client. */
    private static final Pattern BORDERED = Pattern.compile("\\|.*\\||[+\u2500-\u257f][-+=\u2500-\u257f]+");

    /** The unit of a rate, such as MB/s, at the end of a name in lower case. */
    private static final Pattern UNIT_OF_RATE =
            Pattern.compile("(?:\\b|_)(?:[kmg]i?b|io|ops|rec|rows)(?:/|_|p)s(?:ec)?\\W*$");

    private static final Pattern RATE = Pattern.compile(
            UNIT_OF_RATE.pattern()
                    + "|(?:^|[^a-z])(?:iops|qps|rate|throughput|bandwidth|speed[ _-]?up|speed|ratio|score|per_s(?:ec)?)(?![a-z])");

    private static final List<Character> SEPARATORS = List.of(',', ';', '\t', '|');
    /** A unit at the end of a name. Without a mark before it, as in {@code durationms}, it has two letters or more. */
    private static final Pattern UNIT = Pattern.compile(FileForm.UNITS.keySet().stream()
            .sorted(Comparator.comparing(String::length).reversed())
            .collect(Collectors.joining("|", "(?:[ _.(\\[]+|(?=..))(", ")[)\\]]?$")));

    /**
     * Reads a header. The separator is the comma, semicolon, tab or bar, whichever gives the most cells.
     *
     * @param given the separator that the file states
     * @param needed the names of the required columns
     * @throws UnreadableException if a required column is missing, or a name is empty or occurs twice
     */
    static CsvHeader of(long number, String line, Optional<Character> given, List<String> needed, FileForm form)
            throws UnreadableException {
        char separator = given.orElseGet(() -> separator(line));
        refuseOtherForms(line);
        Optional<String> unknown = unknown(names(line, separator, FileForm.UNKNOWN), form);
        if (unknown.isPresent()) {
            throw new UnreadableException(unknown.get());
        }
        List<String> names = names(line, separator, form);
        Map<String, Integer> places = new HashMap<>();
        for (String name : names) {
            if (name.isEmpty() && !places.isEmpty()) {
                throw new UnreadableException("columns without a name: " + unnamed(names)
                        + "; only the first may number the lines: give the others a name, or remove them");
            }
            if (places.put(name, places.size()) != null) {
                throw new UnreadableException("two columns are called " + Numbers.shown(name)
                        + " (upper and lower case are the same): rename one; columns of repeats, such as hdd_1 and hdd_2,"
                        + " are read with --wide hdd=hdd_1,hdd=hdd_2");
            }
        }
        List<String> missing = needed(needed, names, form)
                .filter(name -> !places.containsKey(name))
                .toList();
        if (!missing.isEmpty()) {
            throw new UnreadableException(
                    missing(missing, names, form) + "; required columns: " + String.join(", ", needed));
        }
        return form.wide().isEmpty()
                ? new CsvHeader(number, separator, names, places, unit(line, separator, form), new TreeMap<>())
                : wide(number, separator, cells(line, separator), names, form);
    }

    /** Returns the numbers of the columns that have no name. */
    private static String unnamed(List<String> names) {
        return IntStream.rangeClosed(1, names.size())
                .filter(number -> names.get(number - 1).isEmpty())
                .mapToObj(String::valueOf)
                .collect(Collectors.joining(", "));
    }

    private static Stream<String> needed(List<String> needed, List<String> names, FileForm form) {
        Set<String> inColumns =
                form.wide().isEmpty() ? Set.of() : Set.of(inColumns(names).label(), CsvColumn.DURATION_S.label());
        return needed.stream().filter(name -> !inColumns.contains(name));
    }

    /** Returns what the columns of a wide table are named for: jobs if another column names the setup. */
    private static CsvColumn inColumns(List<String> names) {
        boolean areJobs = names.contains(CsvColumn.SETUP.label()) && !names.contains(CsvColumn.JOB.label());
        return areJobs ? CsvColumn.JOB : CsvColumn.SETUP;
    }

    /** Checks whether the columns are repeats of a line's job on its setup, such as run1 and run2. */
    private static boolean areRepeats(List<String> names, FileForm form) {
        return names.containsAll(List.of(CsvColumn.JOB.label(), CsvColumn.SETUP.label()))
                && form.wide().values().stream()
                        .allMatch(name -> REPEAT.matcher(name).matches());
    }

    private static CsvHeader wide(long number, char separator, List<String> own, List<String> names, FileForm form)
            throws UnreadableException {
        boolean areRepeats = areRepeats(names, form);
        SortedMap<Integer, String> wide = new TreeMap<>();
        List<String> others = new ArrayList<>();
        Map<String, Integer> places = new HashMap<>();
        Set<String> absent = new TreeSet<>(form.wide().keySet());
        for (int place = 0; place < own.size(); place++) {
            String column = own.get(place).toLowerCase(Locale.ROOT);
            absent.remove(column);
            if (form.wide().containsKey(column)) {
                if (CsvColumn.labels().contains(names.get(place))) {
                    throw new UnreadableException("--wide names " + column + ", which is the column " + names.get(place)
                            + ": name only columns of durations");
                }
                wide.put(place, areRepeats ? "" : form.wide().get(column));
            } else {
                others.add(names.get(place));
                places.put(names.get(place), place);
            }
        }
        if (names.contains(CsvColumn.DURATION_S.label())) {
            throw new UnreadableException("there is a column duration_s, so the table is not wide: leave out --wide");
        }
        int end = own.size();
        for (CsvColumn column :
                areRepeats ? List.of(CsvColumn.DURATION_S) : List.of(inColumns(names), CsvColumn.DURATION_S)) {
            if (places.put(column.label(), end++) != null) {
                throw new UnreadableException("there is a column " + column.label()
                        + ", so --wide can name only numbered repeats, such as run1,run2");
            }
            others.add(column.label());
        }
        if (!absent.isEmpty()) {
            throw new UnreadableException("--wide names " + String.join(", ", absent)
                    + ", which is not a column; the columns are " + shown(names));
        }
        for (CsvColumn column : List.of(CsvColumn.STATUS, CsvColumn.STARTED_AT, CsvColumn.COST_USD)) {
            if (places.containsKey(column.label())) {
                throw new UnreadableException("a line of a wide table has several runs, so " + column.label()
                        + " can be that of none: rename or remove the column");
            }
        }
        return new CsvHeader(number, separator, others, places, wideUnit(form), wide);
    }

    /** Returns the unit at the end of each wide column's name. A name such as {@code system} ends in none. */
    private static Optional<String> wideUnit(FileForm form) throws UnreadableException {
        Set<String> units = new TreeSet<>();
        for (String column : form.wide().keySet()) {
            refuseRate(column, UNIT_OF_RATE);
            Matcher unit = UNIT.matcher(column);
            boolean hasMark = unit.find() && !Character.isLetterOrDigit(column.charAt(unit.start()));
            units.add(
                    hasMark && !unit.group(1).equals("min")
                            ? agreed(unit.group(1), column, form)
                            : hasMark ? "min" : "");
        }
        if (form.unit().isEmpty() && (units.size() > 1 || units.contains("min"))) {
            throw new UnreadableException(
                    "names of the columns " + String.join(", ", form.wide().keySet())
                            + " end in no unit, in different ones, or in min, which can be a minimum: say the"
                            + " durations'"
                            + " unit with --unit");
        }
        return units.stream()
                .filter(unit -> !unit.isEmpty() && !unit.equals("min"))
                .findFirst();
    }

    /** Returns the number of cells in each line. */
    int width() {
        return names.size() + (wide.isEmpty() ? 0 : wide.size() - (wide.containsValue("") ? 1 : 2));
    }

    /** Returns the cells of a line's runs. Each run of a wide table has two cells more than the line. */
    List<List<String>> rows(List<String> cells) {
        if (wide.isEmpty()) {
            return List.of(cells);
        }
        List<List<String>> rows = new ArrayList<>();
        wide.forEach((place, name) -> {
            if (!cells.get(place).isEmpty()) {
                List<String> row = new ArrayList<>(cells);
                if (!name.isEmpty()) {
                    row.add(name);
                }
                row.add(cells.get(place));
                rows.add(row);
            }
        });
        return rows;
    }

    /** Checks whether the first column has no name, as when pandas or R numbers the lines. */
    boolean hasIndex() {
        return names.get(0).isEmpty();
    }

    /** Returns a header of lines that have one cell more than it: the first numbers the lines. */
    CsvHeader withIndex() {
        List<String> more = new ArrayList<>(names);
        more.add(0, "");
        Map<String, Integer> shifted = new HashMap<>(Map.of("", 0));
        places.forEach((name, place) -> shifted.put(name, place + 1));
        SortedMap<Integer, String> later = new TreeMap<>();
        wide.forEach((place, name) -> later.put(place + 1, name));
        return new CsvHeader(line, separator, more, shifted, unit, later);
    }

    /** Returns the names in a header line, in lower case. */
    static List<String> names(String line) throws UnreadableException {
        return names(line, separator(line), FileForm.UNKNOWN);
    }

    static List<String> names(String line, char separator, FileForm form) throws UnreadableException {
        List<String> names = new ArrayList<>();
        for (String cell : cells(line, separator)) {
            String name = cell.toLowerCase(Locale.ROOT);
            names.add(form.columns().getOrDefault(name, name));
        }
        return names;
    }

    /** Refuses a column of durations whose name is that of a rate: more would then count as slower. */
    private static void refuseRate(String column, Pattern rates) throws UnreadableException {
        if (rates.matcher(column).find()) {
            throw new UnreadableException("column " + Numbers.shown(column)
                    + " is a rate or a ratio by its name, and no duration: write durations into a column duration_s");
        }
    }

    private static Optional<String> unit(String line, char separator, FileForm form) throws UnreadableException {
        String duration = CsvColumn.DURATION_S.label();
        for (String cell : cells(line, separator)) {
            String name = cell.toLowerCase(Locale.ROOT);
            if (duration.equals(form.columns().get(name))) {
                refuseRate(name, RATE);
            }
            Matcher unit = UNIT.matcher(name);
            if (duration.equals(form.columns().getOrDefault(name, name)) && unit.find()) {
                return Optional.of(agreed(unit.group(1), cell, form));
            } else if (duration.equals(form.columns().get(name)) && form.unit().isEmpty()) {
                refuse(cell);
            }
        }
        return Optional.empty();
    }

    /** Refuses a column of durations whose name is a number, or states a unit in another language. */
    private static void refuse(String column) throws UnreadableException {
        Matcher unknown = OTHER_UNIT.matcher(column);
        if (unknown.find()) {
            throw new UnreadableException("the name of column " + Numbers.shown(column) + " may state the unit "
                    + Numbers.shown(unknown.group(1))
                    + ", which is not one of `us`, `ms`, `s`, `min` and `h`: state the unit with --unit");
        }
        if (NUMBER.matcher(column).matches()) {
            throw new UnreadableException("the first line names the columns, and " + Numbers.shown(column)
                    + " is a number: write a line such as job,setup,duration_s above it");
        }
    }

    /** Returns the unit of a column's name, unless the user states another. */
    private static String agreed(String unit, String column, FileForm form) throws UnreadableException {
        Double stated = form.unit().map(FileForm.UNITS::get).orElse(null);
        if (stated != null && !stated.equals(FileForm.UNITS.get(unit))) {
            throw new UnreadableException("the name of column " + Numbers.shown(column) + " states the unit " + unit
                    + ", and --unit states " + form.unit().get() + ": leave out --unit, or rename the column");
        }
        return unit;
    }

    // If several separators give the same number of cells, returns the first of them. A header with one column has
    // no separator at all.
    static char separator(String line) {
        List<Character> backwards = new ArrayList<>(SEPARATORS);
        Collections.reverse(backwards);
        return backwards.stream()
                .max(Comparator.comparingLong(
                        separator -> line.chars().filter(c -> c == separator).count()))
                .orElseThrow();
    }

    /** Returns why the user's names of columns do not fit; empty if the file has all of them. */
    private static Optional<String> unknown(List<String> own, FileForm form) {
        return form.columns().keySet().stream()
                .filter(column -> !own.contains(column))
                .map(column -> "--columns names " + Numbers.shown(column) + ", which is not a column; the columns are "
                        + shown(own)
                        + NearestName.of(column, own)
                                .map(other -> " (is " + Numbers.shown(other) + " meant?)")
                                .orElse("")
                        + (isReversed(column, own, form)
                                ? "; the order is NAME=COLUMN: write " + column + "="
                                        + form.columns().get(column)
                                : own.contains(form.columns().get(column))
                                        ? "; if " + Numbers.shown(form.columns().get(column))
                                                + " is right, import this file without --columns, in a command of its own"
                                        : ""))
                .findFirst();
    }

    /** Whether names and columns are the wrong way round. */
    private static boolean isReversed(String column, List<String> own, FileForm form) {
        return own.contains(form.columns().get(column)) && CsvColumn.labels().contains(column);
    }

    /** Refuses a first line that is no line of a CSV file. */
    private static void refuseOtherForms(String line) throws UnreadableException {
        if (line.chars().anyMatch(c -> c == 0xfffd || (c < ' ' && c != '\t'))) {
            throw new UnreadableException("not text: save the table as CSV");
        }
        if (BORDERED.matcher(line).matches()) {
            throw new UnreadableException("a table with borders: remove lines of dashes, and the bars at both ends of"
                    + " each line. `mysql --batch` and `psql --csv` write neither");
        }
    }

    private static String missing(List<String> missing, List<String> names, FileForm form) {
        String what = missing.stream().map(name -> missing(name, names)).collect(Collectors.joining(", "));
        List<String> meant = meant(missing, names);
        boolean isCsv = CsvColumn.needed().containsAll(missing);
        Optional<String> renamed = renamed(meant, form);
        List<String> repeats = names.stream()
                .filter(name -> CLEAR_REPEAT.matcher(name).matches())
                .toList();
        if (names.size() == 1) {
            return "the first line has one cell, " + Numbers.shown(names.get(0))
                    + ": separate cells by commas, semicolons, tabs or bars";
        }
        if (renamed.isPresent()) {
            return "no column " + what + "; " + renamed.get();
        }
        if (missing.equals(List.of(CsvColumn.DURATION_S.label())) && meant.isEmpty() && repeats.size() > 1) {
            return "no column " + what + "; the columns are " + shown(names) + "; if these are repeats, add --wide "
                    + String.join(",", repeats);
        }
        if (isCsv
                && names.stream().filter(name -> NUMBER.matcher(name).matches()).count() == 1) {
            return "no column " + what + ": the first line names the columns, and has the number "
                    + Numbers.shown(names.stream()
                            .filter(name -> NUMBER.matcher(name).matches())
                            .findFirst()
                            .orElseThrow())
                    + "; if it is a run, write a line such as job,setup,duration_s above it";
        }
        String remedy = !isCsv
                ? "; if this is a table of another tool, read it with `import csv`"
                : meant.isEmpty()
                        ? "; name the column that is meant with --columns NAME=COLUMN, or, in a table with a column of"
                                + " durations for each setup, these columns with --wide SETUP,..."
                        : "; if these are meant, add --columns " + quoted(String.join(",", meant));
        return "no column " + what + "; the columns are " + shown(names) + remedy;
    }

    /** Returns what to write if the user has given the likely column another name; empty otherwise. */
    private static Optional<String> renamed(List<String> meant, FileForm form) {
        for (String one : meant) {
            String name = one.substring(one.indexOf('=') + 1);
            for (Map.Entry<String, String> given : form.columns().entrySet()) {
                if (given.getValue().equals(name)) {
                    return Optional.of("write " + one.substring(0, one.indexOf('=') + 1) + given.getKey()
                            + " instead of " + name + "=" + given.getKey());
                }
            }
        }
        return Optional.empty();
    }

    /** Returns the likely columns as {@code NAME=COLUMN}; empty if not all are known. */
    private static List<String> meant(List<String> missing, List<String> names) {
        List<String> meant = missing.stream()
                .flatMap(name -> CsvColumn.meant(name, names).map(other -> name + "=" + other).stream())
                .toList();
        return meant.size() < missing.size() ? List.of() : meant;
    }

    /** Returns the columns that are probably meant by names that the header lacks, as {@code NAME=COLUMN}. */
    List<String> guess() {
        return meant(
                CsvColumn.needed().stream()
                        .filter(name -> !places.containsKey(name))
                        .toList(),
                names);
    }

    private static String quoted(String text) {
        return text.matches("[\\w=,.-]+") ? text : "'" + text + "'";
    }

    private static String missing(String name, List<String> names) {
        Optional<String> nearest = NearestName.of(name, names);
        return name
                + nearest.map(other -> " (is " + Numbers.shown(other) + " meant?)")
                        .orElse("");
    }

    private static String shown(List<String> names) {
        Stream<String> first = names.stream().limit(30).map(Numbers::shown);
        return first.collect(Collectors.joining(", ")) + (names.size() > 30 ? " ..." : "");
    }

    /** Returns the cells of a line, without surrounding blanks. */
    static List<String> cells(String line, char separator) throws UnreadableException {
        List<String> cells = new ArrayList<>();
        try (CsvParser parser = FACTORY.createParser(line)) {
            parser.setSchema(CsvSchema.emptySchema().withColumnSeparator(separator));
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token.isScalarValue()) {
                    cells.add(parser.getText().strip());
                }
            }
        } catch (JsonProcessingException e) {
            throw new UnreadableException("not CSV: " + e.getOriginalMessage());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return cells;
    }

    /** The columns of a generic CSV file that have a meaning. All others are settings. */
    enum CsvColumn {
        JOB(Presence.NEEDED, "benchmark|bench|workload|test|application|app|job_?name|name"),
        SETUP(Presence.NEEDED, "disks?|storage|device|config|configuration|cluster|system"),
        DURATION_S(Presence.NEEDED, "seconds|duration|time|elapsed(_time)?|run_?time|exec(ution)?_time|wall"),
        STATUS(Presence.OPTIONAL),
        STARTED_AT(Presence.OPTIONAL),
        COST_USD(Presence.OPTIONAL),
        VISIT(Presence.OPTIONAL),
        BLOCK(Presence.OPTIONAL);

        enum Presence {
            NEEDED,
            OPTIONAL
        }

        private static final Pattern NONE = Pattern.compile("");
        private final Presence presence;
        /** A regular expression for names that others give such a column. */
        private final String synonyms;

        CsvColumn(Presence presence) {
            this(presence, "");
        }

        CsvColumn(Presence presence, String synonyms) {
            this.presence = presence;
            this.synonyms = synonyms;
        }

        /** Returns the one column that probably has this meaning; empty if there is none, or there are several. */
        static Optional<String> meant(String label, List<String> names) {
            Pattern synonyms = Arrays.stream(values())
                    .filter(column -> column.label().equals(label))
                    .map(column -> Pattern.compile(column.synonyms))
                    .findFirst()
                    .orElse(NONE);
            List<String> found = names.stream()
                    .filter(name -> synonyms.matcher(name).matches()
                            || synonyms.matcher(UNIT.matcher(name).replaceFirst(""))
                                    .matches())
                    .filter(name -> !name.isEmpty())
                    .toList();
            return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
        }

        Presence presence() {
            return presence;
        }

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        static List<String> labels() {
            return Arrays.stream(values()).map(CsvColumn::label).toList();
        }

        static List<String> needed() {
            return Arrays.stream(values())
                    .filter(column -> column.presence == Presence.NEEDED)
                    .map(CsvColumn::label)
                    .toList();
        }
    }
}
