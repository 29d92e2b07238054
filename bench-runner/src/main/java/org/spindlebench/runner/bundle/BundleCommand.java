package org.spindlebench.runner.bundle;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.spindlebench.analysis.document.AtomicFile.StagedFile;
import org.spindlebench.analysis.document.DigestJournal;
import org.spindlebench.analysis.document.FileFailure;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.document.JsonObject;
import org.spindlebench.runner.bundle.Bundler.RefusedException;
import org.spindlebench.runner.bundle.Bundler.Staged;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.console.CliCommand;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.console.CliContext.PathConverter;
import org.spindlebench.runner.console.CommandText;
import org.spindlebench.runner.console.Console;
import org.spindlebench.runner.console.ExitCode;
import org.spindlebench.runner.run.CampaignDirectory;
import org.spindlebench.runner.run.CampaignLock;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@CommandLine.Command(
        name = "bundle",
        customSynopsis = "CAMPAIGN [options]",
        description =
                "Writes one archive of a campaign to hand on. It has the known fields of plan, records and conditions, the"
                        + " numbers of `report`, and a SHA-256 of each file. Hosts, users, queues and paths become made-up"
                        + " names, the same everywhere. All else is left out, such as logs. Needs no cluster.",
        footer = {
            "%nExamples:",
            "  bundle results/full-20260301-100000",
            "  bundle results/full-20260301-100000 --out full.zip --save-names"
        })
public final class BundleCommand extends CliCommand {
    private static final String NOTHING = "nothing was written.";

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

    public BundleCommand(CliContext context, Console console) {
        super(context, console);
    }

    @Override
    public Integer call() {
        Optional<Path> campaign = campaign();
        if (out != null && (!BundleZip.isZip(out) || Files.isDirectory(out))) {
            problems.add(Problem.ofOption("--out", "not the name of an archive")
                    .withValue(out.toString())
                    .withAllowed("a file that ends in .zip"));
        }
        if (keepNames && saveNames) {
            problems.add(Problem.ofOption("--save-names", "there are no made-up names with --keep-names")
                    .withRemedy("leave one of the two out"));
        }
        if (!problems.isEmpty()) {
            return console.refuse(NOTHING);
        }
        try {
            return bundle(campaign.orElseThrow()).code();
        } catch (RefusedException e) {
            return refuse(e.getMessage(), ExitCode.RUN_FAILED);
        } catch (InvalidDocumentException | IllegalArgumentException e) {
            return refuse(e.getMessage(), ExitCode.WRONG_USAGE);
        } catch (UncheckedIOException e) {
            return refuse(FileFailure.of(e.getCause()), ExitCode.WRONG_USAGE);
        } catch (IOException e) {
            return refuse(FileFailure.of(e), ExitCode.WRONG_USAGE);
        }
    }

    private int refuse(String reason, ExitCode code) {
        problems.add(Problem.ofOption("", reason));
        console.err().println(problems.report(NOTHING));
        return code.code();
    }

    private Optional<Path> campaign() {
        if (texts.size() != 1) {
            problems.add(Problem.ofOption("bundle", "takes one campaign")
                    .withValue(texts.isEmpty() ? "none" : String.join(" ", texts))
                    .withRemedy("write, for example, " + CommandText.of("bundle", "results/quick-20260301-100000")));
            return Optional.empty();
        }
        Optional<Path> campaign = context.path(texts.get(0), texts.get(0), problems);
        if (campaign.isPresent() && !Files.isRegularFile(new CampaignDirectory(campaign.get()).plan())) {
            problems.add(Problem.ofOption(texts.get(0), "no results directory of a campaign: it has no plan.json"));
        }
        return campaign;
    }

    private ExitCode bundle(Path campaign) throws IOException, RefusedException {
        if (CampaignLock.isHeld(campaign)) {
            throw new IllegalArgumentException("a client is running the campaign " + campaign.getFileName()
                    + "; wait for its end, or end it first");
        }
        try (TemporaryDirectory directory = new TemporaryDirectory()) {
            Path staging = directory.path().toRealPath();
            Staged staged = Bundler.stage(campaign, keepNames, staging);
            BundleVerdict verdict = Verification.of(staging);
            Path archive = out == null ? context.path(staged.root() + ".zip") : out;
            try (StagedFile file = StagedFile.of(archive)) {
                BundleZip.write(file.out(), staged.root(), staging, staged.entries());
                file.commit();
            }
            describe(archive, staged);
            verdict.alterations().forEach(one -> console.err().println("warning: `verify` will find: " + one));
            return verdict.intact() ? ExitCode.ALL_VALID : ExitCode.RUN_FAILED;
        }
    }

    private void describe(Path archive, Staged staged) throws IOException {
        console.out()
                .println("Written: " + CommandText.shown(archive) + " with "
                        + staged.records() + " records and "
                        + staged.entries().size() + " files in all.");
        if (saveNames) {
            console.out()
                    .println("Names:   " + CommandText.shown(names(archive, staged)) + ", which only you can read.");
        }
        console.out().println("SHA-256: " + DigestJournal.sha256(archive));
        console.out()
                .println("Publish this number apart from the archive, or sign " + BundleInfo.DIGESTS
                        + ". Otherwise no reader can see whether the archive was made anew.");
    }

    /** Writes the names for this user alone, and returns the file. */
    private static Path names(Path archive, Staged staged) throws IOException {
        Path file = archive.resolveSibling(archive.getFileName() + ".names.json");
        JsonObject names = staged.names().json().with("bundle", DigestJournal.sha256(archive));
        Files.deleteIfExists(file);
        boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        FileAttribute<?>[] own = posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
        Files.createFile(file, own);
        Files.writeString(file, JsonDocument.text(names));
        return file;
    }
}
