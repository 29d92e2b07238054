package org.spindlebench.runner.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.document.FileFailure;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.runner.campaign.CampaignRequest.CampaignFile;
import org.spindlebench.runner.campaign.CampaignRequest.StorageChoice;
import org.spindlebench.runner.campaign.ChosenSetup;
import org.spindlebench.runner.campaign.Command;
import org.spindlebench.runner.campaign.Disruption;
import org.spindlebench.runner.campaign.EarlyStop;
import org.spindlebench.runner.campaign.SavedCampaigns;
import org.spindlebench.runner.conf.ConfFinder;
import org.spindlebench.runner.conf.ConfFinder.ConfKind;
import org.spindlebench.runner.conf.Experiment;
import org.spindlebench.runner.conf.ExperimentReader;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.options.CampaignArguments;
import org.spindlebench.runner.options.SavedOptions;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.PlanFile;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.run.CampaignDirectory;
import org.spindlebench.runner.run.Environment;
import org.spindlebench.runner.run.Reductions;
import org.spindlebench.runner.run.SavedLooks;

/** A campaign that has begun, as its directory describes it. */
final class ResumedSource implements CampaignSource {
    /** The kinds of files that a plan comes from, and the options that name one. */
    private static final Map<ConfKind, String> NAMED_BY =
            Map.of(ConfKind.SUITE, "--suite", ConfKind.EXPERIMENT, "--experiment", ConfKind.WORKLOAD, "--workload");

    private static final String WITHOUT = "--without";

    private final Given given;
    private final CampaignArguments options;
    private Plan plan;
    private final CampaignDirectory directory;
    private Optional<Reductions> reductions = Optional.empty();
    private Optional<SavedLooks> looks = Optional.empty();

    private ResumedSource(Given given, Plan plan) {
        this.given = given;
        this.options = given.options();
        this.plan = plan;
        this.directory = new CampaignDirectory(options.out.resolve(plan.campaign()));
    }

    /** Returns the campaign that {@code --resume} names, with the options of its start; empty if there are problems. */
    static Optional<ResumedSource> of(Given given) {
        given.refuseIf(
                given.command() == Command.CALIBRATE,
                "--calibrate",
                "a resumed campaign keeps the slots that it began with",
                "leave one of the two out");
        CampaignArguments options = given.options();
        SavedCampaigns campaigns = new SavedCampaigns(options.out, given.problems(), "--resume");
        Optional<ResumedSource> source = (options.resume.isEmpty()
                        ? campaigns.latest(suite(given))
                        : campaigns.named(options.resume))
                .map(plan -> new ResumedSource(given, plan));
        source.ifPresent(ResumedSource::restore);
        return source;
    }

    /** Returns the name of the suite whose latest campaign the user means; null if none. */
    private static String suite(Given given) {
        String suite = given.options().suite;
        boolean isName = suite != null && !suite.contains("/") && !suite.contains(".");
        return isName && given.options().setups.size() < 2 ? suite : null;
    }

    private void restore() {
        try {
            if (!Files.exists(directory.options())) {
                problem(
                        "an earlier version of Spindle began the campaign, and did not save its options",
                        "start another campaign; what this one has measured can still be reported");
                return;
            }
            SavedOptions began = SavedOptions.read(directory.options(), options.kept(), given.problems());
            Set<String> again = options.saved().texts().keySet();
            refuseOtherFiles();
            refuseOtherSettings();
            Integer visits = options.visits;
            options.resume(began, given.problems());
            if (visits != null && given.problems().isEmpty()) {
                extend(visits);
            }
            Disruption.of(options).checkSaved(given.command(), began, again, directory.options(), given.problems());
            Set<String> hosts = new TreeSet<>();
            for (String setup : plan.setups()) {
                Path environment = directory.ofSetup(plan, setup).environment();
                if (Files.exists(environment)) {
                    Environment first = JsonDocument.read(environment, Environment.class, Environment.SCHEMA);
                    first.shape().nodes().forEach(node -> hosts.add(node.host()));
                    hosts.addAll(first.shape().dataNodeHosts());
                }
            }
            reduce(hosts);
        } catch (IOException | InvalidDocumentException | IllegalArgumentException e) {
            String why = e instanceof IOException io ? FileFailure.of(io) : e.getMessage();
            problem("its files cannot be read: " + why, "restore the file, or start another campaign");
        }
    }

    /**
     * Leaves out the hosts that the user names, from the next whole block on.
     *
     * @param known the hosts with which the campaign began
     */
    private void reduce(Set<String> known) throws IOException {
        Reductions before = Reductions.of(directory);
        List<String> more = Given.understood(options.cluster.without).stream()
                .filter(host -> !before.hosts().contains(host))
                .toList();
        reductions = Optional.of(before);
        if (more.isEmpty()) {
            return;
        }
        int block = 1
                + plan.runs().stream()
                        .filter(run -> !run.isWarmUp() && directory.finished(run))
                        .mapToInt(RunSpec::block)
                        .max()
                        .orElse(0);
        more.stream().filter(host -> !known.contains(host)).forEach(host -> given.problems()
                .add(Problem.at(Location.COMMAND_LINE, WITHOUT, "the campaign began without such a host")
                        .withValue(host)
                        .withAllowed(FewNames.of(List.copyOf(known)))));
        given.refuseIf(
                !plan.first().together().isEmpty() && plan.setups().size() == 1,
                WITHOUT,
                "the jobs of a workload belong together, so no part of it can have other hosts",
                "run the workload again");
        given.refuseIf(
                plan.runs().stream().noneMatch(run -> run.block() >= block),
                WITHOUT,
                "no whole block is left to run without the host",
                "report what the campaign has measured, or start another one");
        Reductions now = before.and(more, block);
        reductions = Optional.of(now);
        plan = plan.without(now.hosts().size(), block, directory::finished);
    }

