package org.spindlebench.runner.reports;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.cost.Mix;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.NearestName;
import org.spindlebench.analysis.record.Field;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.stats.Power;
import org.spindlebench.runner.conf.ConfFinder;
import org.spindlebench.runner.conf.ConfFinder.ConfKind;
import org.spindlebench.runner.conf.MixReader;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.console.ExitCode;

/** Gives {@link ComparisonArguments} their types. Reading goes on after a mistake, so that one report shows all of them. */
final class ComparisonReader {
    private final ComparisonArguments arguments;
    private final CliContext context;
    private final Problems problems;

    ComparisonReader(ComparisonArguments arguments, CliContext context, Problems problems) {
        this.arguments = arguments;
        this.context = context;
        this.problems = problems;
    }

    /** What is asked; to be used only when no problem was found. */
    Asked read() {
        List<Mix> mixes = new ArrayList<>();
        arguments.mixes.forEach(name ->
                conf(ConfKind.MIX, name, MixReader::read, context, problems).ifPresent(mixes::add));
        ComparisonOptions options = ComparisonOptions.standard()
                .withConfidence(confidence())
                .across(arguments.across.toArray(String[]::new))
                .withMixes(mixes);
        List<Field> by = new ArrayList<>();
        arguments.by.forEach(name -> field("--by", name).ifPresent(by::add));
        return new Asked(options, where(), by, ignored(), arguments.skipUnreadable);
    }

    /** A YAML file of a kind, by name or path; empty, with problems, where it is not there or not understood. */
    static <T> Optional<T> conf(
            ConfKind kind, String nameOrFile, TextReader<T> reader, CliContext context, Problems problems) {
        return new ConfFinder(kind, context.directory())
                .find(nameOrFile, problems)
                .flatMap(text -> reader.read(text.source(), text.content(), problems));
    }

    /** Reads the text of a file. */
    interface TextReader<T> {
        Optional<T> read(String source, String text, Problems problems);
    }

    private double confidence() {
        if (arguments.confidence == null) {
            return ComparisonOptions.DEFAULT_CONFIDENCE;
        }
        try {
            double share = Double.parseDouble(arguments.confidence);
            if (share >= ComparisonOptions.LEAST_CONFIDENCE && share <= Power.HIGHEST) {
                return share;
            }
        } catch (NumberFormatException notANumber) {
            // As one out of range.
        }
        problems.add(Problem.at(Location.COMMAND_LINE, "--confidence", "not a confidence")
                .withValue(arguments.confidence)
                .withAllowed("a number from " + ComparisonOptions.LEAST_CONFIDENCE + " to " + Power.HIGHEST
                        + ", such as 0.95"));
        return ComparisonOptions.DEFAULT_CONFIDENCE;
    }

    /** Values of one field are alternatives; fields must all agree. */
    private Where where() {
        Map<String, List<String>> values = new LinkedHashMap<>();
        for (String condition : arguments.where) {
            int equals = condition.indexOf('=');
            if (equals < 1) {
                problems.add(Problem.at(Location.COMMAND_LINE, "--where", "not a condition")
                        .withValue(condition)
                        .withAllowed("FIELD=VALUE, such as job=terasort"));
            } else {
                values.computeIfAbsent(condition.substring(0, equals), field -> new ArrayList<>())
                        .add(condition.substring(equals + 1));
            }
        }
        Map<Field, List<String>> conditions = new LinkedHashMap<>();
        values.forEach(
                (name, alternatives) -> field("--where", name).ifPresent(field -> conditions.put(field, alternatives)));
        return new Where(conditions);
    }

    private Set<String> ignored() {
        Set<String> names = new TreeSet<>();
        for (String name : arguments.ignore) {
            if (List.of("job", "setup").contains(name)) {
                problems.add(Problem.at(Location.COMMAND_LINE, "--ignore", "jobs and setups are what is compared")
                        .withValue(name)
                        .withAllowed("a setting, or a column of a CSV file, such as date"));
            } else if (arguments.across.contains(name) || arguments.by.contains(name)) {
                problems.add(Problem.at(Location.COMMAND_LINE, "--ignore", "is in --across or --by, too")
                        .withValue(name)
                        .withRemedy("leave one of the two out"));
            }
            names.add(name);
        }
        return names;
    }

    private Optional<Field> field(String option, String name) {
        try {
            return Optional.of(Field.of(name));
        } catch (IllegalArgumentException e) {
            problems.add(
                    Problem.at(Location.COMMAND_LINE, option, e.getMessage()).withValue(name));
            return Optional.empty();
        }
    }

    /**
     * What is asked of results.
     *
     * @param options how to compare
     * @param where which runs count
     * @param by what else tells runs apart
     * @param ignore settings that do not tell runs apart
     * @param skipUnreadable whether lines that cannot be read are no failure
     */
    record Asked(ComparisonOptions options, Where where, List<Field> by, Set<String> ignore, boolean skipUnreadable) {
        Asked {
            by = List.copyOf(by);
            ignore = Set.copyOf(ignore);
        }

        /** The exit code where all else is well, if so many lines could not be read. */
        ExitCode ended(long unreadable) {
            return unreadable == 0 || skipUnreadable ? ExitCode.ALL_VALID : ExitCode.RUN_FAILED;
        }
    }

    /** The conditions of {@code --where}. It remembers what the runs have, to tell a misspelt field from one that no run fits. */
    static final class Where implements Predicate<RunRecord> {
        private static final int MOST_VALUES = 100;
        private static final int MOST_SHOWN = 8;

        private final Map<Field, List<String>> conditions;
        private final Map<Field, Set<String>> found = new LinkedHashMap<>();
        private final Set<String> names = new TreeSet<>(Set.of("job", "setup"));
        private boolean anyRun;

        /** @param conditions values of one field are alternatives; fields must all agree */
        Where(Map<Field, List<String>> conditions) {
            this.conditions = new LinkedHashMap<>(conditions);
            conditions.keySet().forEach(field -> found.put(field, new TreeSet<>()));
        }

        @Override
        public boolean test(RunRecord run) {
            anyRun = true;
            boolean fits = true;
            for (Map.Entry<Field, List<String>> condition : conditions.entrySet()) {
                Set<String> values = found.get(condition.getKey());
                condition
                        .getKey()
                        .of(run)
                        .filter(value -> values.size() < MOST_VALUES)
                        .ifPresent(values::add);
                fits &= condition
                        .getKey()
                        .isAnyOf(condition.getValue().toArray(String[]::new))
                        .test(run);
            }
            if (!conditions.isEmpty()) {
                names.addAll(run.subject().settings().keySet());
            }
            return fits;
        }

        /**
         * To be asked when all runs have been tested.
         *
         * @throws InvalidDocumentException if there are runs, and none of them has one of the fields
         */
        void requireKnownFields() {
            found.forEach((field, values) -> {
                if (anyRun && values.isEmpty()) {
                    throw new InvalidDocumentException("--where " + field.name() + ": no run has this field; there are "
                            + String.join(", ", names)
                            + NearestName.of(field.name(), names)
                                    .map(name -> " (did you mean " + name + "?)")
                                    .orElse(""));
                }
            });
        }

        /** Why no run fits, where none does. */
        String whyNone(String results) {
            if (!anyRun) {
                return "no run was found in " + results
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
                            .map(field ->
                                    "; " + field.getKey().name() + " is " + FewNames.of(field.getValue(), MOST_SHOWN))
                            .collect(Collectors.joining());
        }
    }
}
