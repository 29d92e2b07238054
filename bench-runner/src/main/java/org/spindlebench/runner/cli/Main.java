package org.spindlebench.runner.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.spindlebench.analysis.document.FileFailure;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.NearestName;
import org.spindlebench.runner.campaign.CampaignArguments;
import org.spindlebench.runner.campaign.ChosenSetup;
import org.spindlebench.runner.campaign.ExperimentRequest;
import org.spindlebench.runner.campaign.RunOptions;
import org.spindlebench.runner.campaign.RunRequest;
import org.spindlebench.runner.campaign.RunRequest.CleanRequest;
import org.spindlebench.runner.campaign.RunRequest.WorkloadRequest;
import org.spindlebench.runner.campaign.SavedExperiment;
import org.spindlebench.runner.check.JobLimits;
import org.spindlebench.runner.check.PlannedHours;
import org.spindlebench.runner.cli.NameLists.MeasuredFile;
import org.spindlebench.runner.cluster.ClusterUnreachableException;
import org.spindlebench.runner.cluster.session.ClusterSession.AssumedCluster;
import org.spindlebench.runner.conf.ConfFinder;
import org.spindlebench.runner.conf.ConfFinder.ConfKind;
import org.spindlebench.runner.conf.HadoopKeys;
import org.spindlebench.runner.conf.JobSettings.Cluster;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.WholeNumber;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.console.ExitCode;
import org.spindlebench.runner.console.GenericOptions;
import org.spindlebench.runner.devices.DevicesAction;
import org.spindlebench.runner.devices.DevicesCommand;
import org.spindlebench.runner.imports.ImportAction;
import org.spindlebench.runner.imports.ImportCommand;
import org.spindlebench.runner.jobs.JobCatalog;
import org.spindlebench.runner.plan.ExperimentPrinter;
import org.spindlebench.runner.plan.MeasuredSetups;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.PlanFile;
import org.spindlebench.runner.plan.PlanPrinter;
import org.spindlebench.runner.plan.PlanPrinter.WorkloadPrinter;
import org.spindlebench.runner.reports.CompareAction;
import org.spindlebench.runner.reports.CompareCommand;
import org.spindlebench.runner.reports.ReportAction;
import org.spindlebench.runner.reports.ReportCommand;
import org.spindlebench.runner.run.Sizing;
import org.spindlebench.runner.run.SoftwareReader;
import picocli.CommandLine;

/** The program's table of contents: arguments are sorted, parsed and validated, and only then a command acts. */
public final class Main {
    private final PrintStream out;
    private final PrintStream err;
    private final CommandActions actions;
    private final CliContext context;
    private final Problems problems = new Problems();
    private Optional<PlanLimits> limits = Optional.empty();

    private Main(PrintStream out, PrintStream err, CommandActions actions, CliContext context) {
        this.out = out;
        this.err = err;
        this.actions = actions;
        this.context = context;
    }

    public static void main(String[] args) {
        runAndExit(args, new ClusterActions(), () -> CliContext.ofThisProcess(jobs()));
    }