    /** Adds visits to an experiment, and takes a look at its measurements: its report claims less from now on. */
    private void extend(int visits) throws IOException {
        if (plan.shape() != null && visits == plan.shape().visits()) {
            return;
        }
        Optional<String> refused = whyNotExtended(visits);
        if (refused.isPresent()) {
            given.problems()
                    .add(Problem.at(Location.COMMAND_LINE, "--visits", refused.get())
                            .withValue(String.valueOf(visits))
                            .withRemedy("leave it out, or start another campaign"));
            return;
        }
        int seen = SavedLooks.seen(plan, directory::finished);
        SavedLooks before = SavedLooks.of(directory);
        SavedLooks more =
                (seen == 0 ? before : before.and(seen, EarlyStop.findings(directory, plan, seen))).extendedTo(visits);
        looks = Optional.of(more);
        plan = Reductions.of(directory).of(more.of(PlanFile.read(directory.plan())), directory::finished);
    }

    private Optional<String> whyNotExtended(int visits) {
        Experiment.VisitShape shape = plan.shape();
        if (shape == null || shape.order() == Experiment.VisitOrder.SEQUENTIAL) {
            return Optional.of("only an experiment whose setups take turns can be extended");
        }
        if (visits < shape.visits()) {
            return Optional.of("the campaign has " + shape.visits() + " visits to each setup, and loses none");
        }
        if (!shape.looks().isEmpty()) {
            return Optional.of("the looks at this campaign were declared before its first run, after " + shape.looks()
                    + " visits");
        }
        return Files.exists(directory.ended()) ? Optional.of("its stopping rule ended the campaign") : Optional.empty();
    }

    private void problem(String reason, String remedy) {
        given.problems()
                .add(Problem.at(Location.COMMAND_LINE, "--resume", reason)
                        .withValue(plan.campaign())
                        .withRemedy(remedy));
    }

    /** Refuses settings that the plan does not have: all runs of a campaign have the same settings. */
    private void refuseOtherSettings() {
        given.generic()
                .definitions()
                .forEach(
                        (key, value) -> given.refuseIf(
                                !plan.runs().stream()
                                        .allMatch(run ->
                                                value.equals(run.configuration().get(key))),
                                "-D " + key,
                                "the campaign began with another value",
                                "leave it out, since the campaign's own value applies; or leave --resume out to start another campaign"));
    }

    /** Refuses files that changed after the campaign began, if the user names them again. */
    private void refuseOtherFiles() throws IOException {
        for (Map.Entry<ConfKind, String> each : NAMED_BY.entrySet()) {
            String name = options.given(List.of(each.getValue())).get(each.getValue());
            if (name != null) {
                Optional<ConfFinder.Text> now =
                        new ConfFinder(each.getKey(), given.context().directory()).find(name, given.problems());
                if (now.isPresent()) {
                    refuseIfChanged(each.getValue(), name, now.get().content(), directory.source(each.getKey()));
                }
            }
        }
        for (String name : options.setups) {
            ChosenSetup now = ChosenSetup.read(name, given.context(), new Problems());
            if (plan.setups().contains(now.name()) && now.declared().isPresent()) {
                refuseIfChanged(
                        "--setup",
                        name,
                        now.text(),
                        directory.ofSetup(plan, now.name()).setup());
            }
        }
    }

    private void refuseIfChanged(String option, String name, String now, Path copy) throws IOException {
        if (Files.exists(copy) && !Files.readString(copy).equals(now)) {
            given.problems()
                    .add(Problem.at(Location.COMMAND_LINE, option, "the campaign began with another text of this file")
                            .withValue(name)
                            .withRemedy(
                                    "leave it out, since the campaign has a copy; or leave --resume out to start another"
                                            + " campaign"));
        }
    }

    @Override
    public Optional<Experiment.Small> small() {
        try {
            Path file = directory.source(ConfKind.EXPERIMENT);
            return Files.exists(file)
                    ? ExperimentReader.read("experiment.yaml", Files.readString(file), given.problems())
                            .map(Experiment::small)
                    : Optional.empty();
        } catch (IOException e) {
            problem("its experiment cannot be read: " + FileFailure.of(e), "restore the file");
            return Optional.empty();
        }
    }

    @Override
    public List<ChosenSetup> setups() {
        List<ChosenSetup> setups = new ArrayList<>();
        CliContext context = given.context();
        for (String name : plan.setups()) {
            Path file = directory.ofSetup(plan, name).setup();
            boolean label = options.setups.stream().noneMatch(one -> ChosenSetup.namesFile(one, context));
            if (plan.setups().size() == 1 && label && !Files.exists(file)) {
                setups.add(ChosenSetup.named(name));
                continue;
            }
            ChosenSetup copy = ChosenSetup.read(file.toString(), given.context(), given.problems());
            if (!copy.name().equals(name) && given.problems().isEmpty()) {
                problem(
                        "the copy of the setup " + name + " has another name: " + file,
                        "put the original back, or start another campaign");
            }
            setups.add(copy);
        }
        return setups;
    }

    @Override
    public Optional<Plan> plan(List<ChosenSetup> setups) {
        return Optional.of(plan);
    }

    @Override
    public CampaignFile source() {
        ConfKind kind = plan.first().together().isEmpty() ? ConfKind.SUITE : ConfKind.WORKLOAD;
        return new CampaignFile(kind, "", Optional.empty(), Optional.empty(), reductions, looks, StorageChoice.NOTHING);
    }
}
