package org.spindlebench.runner.cli;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.spindlebench.runner.campaign.CampaignArguments;
import org.spindlebench.runner.campaign.ChosenSetup;
import org.spindlebench.runner.campaign.Disruption;
import org.spindlebench.runner.campaign.RunOptions;
import org.spindlebench.runner.campaign.RunOptions.Cold;
import org.spindlebench.runner.campaign.RunOptions.EmbeddedShape;
import org.spindlebench.runner.campaign.RunOptions.ProbeChoice;
import org.spindlebench.runner.cluster.embedded.StorageDirectory;
import org.spindlebench.runner.conf.ByteSize;
import org.spindlebench.runner.conf.Experiment;
import org.spindlebench.runner.conf.ExperimentReader;
import org.spindlebench.runner.conf.FileSafeName;
import org.spindlebench.runner.conf.JobSettings;
import org.spindlebench.runner.conf.JobSettings.Cluster;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.SuiteReader;
import org.spindlebench.runner.conf.TimeSpan;
import org.spindlebench.runner.conf.ValueParser;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;
import org.spindlebench.runner.conf.WholeNumber;
import org.spindlebench.runner.conf.WholeNumber.Fraction;
import org.spindlebench.runner.conf.Words;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.console.GenericOptions;
import org.spindlebench.runner.plan.PlanOptions;

/** Gives the texts of options their types. Reading goes on after a mistake, so that one report shows all of them. */
final class OptionReader {
    private static final int MOST_SLOTS = 1_000_000;

    private final CampaignArguments arguments;
    private final GenericOptions generic;
    private final ChosenSetup setup;
    private final CliContext context;
    private final Problems problems;

    OptionReader(
            CampaignArguments arguments,
            GenericOptions generic,
            ChosenSetup setup,
            CliContext context,
            Problems problems) {
        this.arguments = arguments;
        this.setup = setup;
        this.generic = generic;
        this.context = context;
        this.problems = problems;
    }

    /** How to run; to be used only when no problem was found. */
    RunOptions runOptions() {
        refuseWhatIsNotBuilt();
        refuseContradictions();
        refuseSettings(generic, cluster(), problems);
        return new RunOptions(
                cluster(),
                embedded(),
                out(),
                arguments.resume != null,
                RunOptions.baseDir(arguments.baseDir, problems),
                read("--queue", arguments.queue, FileSafeName::parse),
                number("--slots", arguments.slots, MOST_SLOTS),
                read("--cold", arguments.cold, Cold::parse).orElse(new Cold.Off()),
                read("--probe", arguments.probe, ProbeChoice::parse),
                read("--probe-interval", arguments.probeInterval, TimeSpan::parse)
                        .orElse(RunOptions.DEFAULT_PROBE_INTERVAL),
                read("--contended", arguments.contended, Fraction::parse),
                read("--timeout", arguments.timeout, TimeSpan::parse).orElse(RunOptions.DEFAULT_TIMEOUT),
                new Disruption(arguments.allowDisruptive, arguments.restore),
                arguments.yes,
                arguments.json,
                arguments.verbose);
    }

    /** The root of all campaigns' results. */
    Path out() {
        return read("--out", arguments.out, this::path).orElse(context.path(RunOptions.DEFAULT_OUT));
    }

    /**
     * What shapes the plan; to be used only when no problem was found.
     *
     * @param campaign the campaign's name
     */
    PlanOptions planOptions(String campaign) {
        Optional<Long> bytes = read("--bytes-per-node", arguments.bytesPerNode, ByteSize::parse);
        return new PlanOptions(
                campaign,
                setup.name(),
                read("--seed", arguments.seed, WholeNumber::parse).orElseGet(context.seeds()::getAsLong),
                number("--repeats", arguments.repeats, SuiteReader.MOST_REPEATS),
                bytes.isPresent() ? OptionalLong.of(bytes.get()) : OptionalLong.empty(),
                all("--jobs", arguments.jobs, Words.of("job", context.jobs().keySet())),
                generic.definitions());
    }

    /** An experiment's visits and runs, as its file has them or as the options say. */
    Experiment.Shape shape(Experiment.Shape ofFile) {
        OptionalInt visits = number("--visits", arguments.visits, ExperimentReader.MOST_VISITS);
        OptionalInt repeats = number("--repeats", arguments.repeats, SuiteReader.MOST_REPEATS);
        Experiment.Shape shape = visits.isPresent() ? ofFile.withVisits(visits.getAsInt()) : ofFile;
        if (shape.stop() != null && shape.stop().atLeast() > shape.visits()) {
            refuse(
                    "--visits",
                    arguments.visits,
                    "the experiment's rule to stop first looks after "
                            + shape.stop().atLeast() + " visits",
                    "give at least so many");
        }
        return repeats.isPresent() ? shape.withRepeats(repeats.getAsInt()) : shape;
    }

    Cluster cluster() {
        return arguments.embedded || setup.isEmbedded() ? Cluster.EMBEDDED : Cluster.RUNNING;
    }

    /** Reports settings of {@code -D} that would have no effect, or another than meant. */
    static void refuseSettings(GenericOptions generic, Cluster cluster, Problems problems) {
        generic.definitions().forEach((key, value) -> JobSettings.check(Location.COMMAND_LINE, key, value, cluster)
                .ifPresent(problems::add));
    }

