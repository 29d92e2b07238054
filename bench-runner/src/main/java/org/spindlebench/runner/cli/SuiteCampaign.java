package org.spindlebench.runner.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.spindlebench.analysis.document.FileFailure;
import org.spindlebench.runner.campaign.CampaignRequest;
import org.spindlebench.runner.campaign.CampaignRequest.Origin;
import org.spindlebench.runner.campaign.CampaignRequest.SetupRequest;
import org.spindlebench.runner.campaign.ChosenSetup;
import org.spindlebench.runner.campaign.Command;
import org.spindlebench.runner.campaign.PendingRestores;
import org.spindlebench.runner.campaign.ProgramFiles;
import org.spindlebench.runner.campaign.RunOptions;
import org.spindlebench.runner.campaign.SavedCampaigns;
import org.spindlebench.runner.conf.ConfFinder;
import org.spindlebench.runner.conf.ConfFinder.ConfKind;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Suite;
import org.spindlebench.runner.conf.SuiteReader;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.console.Console;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.PlanOptions;
import org.spindlebench.runner.plan.Planner;
import org.spindlebench.runner.run.CampaignDirectory;

/** Builds the request for a suite under one setup, or for resuming such a campaign. */
final class SuiteCampaign extends CampaignBuilder {
    private final ChosenSetup setup;

    SuiteCampaign(Command command, CampaignArguments arguments, CliContext context, Console console) {
        super(command, arguments, context, console);
        this.setup = placed(ChosenSetup.read(arguments.setups, context, problems));
    }

    @Override
    Optional<CampaignRequest> build() {
        RunOptions options = runOptions(setup, problems);
        options.disruption().check(command, setup, options.cluster(), problems);
        refuseIf(
                arguments.visits != null,
                "--visits",
                "a single setup is visited once",
                "raise --repeats, or give several --setup options or an --experiment");
        if (command == Command.CALIBRATE) {
            refuseWhatCalibrationCannotServe();
        }
        Optional<Suite> suite = suite();
        PlanOptions planOptions = planOptions(suite.map(Suite::name).orElse(""), setup.name());
        Optional<Plan> plan = options.resumed()
                ? savedPlan(options, suite, planOptions)
                : suite.flatMap(known -> Planner.plan(known, planOptions, problems));
        if (!options.resumed()) {
            plan.ifPresent(begun -> checkDisruption(options, begun));
        }
        plan.ifPresent(known -> options.disruption().checkPrograms(command, known, problems));
        new PendingRestores(
                        options, options.resumed() ? plan.map(Plan::campaign).orElse(null) : null)
                .refuse(command, problems);
        return problems.isEmpty()
                ? plan.map(runs -> request(
                        runs,
                        List.of(new SetupRequest(
                                setup,
                                options.withCold(coldOf(suite.map(Suite::cold).orElse(""))))),
                        Origin.of(suite)))
                : Optional.empty();
    }

    /** Refuses a calibration that no later campaign could use. */
    private void refuseWhatCalibrationCannotServe() {
        refuseWithCalibrate(arguments.embedded.wanted, "--embedded", "an embedded cluster ends when its command ends");
        refuseWithCalibrate(arguments.cluster.slots != null, "--slots", "a given number overrides any measured one");
        refuseWithCalibrate(arguments.resume != null, "--resume", "a resumed campaign keeps the slots it began with");
    }

    private void refuseWithCalibrate(boolean given, String option, String reason) {
        refuseIf(given, option, "makes --calibrate useless: " + reason, "leave one of the two out");
    }

    private Optional<Suite> suite() {
        ConfFinder finder = new ConfFinder(ConfKind.SUITE, context.directory());
        if (arguments.suite == null) {
            // A missing value or a misspelt option has already been reported.
            boolean known = problems.list().stream().anyMatch(problem -> List.of(problem.key(), problem.nearest())
                    .contains("--suite"));
            if (arguments.resume == null && !known) {
                problems.add(Problem.at(Location.COMMAND_LINE, "--suite", "missing")
                        .withAllowed(String.join(", ", finder.names()))
                        .withRemedy("name one of these, or a YAML file"));
            }
            return Optional.empty();
        }
        return finder.find(arguments.suite, problems)
                .flatMap(text -> SuiteReader.read(
                        text.source(), text.content(), context.jobs().keySet(), cluster(setup), problems))
                .map(found -> ProgramFiles.found(found, context.directory(), problems));
    }

