package org.spindlebench.runner.bundle;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.FileFailure;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.document.TextTable;
import org.spindlebench.runner.bundle.BundleVerdict.PublishedDuration;
import org.spindlebench.runner.bundle.BundleZip.UnpackLimits;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.console.CliCommand;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.console.CommandText;
import org.spindlebench.runner.console.Console;
import org.spindlebench.runner.console.ExitCode;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@CommandLine.Command(
        name = "verify",
        customSynopsis = "BUNDLE [options]",
        description =
                "Checks an archive of `bundle`. Compares the SHA-256 of each file, computes every number of the report from the"
                        + " records once more, and says what was altered. Says whether the rules of a publishable run held."
                        + " Needs no cluster.",
        footer = {
            "%nExamples:",
            "  verify full-20260301-100000.zip",
            "  verify full-20260301-100000.zip --publishable --json      for a program"
        })
public final class VerifyCommand extends CliCommand {
    private static final String NOTHING = "nothing was verified.";
    private static final int LONGEST = 100;

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

    public VerifyCommand(CliContext context, Console console) {
        super(context, console);
    }

    @Override
    public Integer call() {
        Optional<Path> bundle = bundle();
        if (!problems.isEmpty()) {
            return console.refuse(NOTHING);
        }
        String reason;
        try {
            return verify(bundle.orElseThrow()).code();
        } catch (InvalidDocumentException | IllegalArgumentException e) {
            reason = e.getMessage();
        } catch (UncheckedIOException e) {
            reason = FileFailure.of(e.getCause());
        } catch (IOException e) {
            reason = FileFailure.of(e);
        }
        problems.add(Problem.ofOption("", reason));
        return console.refuse(NOTHING);
    }

    private Optional<Path> bundle() {
        if (texts.size() != 1) {
            problems.add(Problem.ofOption("verify", "takes one bundle")
                    .withValue(texts.isEmpty() ? "none" : String.join(" ", texts))
                    .withRemedy("write, for example, " + CommandText.of("verify", "quick-20260301-100000.zip")));
            return Optional.empty();
        }
        Optional<Path> bundle = context.path(texts.get(0), texts.get(0), problems);
        if (bundle.isPresent() && !Files.exists(bundle.get())) {
            problems.add(Problem.ofOption(texts.get(0), "no such file or directory"));
        } else if (bundle.isPresent() && !Files.isDirectory(bundle.get()) && !BundleZip.isZip(bundle.get())) {
            problems.add(Problem.ofOption(texts.get(0), "neither a directory nor a .zip file"));
        }
        return bundle;
    }

    private ExitCode verify(Path bundle) throws IOException {
        BundleVerdict verdict;
        if (Files.isDirectory(bundle)) {
            Path root = rootIn(bundle, texts.get(0));
            BundleZip.check(root, UnpackLimits.USUAL);
            verdict = Verification.of(root);
        } else {
            try (TemporaryDirectory directory = new TemporaryDirectory()) {
                Path unpacked = directory.path().toRealPath();
                BundleZip.unpack(bundle, unpacked, UnpackLimits.USUAL.within(unpacked));
                verdict = Verification.of(rootIn(unpacked, texts.get(0)));
            }
        }
        if (output.json) {
            console.out().print(JsonDocument.text(verdict.json()));
        } else {
            print(verdict, console.out());
        }
        boolean good = publishable ? verdict.publishable() : verdict.intact();
        return good ? ExitCode.ALL_VALID : ExitCode.RUN_FAILED;
    }

    /** Returns the directory with the bundle's files: the given one, or the only one in it. */
    private static Path rootIn(Path directory, String name) throws IOException {
        if (isRoot(directory)) {
            return directory;
        }
        try (Stream<Path> inside = Files.list(directory)) {
            return inside.filter(VerifyCommand::isRoot)
                    .findFirst()
                    .orElseThrow(() -> new InvalidDocumentException(name + " is no bundle: it has no bundle.json"));
        }
    }

    private static boolean isRoot(Path directory) {
        return Files.exists(directory.resolve(BundleInfo.FILE)) || BundleInfo.isOfEarlierVersion(directory);
    }

    private static void print(BundleVerdict verdict, PrintStream out) {
        out.println("Bundle of " + or(verdict.campaign(), "an unknown campaign") + ", made by Spindle "
                + or(verdict.spindle(), "of an unknown version") + ": " + verdict.records() + " records");
        out.println();
        if (verdict.intact()) {
            out.println("Intact: every file has its SHA-256, and every number of the report follows from the records.");
        } else {
            out.println("Not intact:");
            verdict.alterations().forEach(one -> out.println("  " + one));
        }
        out.println();
        out.println("Rules of a publishable run:");
        for (BundleVerdict.Rule rule : verdict.rules()) {
            out.println((rule.held() ? "  held    " : "  broken  ") + rule.text());
            rule.broken().forEach(why -> out.println("            " + why));
        }
        List<String> warnings = new ArrayList<>();
        verdict.warnings().forEach((code, runs) -> warnings.add(code + ": " + runs + (runs == 1 ? " run" : " runs")));
        section("Warnings of the runs that count:", warnings, out);
        published(verdict.published(), out);
        section("Runs that do not count:", verdict.notCounted(), out);
        List<String> settings = new ArrayList<>();
        verdict.settings().forEach((key, value) -> settings.add(key + " = " + cut(value)));
        section("Settings that differ from Hadoop's defaults:", settings, out);
    }

    private static void published(List<PublishedDuration> figures, PrintStream out) {
        if (figures.isEmpty()) {
            return;
        }
        out.println();
        out.println("Numbers of the cells, the longer of two unchanged runs in a row:");
        new TextTable<PublishedDuration>()
                .left("job", PublishedDuration::job)
                .left("setup", PublishedDuration::setup)
                .right("seconds", figure -> seconds(figure.seconds()))
                .right("other", figure -> seconds(figure.other()))
                .left("run", PublishedDuration::run)
                .left("settings", figure -> figure.settings().toString())
                .lines(figures)
                .forEach(line -> out.println("  " + or(line, "")));
    }

    private static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.3f", seconds);
    }

    private static void section(String heading, List<String> lines, PrintStream out) {
        if (!lines.isEmpty()) {
            out.println();
            out.println(heading);
            lines.forEach(line -> out.println("  " + HumanText.oneLine(line)));
        }
    }

    private static String cut(String text) {
        return text.length() > LONGEST ? text.substring(0, LONGEST) + "..." : text;
    }

    private static String or(String text, String otherwise) {
        return text == null ? otherwise : HumanText.oneLine(text);
    }
}
