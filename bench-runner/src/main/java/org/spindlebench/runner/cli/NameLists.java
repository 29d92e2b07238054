package org.spindlebench.runner.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.spindlebench.analysis.cost.CostOptions.StorageTerms;
import org.spindlebench.analysis.document.FileFailure;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.runner.campaign.RunOptions;
import org.spindlebench.runner.conf.ConfFinder;
import org.spindlebench.runner.conf.ConfFinder.ConfKind;
import org.spindlebench.runner.conf.Experiment;
import org.spindlebench.runner.conf.ExperimentReader;
import org.spindlebench.runner.conf.JobSettings.Cluster;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.SetupReader;
import org.spindlebench.runner.conf.StorageSetup;
import org.spindlebench.runner.conf.Suite;
import org.spindlebench.runner.conf.SuiteReader;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;
import org.spindlebench.runner.conf.Words;
import org.spindlebench.runner.conf.WorkloadReader;
import org.spindlebench.runner.conf.WorkloadReader.WorkloadFile;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.console.Invocation;
import org.spindlebench.runner.plan.MeasuredSetups;
import org.spindlebench.runner.plan.SetupFigures;
import org.spindlebench.runner.plan.SetupTable;

/** What {@code list} prints: names, and a line on each. */
final class NameLists {
    private static final String SETUPS = "setups";
    private static final List<String> KINDS = List.of("jobs", "suites", SETUPS, "experiments", "workloads");

    private final CliContext context;

    NameLists(CliContext context) {
        this.context = context;
    }

    /** The list as text or JSON; empty, with a problem, when there is no such list. */
    Optional<String> print(Commands.ListNames command, Problems problems) {
        if (command.what == null) {
            problems.add(Problem.at(Location.COMMAND_LINE, "list", "of what is missing")
                    .withAllowed(String.join(", ", KINDS))
                    .withRemedy("write such as " + Invocation.of("list", "suites")));
            return Optional.empty();
        }
        try {
            String kind = Words.of("list", KINDS).parse(command.what);
            if (kind.equals(SETUPS)) {
                return new SetupLists(context, problems).print(command);
            }
            refuseWhatIsOfSetups(command, problems);
            Map<String, String> names =
                    switch (kind) {
                        case "jobs" -> context.jobs();
                        case "suites" -> suites();
                        case "workloads" -> workloads();
                        default -> experiments();
                    };
            return Optional.of(command.json ? json(named(names)) : text(names));
        } catch (NotUnderstoodException e) {
            problems.add(e.at(Location.COMMAND_LINE, "list", command.what));
            return Optional.empty();
        }
    }

    private static void refuseWhatIsOfSetups(Commands.ListNames command, Problems problems) {
        for (String name : command.names) {
            problems.add(Problem.at(Location.COMMAND_LINE, name, "an argument that nothing asks for")
                    .withRemedy("remove it; only setups can be chosen"));
        }
        if (command.verbose) {
            problems.add(
                    Problem.at(Location.COMMAND_LINE, "--verbose", "there is nothing more to say of " + command.what)
                            .withRemedy("remove it, or write " + Invocation.of("list", "setups", "--verbose")));
        }
    }

    private Map<String, String> suites() {
        return described(ConfKind.SUITE, (text, problems) -> SuiteReader.read(
                        text.source(), text.content(), context.jobs().keySet(), Cluster.EMBEDDED, problems)
                .map(Suite::description));
    }

    private Map<String, String> experiments() {
        return described(
                ConfKind.EXPERIMENT, (text, problems) -> ExperimentReader.read(text.source(), text.content(), problems)
                        .map(Experiment::description));
    }

    private Map<String, String> workloads() {
        return described(
                ConfKind.WORKLOAD, (text, problems) -> WorkloadReader.read(text.source(), text.content(), problems)
                        .map(WorkloadFile::description));
    }

    /** All files of a kind, each with what its description says. */
    private Map<String, String> described(
            ConfKind kind, BiFunction<ConfFinder.Text, Problems, Optional<String>> description) {
        ConfFinder finder = new ConfFinder(kind, context.directory());
        Map<String, String> described = new LinkedHashMap<>();
        for (String name : finder.names()) {
            Problems unread = new Problems();
            described.put(
                    name,
                    finder.find(name, unread)
                            .flatMap(text -> description.apply(text, unread))
                            .orElse("cannot be read; why: " + Invocation.of("plan", kind.option(), name)));
        }
        return described;
    }

