package org.spindlebench.runner.imports;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.spindlebench.analysis.importer.Importer.FileForm;
import org.spindlebench.analysis.importer.Importer.ImportFile;
import org.spindlebench.analysis.importer.Imports.Importers;
import org.spindlebench.runner.conf.AllowedValues;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;
import org.spindlebench.runner.conf.WholeNumber;
import org.spindlebench.runner.console.Heading;
import org.spindlebench.runner.console.OptionConverter;
import org.spindlebench.runner.run.Progress.Terminal;
import picocli.CommandLine.Option;

/** What the user says about the form of files of other tools. */
@Heading(Heading.READING)
public final class FileOptions {
    @Option(
            names = "--columns",
            paramLabel = "NAME=COLUMN,...",
            split = ",",
            hideParamSyntax = true,
            converter = ColumnConverter.class,
            description = "Read a CSV file whose columns have other names, such as"
                    + " job=benchmark,setup=disk,duration_s=seconds. A unit at the end of a column's name counts, as in"
                    + " duration_s=elapsed_ms.")
    private List<Named> columns = new ArrayList<>();

    @Option(
            names = "--wide",
            paramLabel = "SETUP,...",
            split = ",",
            hideParamSyntax = true,
            converter = WideConverter.class,
            description = "Read a CSV file with a column of durations for each setup, such as hdd,ssd, or"
                    + " hdd=disk_1,hdd=disk_2,ssd=flash if the columns have other names. With a column setup and"
                    + " none called job, the columns are named for jobs. With both, run1,run2 are repeats.")
    private List<Named> wide = new ArrayList<>();

    @Option(
            names = "--unit",
            paramLabel = "UNIT",
            converter = UnitConverter.class,
            description =
                    "Take durations of a CSV file without a unit in us, ms, s, min or h. m:s and h:m say what 5:51"
                            + " is. Default: s.")
    private String unit;

    @Option(
            names = "--decimal",
            paramLabel = "point|comma",
            converter = DecimalConverter.class,
            description = "Read numbers of a CSV file with this decimal mark, if the file leaves it open.")
    private Character decimal;

    @Option(
            names = "--round",
            paramLabel = "COLUMN=DIGITS,...",
            split = ",",
            hideParamSyntax = true,
            converter = RoundingConverter.class,
            description = "Round the numbers of a column to this count of significant digits, such as input_size=2, so"
                    + " that runs of nearly equal sizes are repeats of each other.")
    private List<Named> rounding = new ArrayList<>();

    @Option(
            names = "--time-zone",
            paramLabel = "ZONE",
            converter = ZoneConverter.class,
            description = "Read times in this zone, such as Europe/Berlin or +02:00, if the file names no zone, or an"
                    + " abbreviation that several zones share, such as CST. Without it, such times only order the runs of"
                    + " one file.")
    private ZoneId zone;

    /** What the user says about a name. */
    private record Named(String name, String value) {}

    /** Returns a file with what the user says about it. */
    public ImportFile file(Path path, String campaign, Optional<String> setup) {
        Map<String, String> names = new TreeMap<>();
        columns.stream().filter(Objects::nonNull).forEach(column -> names.put(column.value(), column.name()));
        FileForm form = new FileForm(
                Optional.ofNullable(zone),
                Optional.ofNullable(decimal),
                Optional.ofNullable(unit),
                names,
                rounding(),
                wide());
        return new ImportFile(path, campaign, setup, form);
    }

    private Map<String, String> wide() {
        Map<String, String> setups = new TreeMap<>();
        wide.stream().filter(Objects::nonNull).forEach(one -> setups.put(one.value(), one.name()));
        return setups;
    }

    /**
     * Asks on the terminal whether columns of CSV files with other names are meant, and takes these columns if so.
     * Without a terminal, reading the files reports the columns.
     */
    public void ask(List<Path> files, PrintStream err) {
        for (Path file : Terminal.canAsk() ? files : List.<Path>of()) {
            List<String> guess = Importers.guessedColumns(file(file, "", Optional.empty()));
            if (!guess.isEmpty()
                    && Terminal.ask(file + ": are these columns meant: " + String.join(", ", guess) + "?", err)) {
                guess.forEach(column -> columns.add(new Named(
                        column.substring(0, column.indexOf('=')), column.substring(column.indexOf('=') + 1))));
            }
        }
    }

    /** Returns the file that has the same content as this one; empty if there is none. */
    public static Optional<Path> copyOf(Path file, Collection<Path> others) {
        try {
            for (Path other : others) {
                if (Files.isRegularFile(file) && Files.isRegularFile(other) && Files.mismatch(file, other) < 0) {
                    return Optional.of(other);
                }
            }
        } catch (IOException e) {
            // Reading the file reports the error.
        }
        return Optional.empty();
    }