    private EmbeddedShape embedded() {
        return new EmbeddedShape(
                setup.isEmbedded()
                        ? setup.dataDirectories(context)
                        : all(
                                "--data-dirs",
                                arguments.dataDirs,
                                text -> StorageDirectory.parse(context.directory(), text)),
                setup.isEmbedded()
                        ? setup.localDirectories(context)
                        : all("--local-dirs", arguments.localDirs, this::path),
                nodes("--datanodes", arguments.dataNodes).orElse(EmbeddedShape.DEFAULT_DATA_NODES),
                nodes("--nodemanagers", arguments.nodeManagers).orElse(EmbeddedShape.DEFAULT_NODE_MANAGERS));
    }

    /** Reports directories of an embedded cluster that are not there: made, they would lie on whatever file system is above. */
    void requireDirectories(EmbeddedShape chosen) {
        chosen.dataDirs().forEach(directory -> requireDirectory("--data-dirs", directory.path()));
        chosen.localDirs().forEach(directory -> requireDirectory("--local-dirs", directory));
    }

    private void requireDirectory(String option, Path directory) {
        // A setup names mount points: its directories right below are Spindle's to make.
        Path parent = directory.getParent();
        boolean isBelowMount = setup.isEmbedded() && parent != null && Files.isDirectory(parent);
        if (!isBelowMount && !Files.isDirectory(directory)) {
            problems.add(Problem.at(Location.COMMAND_LINE, setup.isEmbedded() ? "--setup" : option, "no such directory")
                    .withValue(directory.toString())
                    .withRemedy("mount what belongs there, or make it: Spindle makes directories of its own below"));
        }
    }

    private OptionalInt nodes(String option, String text) {
        return number(option, text, EmbeddedShape.MOST_NODES);
    }

    private void refuseWhatIsNotBuilt() {
        refuse("--keytab", arguments.keytab, "not available in this version", "run `kinit` first, and leave it out");
        refuse(
                "--principal",
                arguments.principal,
                "not available in this version",
                "run `kinit` first, and leave it out");
    }

    private void refuseContradictions() {
        if (setup.isEmbedded()) {
            String reason = "names directories of the embedded cluster, and the setup's file does";
            refuse("--data-dirs", joined(arguments.dataDirs), reason, "leave one of the two out");
            refuse("--local-dirs", joined(arguments.localDirs), reason, "leave one of the two out");
        }
        if (arguments.embedded
                && (setup.commands().isPresent() || setup.nodeLabel().isPresent())) {
            refuse(
                    "--embedded",
                    setup.name(),
                    "the setup is one of a running cluster, and --embedded starts another",
                    "leave one of the two out");
        }
        if (cluster() == Cluster.EMBEDDED) {
            for (String option : List.of("-fs", "-jt")) {
                String value = generic.has(option) ? option : null;
                refuse(option, value, "names a running cluster, and --embedded starts one", "leave one of the two out");
            }
            return;
        }
        String reason = "shapes the embedded cluster, and --embedded was not given";
        String remedy = "add --embedded, or leave it out";
        refuse("--data-dirs", joined(arguments.dataDirs), reason, remedy);
        refuse("--local-dirs", joined(arguments.localDirs), reason, remedy);
        refuse("--datanodes", arguments.dataNodes, reason, remedy);
        refuse("--nodemanagers", arguments.nodeManagers, reason, remedy);
    }

    private static String joined(List<String> values) {
        return values.isEmpty() ? null : String.join(",", values);
    }

    private void refuse(String option, String value, String reason, String remedy) {
        if (value != null) {
            problems.add(Problem.at(Location.COMMAND_LINE, option, reason)
                    .withValue(value)
                    .withRemedy(remedy));
        }
    }

    private OptionalInt number(String option, String text, int most) {
        Optional<Integer> number = read(option, text, WholeNumber.between(1, most));
        return number.isPresent() ? OptionalInt.of(number.get()) : OptionalInt.empty();
    }

    private Path path(String text) throws NotUnderstoodException {
        try {
            if (!text.isBlank()) {
                return context.path(text);
            }
        } catch (InvalidPathException e) {
            throw new NotUnderstoodException("not a path: " + e.getReason(), "", "");
        }
        throw new NotUnderstoodException("a directory is missing", "", "");
    }

    private <T> List<T> all(String option, List<String> texts, ValueParser<T> parser) {
        List<T> values = new ArrayList<>();
        texts.forEach(text -> read(option, text.trim(), parser).ifPresent(values::add));
        return values.stream().distinct().toList();
    }

    /** The value of an option; empty when it was not given or, with a problem, when the parser refuses it. */
    private <T> Optional<T> read(String option, String text, ValueParser<T> parser) {
        return read(option, text, parser, problems);
    }

    static <T> Optional<T> read(String option, String text, ValueParser<T> parser, Problems problems) {
        if (text == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(parser.parse(text));
        } catch (NotUnderstoodException e) {
            problems.add(e.at(Location.COMMAND_LINE, option, text));
            return Optional.empty();
        }
    }
}