    /** A line for each name. */
    static String text(Map<String, String> names) {
        int width = names.keySet().stream().mapToInt(String::length).max().orElse(0);
        return names.entrySet().stream()
                .map(name -> name.getKey() + " ".repeat(width - name.getKey().length()) + "  " + name.getValue())
                .collect(Collectors.joining(System.lineSeparator()));
    }

    static List<Named> named(Map<String, String> names) {
        return names.entrySet().stream()
                .map(name -> new Named(name.getKey(), name.getValue()))
                .toList();
    }

    /** A list of records as JSON, without what is absent. */
    static String json(List<?> records) {
        try {
            return JsonMapper.builder()
                    .enable(SerializationFeature.INDENT_OUTPUT)
                    .defaultPropertyInclusion(
                            JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL))
                    .build()
                    .writeValueAsString(records);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("records of texts and numbers are JSON", e);
        }
    }

    /** One line of a list as JSON. */
    record Named(String name, String description) {}

    /** What {@code list setups} prints: names and descriptions, or what the nodes of each have. */
    static final class SetupLists {
        private final ConfFinder finder;
        private final CliContext context;
        private final Problems problems;

        SetupLists(CliContext context, Problems problems) {
            this.context = context;
            this.finder = new ConfFinder(ConfKind.SETUP, context.directory());
            this.problems = problems;
        }

        /** The list as text or JSON; empty, with problems, where a setup that it needs cannot be read. */
        Optional<String> print(Commands.ListNames command) {
            if (command.verbose) {
                MeasuredSetups measured = measured(command);
                List<SetupFigures> figures = figures(command.names.isEmpty() ? finder.names() : command.names).stream()
                        .map(setup -> setup.with(measured))
                        .toList();
                return Optional.of(command.json ? NameLists.json(figures) : SetupTable.text(figures));
            }
            Map<String, String> names = command.names.isEmpty() ? all() : chosen(command.names);
            return Optional.of(command.json ? NameLists.json(NameLists.named(names)) : NameLists.text(names));
        }

        /** What was measured of them; nothing, with a problem, where the file cannot be read. */
        private MeasuredSetups measured(Commands.ListNames command) {
            String out = Objects.requireNonNullElse(command.out, RunOptions.DEFAULT_OUT);
            return context.path("--out", out, problems)
                    .flatMap(found -> new MeasuredFile(problems).read(found.resolve(MeasuredSetups.FILE)))
                    .orElse(MeasuredSetups.NONE);
        }

        private List<SetupFigures> figures(Collection<String> names) {
            List<SetupFigures> figures = new ArrayList<>();
            for (String name : names) {
                setup(name, problems)
                        .map(setup -> SetupFigures.of(setup, StorageTerms.DEFAULT.replication()))
                        .ifPresent(figures::add);
            }
            return figures;
        }

        private Map<String, String> all() {
            Map<String, String> all = new LinkedHashMap<>();
            all.put(
                    RunOptions.DEFAULT_SETUP,
                    "the cluster as it is; with --setup NAME it is recorded under another name");
            for (String name : finder.names()) {
                Optional<StorageSetup> setup = setup(name, new Problems());
                all.put(
                        name,
                        setup.map(StorageSetup::description)
                                .orElse("cannot be read; why: " + Invocation.of("list", "setups", "--verbose", name)));
            }
            return all;
        }

        private Map<String, String> chosen(List<String> names) {
            Map<String, String> chosen = new LinkedHashMap<>();
            names.forEach(name -> setup(name, problems).ifPresent(setup -> chosen.put(name, setup.description())));
            return chosen;
        }

        private Optional<StorageSetup> setup(String name, Problems found) {
            Problems notFound = new Problems();
            Optional<ConfFinder.Text> file = finder.find(name, notFound);
            // Here the name is no value of an option.
            notFound.list()
                    .forEach(problem -> found.add(
                            problem.location().equals(Location.COMMAND_LINE)
                                    ? problem.withKey("list setups")
                                    : problem));
            return file.flatMap(text -> SetupReader.read(text.source(), text.content(), found));
        }
    }

    /** Reads what {@code devices --setup} kept. */
    record MeasuredFile(Problems problems) {
        /** Nothing where there is no file; empty, with a problem, where it cannot be read. */
        Optional<MeasuredSetups> read(Path file) {
            try {
                return Optional.of(MeasuredSetups.read(file));
            } catch (IOException | InvalidDocumentException e) {
                problems.add(Problem.at(Location.COMMAND_LINE, file.toString(), "cannot be read: " + FileFailure.of(e))
                        .withRemedy("measure again with devices --setup, or move the file away"));
                return Optional.empty();
            }
        }
    }
}
