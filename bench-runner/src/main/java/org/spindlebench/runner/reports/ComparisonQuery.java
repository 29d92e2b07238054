package org.spindlebench.runner.reports;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.cost.Mix;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.document.NearestName;
import org.spindlebench.analysis.record.Field;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.report.Reports;
import org.spindlebench.analysis.stats.Power;
import org.spindlebench.runner.conf.ConfFinder;
import org.spindlebench.runner.conf.ConfFinder.ConfKind;
import org.spindlebench.runner.conf.PriceListReader.MixReader;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.console.ExitCode;
import org.spindlebench.runner.console.Heading;
import org.spindlebench.runner.console.OptionConverter;
import org.spindlebench.runner.imports.FileOptions;
import org.spindlebench.runner.run.Progress.Terminal;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that {@code report} and {@code compare} share. */
final class ComparisonQuery {
    @Heading(Heading.COMPARING)
    @Option(
            names = "--across",
            paramLabel = "SETTING,...",
            split = ",",
            hideParamSyntax = true,
            description = "Compare runs although they differ in these settings, such as compression or cache, and"
                    + " mark the result. Without it, runs with different settings are not compared.")
    private List<String> across = new ArrayList<>();

    @Heading(Heading.RESULTS)
    @Option(
            names = "--where",
            paramLabel = "FIELD=VALUE",
            converter = ConditionConverter.class,
            description = "Use only runs with this value of a field of `list fields`, such as job=terasort or"
                    + " compression=none. May be given several times; values of one field are alternatives.")
    private List<Condition> conditions = new ArrayList<>();

    @Heading(Heading.RESULTS)
    @Option(
            names = "--by",
            paramLabel = "FIELD,...",
            split = ",",
            hideParamSyntax = true,
            converter = FieldConverter.class,
            description = "Distinguish runs also by these fields of `list fields`, such as wave.slots or"
                    + " configuration.mapreduce.task.io.sort.mb.")
    private List<Field> by = new ArrayList<>();

    @Heading(Heading.RESULTS)
    @Option(
            names = "--ignore",
            paramLabel = "SETTING,...",
            split = ",",
            hideParamSyntax = true,
            description =
                    "Treat runs as repeats although they differ in these settings, such as a date in a CSV" + " file.")
    private Set<String> ignore = new TreeSet<>();

    @Mixin
    private FileOptions reading;

    @Heading(Heading.COST)
    @Option(
            names = "--mix",
            paramLabel = "NAME|FILE",
            description = "Weight the costs of jobs by this mix: a name that `list mixes` prints, or a YAML file. May"
                    + " be"
                    + " given several times.")
    private List<String> mixes = new ArrayList<>();

    @Heading(Heading.COMPARING)
    @Option(
            names = "--confidence",
            paramLabel = "SHARE",
            converter = ConfidenceConverter.class,
            description = "Give all intervals this confidence level, such as 0.99. Default: 0.95.")
    private Double confidence = ComparisonOptions.DEFAULT_CONFIDENCE;

    @Heading(Heading.COMPARING)
    @Option(
            names = "--margin",
            paramLabel = "PERCENT",
            converter = MarginConverter.class,
            description = "Call setups the same if they are proved to differ by less than this. Default: 5.")
    private Double margin = ComparisonOptions.DEFAULT_MARGIN;

    @Heading(Heading.RESULTS)
    @Option(
            names = "--skip-unreadable",
            description = "Exit with 0 instead of 1 if lines of CSV files could not be read. They are left out"
                    + " either way.")
    private boolean skipUnreadable;

    @Heading(Heading.OUTPUT)
    @Option(names = "--json", description = "Print the content of report.json. Short for --format json.")
    private boolean json;

    @Heading(Heading.OUTPUT)
    @Option(
            names = "--format",
            paramLabel = "text|csv|markdown|json|tidy|junit",
            converter = FormatConverter.class,
            description = "Print the answer in this form: as a table with notes (text, markdown), as its rows in base"
                    + " units (csv), or as the content of report.json (json). `report` also prints the runs, one a line"
                    + " with settings and numbers in columns (tidy), and `compare` a test for each job (junit)."
                    + " Default: text.")
    private Format format;

    /** The forms of the answer on standard output. */
    enum Format {
        TEXT,
        CSV,
        MARKDOWN,
        JSON,
        /** The runs, which only {@code report} prints. */
        TIDY,
        /** Tests, which only {@code compare} has. */
        JUNIT
    }

    private Where where;