    /** Returns the significant digits to round settings to, by their names. */
    public Map<String, Integer> rounding() {
        Map<String, Integer> digits = new TreeMap<>();
        rounding.stream()
                .filter(Objects::nonNull)
                .forEach(column -> digits.put(column.name(), Integer.valueOf(column.value())));
        return digits;
    }

    /** Adds a problem for each column or name that is given twice. */
    public void check(Problems problems) {
        Set<String> taken = new HashSet<>();
        once("--columns", columns.stream().filter(Objects::nonNull).map(Named::value), taken, problems);
        once("--columns", columns.stream().filter(Objects::nonNull).map(Named::name), new HashSet<>(), problems);
        once("--wide", wide.stream().filter(Objects::nonNull).map(Named::value), taken, problems);
    }

    private static void once(String option, Stream<String> names, Set<String> taken, Problems problems) {
        names.filter(name -> !taken.add(name))
                .forEach(name -> problems.add(Problem.ofOption(option, "named twice")
                        .withValue(name)
                        .withRemedy("name each column and each meaning once")));
    }

    /** Adds a problem for each option about CSV files if none of the results is one. */
    public void refuseWithoutCsv(List<Path> results, Problems problems) {
        if (results.stream().noneMatch(Importers::isTable) && !results.isEmpty()) {
            String why = "only for CSV files, and none is given";
            refuse(Map.of("--time-zone", zone != null), why, problems);
            refuseOfCsv(why, problems);
        }
    }

    /** Adds a problem for each option that only says something about CSV. */
    void refuseOfCsv(String why, Problems problems) {
        Map<String, Boolean> given = new TreeMap<>();
        given.put("--columns", !columns.isEmpty());
        given.put("--unit", unit != null);
        given.put("--wide", !wide.isEmpty());
        given.put("--decimal", decimal != null);
        refuse(given, why, problems);
    }

    private static void refuse(Map<String, Boolean> given, String why, Problems problems) {
        given.forEach((option, isGiven) -> {
            if (isGiven) {
                problems.add(Problem.ofOption(option, why).withRemedy("leave it out"));
            }
        });
    }

    private static Named named(String text, String example) throws NotUnderstoodException {
        int equals = text.indexOf('=');
        if (equals <= 0 || equals == text.length() - 1) {
            throw new NotUnderstoodException("a name, = and a value are needed", "such as " + example, "");
        }
        return new Named(
                text.substring(0, equals).strip().toLowerCase(Locale.ROOT),
                text.substring(equals + 1).strip().toLowerCase(Locale.ROOT));
    }

    /** Converts {@code NAME=COLUMN}. */
    static final class ColumnConverter extends OptionConverter<Named> {
        ColumnConverter() {
            super(text -> named(text, "job=benchmark"));
        }
    }

    /** Converts {@code SETUP} or {@code SETUP=COLUMN}. */
    static final class WideConverter extends OptionConverter<Named> {
        WideConverter() {
            super(text -> {
                if (text.isBlank()) {
                    throw new NotUnderstoodException("a setup is needed", "such as hdd or hdd=disk_1", "");
                }
                int equals = text.indexOf('=');
                Named named = named(equals < 0 ? text + "=" + text : text, "hdd=disk_1");
                return new Named(
                        text.substring(0, equals < 0 ? text.length() : equals).strip(), named.value());
            });
        }
    }

    /** Converts {@code COLUMN=DIGITS}. */
    static final class RoundingConverter extends OptionConverter<Named> {
        RoundingConverter() {
            super(text -> {
                Named named = named(text, "input_size=2");
                WholeNumber.between(1, 15).parse(named.value());
                return named;
            });
        }
    }

    /** Converts units of durations. */
    static final class UnitConverter extends OptionConverter<String> {
        UnitConverter() {
            super(text -> {
                List<String> units = List.of("us", "ms", "s", "min", "h", "m:s", "h:m");
                return AllowedValues.of("unit", units).parse(text);
            });
        }
    }

    /** Converts decimal marks. */
    static final class DecimalConverter extends OptionConverter<Character> {
        DecimalConverter() {
            super(text -> "comma"
                            .equals(AllowedValues.of("decimal mark", List.of("point", "comma"))
                                    .parse(text))
                    ? ','
                    : '.');
        }
    }

    /** Converts time zones. */
    static final class ZoneConverter extends OptionConverter<ZoneId> {
        ZoneConverter() {
            super(text -> {
                try {
                    return ZoneId.of(text);
                } catch (DateTimeException e) {
                    throw new NotUnderstoodException("not a time zone", "Europe/Berlin, UTC, or +02:00", "");
                }
            });
        }
    }
}
