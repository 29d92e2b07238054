package org.spindlebench.runner.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.console.CliCommand;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.console.CliContext.PathConverter;
import org.spindlebench.runner.console.CommandText;
import org.spindlebench.runner.console.Console;
import org.spindlebench.runner.console.ExitCode;
import org.spindlebench.runner.console.Handover;
import org.spindlebench.runner.run.CampaignDirectory;
import org.spindlebench.runner.run.Progress.Terminal;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands that hand a campaign on, and check what others handed on, with their options. */
final class HandoverCommands {
    private HandoverCommands() {}

    /** Returns the path of the only argument; if there is no such argument, adds a problem and returns empty. */
    private static Optional<Path> only(List<String> texts, CliContext context, Problem otherwise, Problems problems) {
        if (texts.size() == 1) {
            return context.path(texts.get(0), texts.get(0), problems);
        }
        problems.add(otherwise.withValue(texts.isEmpty() ? "none" : String.join(" ", texts)));
        return Optional.empty();
    }

    private static boolean isZip(Path file) {
        return String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT).endsWith(".zip");
    }

    /** Does the work if there are no problems, and this class path has the module for it. */
    private static int with(Console console, String nothing, String doing, Function<Handover, ExitCode> work) {
        Optional<Handover> handover = console.problems().isEmpty() ? Handover.find() : Optional.empty();
        if (console.problems().isEmpty() && handover.isEmpty()) {
            console.add(Problem.ofOption("", "this class path lacks the module bench-handover")
                    .withRemedy("use bench-runner.jar, which has it"));
        }
        if (handover.isEmpty()) {
            return console.refuse(nothing);
        }
        Terminal.tell(doing, console.err());
        return work.apply(handover.get()).code();
    }

    @CommandLine.Command(
            name = "bundle",
            customSynopsis = "CAMPAIGN [options]",
            description =
                    "Writes one archive of a campaign to hand on. It has the known fields of plan, records and conditions, the"
                            + " numbers of `report`, and a SHA-256 of each file. Hosts, users, queues and paths become"
                            + " made-up names, the same everywhere. It omits all else, such as logs. Needs no cluster.",
            footer = {
                "%nExamples:",
                "  bundle results/full-20260301-100000",
                "  bundle results/full-20260301-100000 --out full.zip --save-names"
            })
    static final class BundleCommand extends CliCommand {
        @Parameters(
                arity = "0..*",
                paramLabel = "CAMPAIGN",
                hideParamSyntax = true,
                description = "The results directory of a campaign.")
        private List<String> texts = new ArrayList<>();

        @Option(
                names = {"-o", "--out"},
                paramLabel = "FILE",
                converter = PathConverter.class,
                description = "Write this archive, a .zip file. Default: the campaign's name with .zip.")
        private Path out;

        @Option(
                names = "--keep-names",
                description =
                        "Keep the names of hosts, users, queues and paths. Fields that are not known are left out anyway.")
        private boolean keepNames;

        @Option(
                names = "--save-names",
                description = "Write also FILE.names.json, which only you can read: which made-up name stands for"
                        + " which name.")
        private boolean saveNames;

        BundleCommand(CliContext context, Console console) {
            super(context, console);
        }

        @Override
        public Integer call() {
            Problem otherwise = Problem.ofOption("bundle", "takes one campaign")
                    .withRemedy("write, for example, " + CommandText.of("bundle", "results/quick-20260301-100000"));
            Optional<Path> campaign = only(texts, context, otherwise, problems);
            if (campaign.isPresent() && !Files.isRegularFile(new CampaignDirectory(campaign.get()).plan())) {
                problems.add(Problem.ofOption(texts.get(0), "no results directory of a campaign: it has no plan.json"));
            }
            if (out != null && (!isZip(out) || Files.isDirectory(out))) {
                problems.add(Problem.ofOption("--out", "not the name of an archive")
                        .withValue(out.toString())
                        .withAllowed("a file that ends in .zip"));
            }
            Path place =
                    out == null ? context.directory() : out.toAbsolutePath().getParent();
            if (Files.isDirectory(place) && !Files.isWritable(place)) {
                problems.add(Problem.ofOption("--out", "no permission to write there")
                        .withValue(CommandText.shown(place))
                        .withRemedy("name an archive in another directory with --out"));
            }
            if (keepNames && saveNames) {
                problems.add(Problem.ofOption("--save-names", "there are no made-up names with --keep-names")
                        .withRemedy("leave one of the two out"));
            }
            return with(
                    console,
                    "nothing was written.",
                    "Packing the campaign, and computing its report ...",
                    handover -> handover.bundle(context, console, campaign.orElseThrow(), out, keepNames, saveNames));
        }
    }

    @CommandLine.Command(
            name = "verify",
            customSynopsis = "BUNDLE [options]",
            description =
                    "Checks an archive of `bundle`. Compares the SHA-256 of each file, computes every number of the report from the"
                            + " records once more, and names each alteration. Says whether the rules of a publishable"
                            + " run held. Needs no cluster.",
            footer = {
                "%nExamples:",
                "  verify full-20260301-100000.zip",
                "  verify full-20260301-100000.zip --publishable --json      for a program"
            })
    static final class VerifyCommand extends CliCommand {
        @Parameters(
                arity = "0..*",
                paramLabel = "BUNDLE",
                hideParamSyntax = true,
                description = "An archive of `bundle`, or the directory that it was unpacked to.")
        private List<String> texts = new ArrayList<>();

        @Option(names = "--publishable", description = "Exit with 1 also if a rule of a publishable run did not hold.")
        private boolean publishable;

        @Mixin
        private JsonOutput output;

        VerifyCommand(CliContext context, Console console) {
            super(context, console);
        }

        @Override
        public Integer call() {
            Problem otherwise = Problem.ofOption("verify", "takes one bundle")
                    .withRemedy("write, for example, " + CommandText.of("verify", "quick-20260301-100000.zip"));
            Optional<Path> bundle = only(texts, context, otherwise, problems);
            if (bundle.isPresent() && !Files.exists(bundle.get())) {
                problems.add(Problem.ofOption(texts.get(0), "no such file or directory"));
            } else if (bundle.isPresent() && !Files.isDirectory(bundle.get()) && !isZip(bundle.get())) {
                problems.add(Problem.ofOption(texts.get(0), "neither a directory nor a .zip file"));
            }
            return with(
                    console,
                    "nothing was verified.",
                    "Checking the digests, and computing the report once more ...",
                    handover -> handover.verify(console, bundle.orElseThrow(), output.json, publishable));
        }
    }
}