    /** Returns how to compare. Adds problems with files, and with options that contradict each other. */
    ComparisonOptions options(List<Path> results, CliContext context, Problems problems) {
        reading.check(problems);
        reading.refuseWithoutCsv(results, problems);
        List<Mix> read = new ArrayList<>();
        ConfFinder finder = new ConfFinder(ConfKind.MIX, context.directory());
        mixes.forEach(name -> finder.read(name, MixReader::read, problems).ifPresent(read::add));
        ignore = ignore.stream()
                .map(name -> name.toLowerCase(Locale.ROOT))
                .collect(Collectors.toCollection(TreeSet::new));
        ignore.forEach(name -> refuseToIgnore(name, problems));
        if (json && format != null && format != Format.JSON) {
            problems.add(Problem.ofOption("--json", "is short for --format json, and another format is given")
                    .withValue(format.name().toLowerCase(Locale.ROOT))
                    .withRemedy("leave one of the two out"));
        }
        return problems.isEmpty()
                ? ComparisonOptions.standard()
                        .withConfidence(confidence)
                        .withMargin(margin)
                        .across(across.toArray(String[]::new))
                        .withMixes(read)
                : ComparisonOptions.standard();
    }

    /** Adds a problem if the user asks for a form that only another command has. */
    void refuse(Format other, String command, Problems problems) {
        if (format == other) {
            problems.add(Problem.ofOption("--format", "only `" + command + "` prints this form")
                    .withValue(other.name().toLowerCase(Locale.ROOT))
                    .withRemedy("use text, csv, markdown or json"));
        }
    }

    private void refuseToIgnore(String name, Problems problems) {
        if (List.of("job", "setup").contains(name)) {
            problems.add(Problem.ofOption("--ignore", "jobs and setups are always compared")
                    .withValue(name)
                    .withAllowed("a setting, or a column of a CSV file, such as date"));
        } else if (across.contains(name)
                || by.stream().anyMatch(field -> field != null && field.name().equals(name))) {
            problems.add(Problem.ofOption("--ignore", "is in --across or --by, too")
                    .withValue(name)
                    .withRemedy("leave one of the two out"));
        }
    }

    /** Returns the filter of runs. This is always the same object, because it remembers the fields of the runs. */
    Where where() {
        if (where == null) {
            Map<String, Field> fields = new LinkedHashMap<>();
            Map<Field, List<String>> values = new LinkedHashMap<>();
            for (Condition one : conditions) {
                Field field = fields.computeIfAbsent(one.field().name(), name -> one.field());
                values.computeIfAbsent(field, first -> new ArrayList<>()).add(one.value());
            }
            where = new Where(values, by);
        }
        return where;
    }

    /** Returns further fields that distinguish runs. */
    List<Field> by() {
        return by;
    }

    /** Returns a reader that shows the first unreadable lines of files of other tools. */
    RecordLoader reader(PrintStream err) {
        return new RecordLoader(ignore, reading, note -> err.println("warning: " + note));
    }

    /** Asks the user for the meaning of columns, on a terminal only. */
    void ask(Stream<Path> files, PrintStream err) {
        reading.ask(files.distinct().toList(), err);
    }

    /** Returns a reader that does not report lines that cannot be read. */
    RecordLoader silentReader() {
        return new RecordLoader(ignore, reading, note -> {});
    }

    /** Returns whether the command accepts lines that cannot be read. */
    boolean skipsUnreadable() {
        return skipUnreadable;
    }

    /**
     * Prints the answer in the form that the user requested.
     *
     * @param allNotes whether a text has all notes, because no written report contains the other notes
     */
    void print(Findings findings, boolean allNotes, PrintStream out) {
        boolean colours = Terminal.hasColours(System.getenv());
        String text =
                switch (format()) {
                    case TEXT ->
                        allNotes ? Reports.textWithAllNotes(findings, colours) : Reports.text(findings, colours);
                    case CSV -> Reports.answerCsv(findings);
                    case MARKDOWN -> Reports.answerMarkdown(findings);
                    case JSON -> Reports.json(findings);
                    case TIDY, JUNIT -> throw new IllegalStateException("printed by its command");
                };
        out.print(text);
    }

    Format format() {
        return json ? Format.JSON : Objects.requireNonNullElse(format, Format.TEXT);
    }

    /** Returns the exit code for this number of unreadable lines, if there was no other error. */
    ExitCode ended(long unreadable) {
        return unreadable == 0 || skipUnreadable ? ExitCode.ALL_VALID : ExitCode.RUN_FAILED;
    }

    private static final Pattern CONDITION = Pattern.compile("\\s*([^=]*[^=!<>\\s])\\s*=\\s*([^=\\s].*?)\\s*");

    private record Condition(Field field, String value) {}

    private static final class ConditionConverter extends OptionConverter<Condition> {
        private ConditionConverter() {
            super(text -> {
                Matcher parts = CONDITION.matcher(text);
                if (!parts.matches()) {
                    throw NotUnderstoodException.allowing(
                            "not a condition", "FIELD=VALUE, such as job=terasort; = is the only comparison");
                }
                return new Condition(field(parts.group(1)), parts.group(2));
            });
        }
    }

    private static final class FieldConverter extends OptionConverter<Field> {
        private FieldConverter() {
            super(ComparisonQuery::field);
        }
    }

    private static Field field(String name) throws NotUnderstoodException {
        try {
            return Field.of(name);
        } catch (IllegalArgumentException e) {
            throw NotUnderstoodException.allowing(e.getMessage(), "");
        }
    }