    /** Ends the JVM, whatever happens: threads of Hadoop would keep it. */
    static void runAndExit(String[] args, CommandActions actions, Supplier<CliContext> context) {
        PrintStream out = System.out;
        // Stock tools chat on standard output, which belongs to results.
        System.setOut(new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));
        int code = run(args, out, System.err, actions, context);
        out.flush();
        System.err.flush();
        // CHECKSTYLE:OFF the one place that ends the JVM
        System.exit(code);
        // CHECKSTYLE:ON
    }

    /**
     * The program without its process.
     *
     * @param args all arguments, Hadoop's generic options among them
     * @param out for results
     * @param err for progress and complaints
     * @param actions the commands that need a cluster
     * @param context the world around it
     * @return the exit code
     */
    public static int run(String[] args, PrintStream out, PrintStream err, CommandActions actions, CliContext context) {
        return run(args, out, err, actions, () -> context);
    }

    private static int run(
            String[] args, PrintStream out, PrintStream err, CommandActions actions, Supplier<CliContext> context) {
        try {
            return new Main(out, err, actions, context.get()).run(List.of(args));
        } catch (RuntimeException | Error unexpected) {
            boolean hadoopIsMissing = unexpected instanceof NoClassDefFoundError
                    && String.valueOf(unexpected.getMessage()).replace('.', '/').startsWith("org/apache/hadoop/");
            if (hadoopIsMissing) {
                // The launcher tells of it.
                throw unexpected;
            }
            return UnexpectedEnd.tell(unexpected, List.of(args), err);
        }
    }

    private int run(List<String> args) {
        GenericOptions generic = GenericOptions.extract(args, problems);
        CommandLine line = new ArgumentParser().parse(generic.rest(), problems);
        if (line.isUsageHelpRequested()) {
            out.print(Commands.usage(line));
            return ExitCode.ALL_VALID.code();
        }
        if (line.isVersionHelpRequested()) {
            return version();
        }
        if (args.isEmpty()) {
            err.print(Commands.usage(line));
            return ExitCode.WRONG_USAGE.code();
        }
        return act(line.getCommand(), generic);
    }

    private int version() {
        return print(Optional.of("Spindle " + SoftwareReader.version()));
    }

    private int help(Commands.Help help) {
        CommandLine all = Commands.parser();
        CommandLine line = help.of == null ? all : all.getSubcommands().get(help.of);
        if (line == null) {
            problems.add(
                    ArgumentParser.unknownCommand(help.of, all.getSubcommands().keySet()));
        }
        if (!problems.isEmpty()) {
            return refuse();
        }
        out.print(Commands.usage(line));
        return ExitCode.ALL_VALID.code();
    }

    private int act(Object command, GenericOptions generic) {
        if (command instanceof Commands.OfCampaign ofCampaign) {
            return actOnRuns(ofCampaign, generic);
        }
        if (command instanceof Commands.ListNames list) {
            Optional<String> names = new NameLists(context).print(list, problems);
            return problems.isEmpty() ? print(names) : refuse("nothing was listed.");
        }
        if (command instanceof ImportCommand imports) {
            return new ImportAction(context, problems, out, err).run(imports);
        }
        if (command instanceof ReportCommand report) {
            return new ReportAction(context, problems, out, err).run(report);
        }
        if (command instanceof CompareCommand compare) {
            return new CompareAction(context, problems, out, err).run(compare);
        }
        if (command instanceof DevicesCommand devices) {
            return new DevicesAction(context, problems, out, err, actions::devices).run(devices, generic);
        }
        if (command instanceof Commands.Clean clean) {
            return clean(clean, generic);
        }
        if (command instanceof Commands.Help help) {
            return help(help);
        }
        if (command instanceof Commands.Version) {
            return version();
        }
        if (problems.isEmpty()) {
            err.print(Commands.usage(Commands.parser()));
            return ExitCode.WRONG_USAGE.code();
        }
        return refuse();
    }

    private int actOnRuns(Commands.OfCampaign command, GenericOptions generic) {
        limits = PlanLimits.read(command.forNodes(), generic, problems);
        if (command.campaign().workload != null) {
            return new WorkloadPreparation(command, generic, context, problems)
                    .prepare(out, err)
                    .map(this::act)
                    .orElseGet(this::refuse);
        }
        return isExperiment(command.campaign())
                ? new ExperimentPreparation(command, generic, context, problems)
                        .prepare(out, err)
                        .map(this::act)
                        .orElseGet(this::refuse)
                : new Preparation(command, generic, context, problems)
                        .prepare(out, err)
                        .map(this::act)
                        .orElseGet(this::refuse);
    }

    private boolean isExperiment(CampaignArguments arguments) {
        return arguments.experiment != null
                || arguments.setups.size() > 1
                || (arguments.resume != null
                        && arguments.suite == null
                        && context.path(
                                        "--out",
                                        Objects.requireNonNullElse(arguments.out, RunOptions.DEFAULT_OUT),
                                        new Problems())
                                .filter(out -> SavedExperiment.isMeant(out, arguments.resume))
                                .isPresent());
    }

    private int act(ExperimentRequest request) {
        warnOfSettings(request.plan().visits());
        return switch (request.command()) {
            case RUN -> actions.runExperiment(request);
            case CHECK, CALIBRATE -> actions.checkExperiment(request);
            case PLAN -> print(planText(request), request.plan().visits(), request.options());
        };
    }

    private int act(WorkloadRequest workload) {
        RunRequest request = workload.request();
        warnOfLabel(request.setup());
        warnOfSettings(List.of(request.plan()));
        return switch (request.command()) {
            case RUN -> actions.runWorkload(workload);
            case CHECK, CALIBRATE -> actions.check(request);
            case PLAN ->
                print(
                        Optional.of(
                                request.options().json()
                                        ? PlanFile.json(request.plan())
                                        : WorkloadPrinter.text(workload.workload())),
                        List.of(request.plan()),
                        request.options());
        };
    }

    private int act(RunRequest request) {
        warnOfLabel(request.setup());
        warnOfSettings(List.of(request.plan()));
        return switch (request.command()) {
            case RUN -> actions.run(request);
            case CHECK -> actions.check(request);
            case CALIBRATE -> actions.calibrate(request);
            case PLAN -> print(Optional.of(planText(request)), List.of(request.plan()), request.options());
        };
    }

    /** A label of which nothing is verified, although a setup with a file is called nearly the same. */
    private void warnOfLabel(ChosenSetup setup) {
        if (setup.declared().isEmpty() && !setup.name().equals(RunOptions.DEFAULT_SETUP)) {
            NearestName.within(1, setup.name(), new ConfFinder(ConfKind.SETUP, context.directory()).names())
                    .ifPresent(near -> err.println("warning: --setup " + setup.name()
                            + " is a mere label: no file describes such a setup, and nothing of it is verified. Did you mean "
                            + near + "?"));
        }
    }

    /** A misspelt name changes nothing, and the plan shows it as if it did. */
    private void warnOfSettings(List<Plan> plans) {
        Set<Map.Entry<String, String>> settings = plans.stream()
                .flatMap(plan -> plan.runs().stream())
                .flatMap(run -> run.configuration().entrySet().stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
        settings.forEach(setting -> HadoopKeys.doubt(setting.getKey(), setting.getValue())
                .ifPresent(doubt -> err.println("warning: " + doubt)));
    }

    private static String planText(RunRequest request) {
        return request.options().json()
                ? PlanFile.json(request.plan())
                : withHours(
                        PlanPrinter.text(request.plan(), request.suite()), request.options(), List.of(request.plan()));
    }

    /** Empty, with a problem, where what was measured cannot be read. */
    private Optional<String> planText(ExperimentRequest request) {
        if (request.options().json()) {
            return Optional.of(PlanFile.json(request.plan()));
        }
        return new MeasuredFile(problems)
                .read(request.options().out().resolve(MeasuredSetups.FILE))
                .map(measured -> withHours(
                        ExperimentPrinter.text(request.plan(), request.declared(), measured),
                        request.options(),
                        request.plan().visits()));
    }

    private static String withHours(String text, RunOptions options, List<Plan> visits) {
        return PlannedHours.of(options.out(), visits)
                .describe()
                .map(hours -> text + System.lineSeparator() + hours)
                .orElse(text);
    }

    private int clean(Commands.Clean command, GenericOptions generic) {
        OptionReader.refuseSettings(generic, Cluster.RUNNING, problems);
        String baseDir = RunOptions.baseDir(command.baseDir, problems);
        if (!problems.isEmpty()) {
            return refuse();
        }
        CleanRequest.Mode mode = command.dryRun ? CleanRequest.Mode.DRY_RUN : CleanRequest.Mode.REMOVE;
        return actions.clean(new CleanRequest(mode, baseDir, generic, out, err));
    }

    /** A plan, and after it what a cluster of the size asked for cannot run. */
    private int print(Optional<String> plan, List<Plan> visits, RunOptions options) {
        int code = print(plan);
        if (code != ExitCode.ALL_VALID.code() || limits.isEmpty()) {
            return code;
        }
        limits.get().check(visits, options, problems);
        return problems.isEmpty()
                ? code
                : refuse("a cluster of " + limits.get().nodes() + " nodes cannot run this plan.");
    }

    private int print(Optional<String> text) {
        if (text.isEmpty() || !problems.isEmpty()) {
            return refuse();
        }
        out.println(text.get());
        return ExitCode.ALL_VALID.code();
    }

    private int refuse() {
        return refuse("nothing was started.");
    }

    private int refuse(String consequence) {
        err.println(problems.report(consequence));
        return ExitCode.WRONG_USAGE.code();
    }

    private static Map<String, String> jobs() {
        Map<String, String> jobs = new LinkedHashMap<>();
        JobCatalog.all().forEach(job -> jobs.put(job.name(), job.summary()));
        return jobs;
    }

    /** What nobody thought of: a sentence for the user, and the trace in a file for whoever mends it. */
    static final class UnexpectedEnd {
        private UnexpectedEnd() {}

        /** Tells of it; the exit code. */
        static int tell(Throwable failure, List<String> arguments, PrintStream err) {
            err.println("error: " + sentence(failure));
            try {
                Path log = Files.createTempFile("spindle-error-", ".log");
                Files.writeString(log, trace(failure, arguments));
                err.println("The details are in " + log + "; a campaign that was running can be resumed.");
            } catch (IOException | RuntimeException unwritable) {
                err.println("The details could not be written: " + unwritable);
            }
            return ExitCode.UNEXPECTED.code();
        }

        private static String sentence(Throwable failure) {
            if (failure instanceof OutOfMemoryError) {
                return "Spindle's JVM has too little memory. Give it more: SPINDLE_JAVA_OPTS=-Xmx4g for bin/spindle,"
                        + " HADOOP_CLIENT_OPTS=-Xmx4g for hadoop jar.";
            }
            if (failure instanceof InvalidDocumentException) {
                return failure.getMessage();
            }
            if (failure instanceof UncheckedIOException unread) {
                return FileFailure.of(unread.getCause());
            }
            return "Spindle met what it did not expect, and ended: " + failure;
        }

        private static String trace(Throwable failure, List<String> arguments) {
            StringWriter text = new StringWriter();
            PrintWriter out = new PrintWriter(text);
            out.println("Spindle " + SoftwareReader.version() + ", Java " + System.getProperty("java.version"));
            out.println("arguments: " + arguments);
            failure.printStackTrace(out);
            return text.toString();
        }
    }

    /**
     * What {@code plan --for-nodes} looks for.
     *
     * @param nodes of the cluster that is thought of
     * @param generic Hadoop's options
     */
    record PlanLimits(int nodes, GenericOptions generic) {
        private static final int MOST_NODES = 100_000;

        /** Empty where the option was not given or, with a problem, is no number of nodes. */
        static Optional<PlanLimits> read(String text, GenericOptions generic, Problems problems) {
            return OptionReader.read("--for-nodes", text, WholeNumber.between(1, MOST_NODES), problems)
                    .map(number -> new PlanLimits(number, generic));
        }

        void check(List<Plan> visits, RunOptions options, Problems problems) {
            try {
                AssumedCluster cluster = new AssumedCluster(nodes, generic.hadoopArguments());
                Integer slots =
                        options.slots().isPresent() ? (Integer) options.slots().getAsInt() : null;
                long seed = visits.get(0).seed();
                JobLimits.problems(new Sizing(cluster.shape(), slots, seed, cluster::requests), visits)
                        .forEach(problem -> problems.add(problem(problem)));
            } catch (ClusterUnreachableException | IllegalArgumentException e) {
                problems.add(problem(e.getMessage()));
            }
        }

        private Problem problem(String text) {
            return Problem.at(Location.COMMAND_LINE, "--for-nodes " + nodes, text);
        }
    }
}