    private Optional<Plan> savedPlan(RunOptions options, Optional<Suite> suite, PlanOptions planOptions) {
        if (arguments.suite != null && suite.isEmpty()) {
            return Optional.empty();
        }
        SavedCampaigns campaigns = new SavedCampaigns(options.out(), problems, "--resume");
        Optional<Plan> saved = (arguments.resume.isEmpty()
                        ? campaigns.latest(suite.map(Suite::name).orElse(null))
                        : campaigns.named(arguments.resume))
                .flatMap(this::ofOneSetup);
        saved.ifPresent(this::refuseWorkload);
        saved.ifPresent(plan -> checkDisruption(options, plan));
        saved.ifPresent(plan -> options.disruption()
                .checkKept(
                        command,
                        new CampaignDirectory(options.out().resolve(plan.campaign())),
                        arguments.measuring.cold == null ? null : arguments.measuring.cold.text(),
                        problems));
        saved.ifPresent(
                plan -> refuseAnotherSetup(new CampaignDirectory(options.out().resolve(plan.campaign()))));
        if (saved.isPresent() && suite.isEmpty()) {
            refuseOptionsOfPlan(saved.get());
        } else if (saved.isPresent() && problems.isEmpty()) {
            refuseAnotherPlan(saved.get(), suite.get(), planOptions);
        }
        return saved;
    }

    /** Refuses to resume a workload, because its remaining jobs alone would be a different workload. */
    private void refuseWorkload(Plan saved) {
        CampaignDirectory campaign = new CampaignDirectory(out().resolve(saved.campaign()));
        if (Files.exists(campaign.workloadFile())) {
            problems.add(Problem.at(
                            Location.COMMAND_LINE,
                            "--resume",
                            "the campaign is a workload on one setup, which cannot be resumed: its jobs belong together")
                    .withValue(saved.campaign())
                    .withRemedy("run the workload again with --workload " + campaign.workloadFile()));
        }
    }

    private Optional<Plan> ofOneSetup(Plan saved) {
        if (!saved.isExperiment()) {
            return Optional.of(saved);
        }
        problems.add(Problem.at(Location.COMMAND_LINE, "--resume", "the campaign is an experiment")
                .withValue(saved.campaign())
                .withRemedy("resume it with --resume " + saved.campaign() + " alone"));
        return Optional.empty();
    }

    /** Refuses a suite and options that would make a different plan from the saved one. */
    private void refuseAnotherPlan(Plan saved, Suite suite, PlanOptions options) {
        long seed = arguments.seed == null ? saved.seed() : options.seed();
        Optional<Plan> asked = Planner.plan(suite, options.as(saved.campaign(), seed), problems);
        if (asked.isPresent() && !asked.get().begunBy(saved.owner()).equals(saved)) {
            problems.add(Problem.at(
                            Location.COMMAND_LINE,
                            "--resume",
                            "the given suite and options make a different plan from the campaign's saved one")
                    .withValue(saved.campaign())
                    .withRemedy("resume with --resume " + saved.campaign()
                            + " alone, or leave --resume out to start another campaign"));
        }
    }

    /** Refuses a setup's file that differs from the campaign's copy. */
    private void refuseAnotherSetup(CampaignDirectory campaign) {
        try {
            boolean declared = Files.exists(campaign.setup());
            String then = declared ? Files.readString(campaign.setup()) : "";
            if (!then.equals(setup.text())) {
                problems.add(Problem.at(
                                Location.COMMAND_LINE,
                                "--setup",
                                "the resumed campaign began "
                                        + (declared ? "with another setup's file" : "without a setup's file"))
                        .withRemedy(
                                declared
                                        ? "resume it with --setup " + campaign.setup()
                                        : "leave it out, or leave --resume out to start another campaign"));
            }
        } catch (IOException e) {
            problems.add(Problem.at(
                    Location.COMMAND_LINE,
                    "--resume",
                    "the campaign's copy of its setup cannot be read: " + FileFailure.of(e)));
        }
    }

    private void refuseOptionsOfPlan(Plan saved) {
        List<String> shaping = new ArrayList<>(arguments
                .given(List.of("--repeats", "--bytes-per-node", "--seed", "--jobs"))
                .keySet());
        if (!arguments.setups.isEmpty() && !setup.name().equals(saved.first().setup())) {
            shaping.add("--setup");
        }
        generic.definitions().forEach((key, value) -> {
            boolean same = saved.runs().stream()
                    .allMatch(run -> value.equals(run.configuration().get(key)));
            if (!same) {
                shaping.add("-D " + key);
            }
        });
        for (String option : shaping) {
            refuse(
                    option,
                    "cannot change the saved plan that is resumed",
                    "leave it out, or leave --resume out to start another campaign");
        }
    }
}