    private static final class FormatConverter extends OptionConverter<Format> {
        private FormatConverter() {
            super(text -> Stream.of(Format.values())
                    .filter(format -> format.name().toLowerCase(Locale.ROOT).equals(text))
                    .findFirst()
                    .orElseThrow(() -> NotUnderstoodException.allowing(
                            text.equals("html")
                                    ? "not a form of the printed answer; the HTML report is written to --out"
                                    : "not a format",
                            "text, csv, markdown or json; tidy for `report`; junit for `compare --fail-if-slower`")));
        }
    }

    private static final class MarginConverter extends CampaignHistory.Percent {
        private MarginConverter() {
            super(0.01, 100 * ComparisonOptions.MOST_MARGIN);
        }
    }

    private static final class ConfidenceConverter extends OptionConverter<Double> {
        private ConfidenceConverter() {
            super(ConfidenceConverter::share);
        }

        private static double share(String text) throws NotUnderstoodException {
            try {
                double share = Double.parseDouble(text);
                if (share >= ComparisonOptions.LEAST_CONFIDENCE && share <= Power.HIGHEST) {
                    return share;
                }
            } catch (NumberFormatException notANumber) {
                // Reported below, in the same way as a number out of range.
            }
            throw NotUnderstoodException.allowing(
                    "not a confidence",
                    "a number from " + ComparisonOptions.LEAST_CONFIDENCE + " to " + Power.HIGHEST + ", such as 0.95");
        }
    }

    /**
     * The conditions of {@code --where}. It remembers fields, to tell a misspelt field from a value that no run has.
     */
    static final class Where implements Predicate<RunRecord> {
        private static final int MOST_VALUES = 100;
        private static final int MOST_SHOWN = 8;

        private final Map<Field, List<String>> conditions;
        private final Map<Field, Set<String>> found = new LinkedHashMap<>();
        private final Set<String> names = new TreeSet<>(Set.of("job", "setup"));
        private boolean anyRun;

        /**
         * @param conditions the accepted values by field; a run must have one of the values in each field
         * @param others further fields that some run must have
         */
        Where(Map<Field, List<String>> conditions, List<Field> others) {
            this.conditions = new LinkedHashMap<>(conditions);
            conditions.keySet().forEach(field -> found.put(field, new TreeSet<>()));
            others.forEach(field -> found.put(field, new TreeSet<>()));
        }

        @Override
        public boolean test(RunRecord run) {
            anyRun = true;
            boolean fits = true;
            for (Map.Entry<Field, Set<String>> field : found.entrySet()) {
                Set<String> values = field.getValue();
                field.getKey()
                        .of(run)
                        .filter(value -> values.size() < MOST_VALUES)
                        .ifPresent(values::add);
                List<String> wanted = conditions.get(field.getKey());
                fits &= wanted == null
                        || field.getKey().isAnyOf(wanted.toArray(String[]::new)).test(run);
            }
            if (!found.isEmpty()) {
                names.addAll(run.subject().settings().keySet());
            }
            return fits;
        }

        /** Returns why fields are unknown: none of the runs has the field. Call it after all runs have been tested. */
        List<String> unknownFields() {
            return found.entrySet().stream()
                    .filter(field -> anyRun && field.getValue().isEmpty())
                    .map(Map.Entry::getKey)
                    .map(field -> (conditions.containsKey(field) ? "--where " : "--by ") + field.name()
                            + ": no run has this field; there are " + String.join(", ", names)
                            + NearestName.withTies(field.name(), names)
                                    .map(name -> " (did you mean " + name + "?)")
                                    .orElse(""))
                    .toList();
        }

        /** Warns of each value that no run has, although another value of its field fits. */
        void warn(PrintStream err) {
            conditions.forEach((field, wanted) -> wanted.stream()
                    .filter(value -> found.get(field).size() < MOST_VALUES)
                    .filter(value -> !found.get(field).contains(value))
                    .forEach(value -> err.println("warning: --where " + field.name() + "=" + value
                            + ": no run has this value; " + field.name() + " is "
                            + FewNames.of(found.get(field), MOST_SHOWN))));
        }

        /** Returns whether any run was tested. */
        boolean hasRuns() {
            return anyRun;
        }

        /** Explains why no run of these results fits. Call this only if no run fits. */
        String whyNone(String results, boolean hasRuns) {
            if (!hasRuns) {
                return "no run was found in " + (results.isEmpty() ? "this directory" : results)
                        + ": name results directories of Spindle, files of its records (.json, .jsonl), or .csv files one by one";
            }
            return "no run in " + results + " fits "
                    + conditions.entrySet().stream()
                            .map(condition -> condition.getValue().stream()
                                    .map(value ->
                                            "--where " + condition.getKey().name() + "=" + value)
                                    .collect(Collectors.joining(" ")))
                            .collect(Collectors.joining(" "))
                    + found.entrySet().stream()
                            .filter(field -> !field.getValue().isEmpty())
                            .map(field ->
                                    "; " + field.getKey().name() + " is " + FewNames.of(field.getValue(), MOST_SHOWN))
                            .collect(Collectors.joining());
        }
    }
}
