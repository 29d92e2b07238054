package org.spindlebench.handover;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.AtomicFile;
import org.spindlebench.analysis.document.AtomicFile.StagedFile;
import org.spindlebench.analysis.document.DigestJournal;
import org.spindlebench.analysis.document.FileFailure;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.document.JsonObject;
import org.spindlebench.analysis.document.TextTable;
import org.spindlebench.handover.BundleVerdict.PublishedDuration;
import org.spindlebench.handover.BundleZip.UnpackLimits;
import org.spindlebench.handover.Bundler.RefusedException;
import org.spindlebench.handover.Bundler.Staged;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.console.CommandText;
import org.spindlebench.runner.console.Console;
import org.spindlebench.runner.console.ExitCode;
import org.spindlebench.runner.console.Handover;
import org.spindlebench.runner.run.CampaignLock;

/** Makes and unpacks bundles of campaigns in temporary directories, and prints what it finds. */
public final class CampaignHandover implements Handover {
    private static final int LONGEST = 100;

    @Override
    public ExitCode bundle(
            CliContext context, Console console, Path campaign, Path archive, boolean keepsNames, boolean savesNames) {
        try {
            if (CampaignLock.isHeld(campaign)) {
                throw new IllegalArgumentException("a client is running the campaign " + campaign.getFileName()
                        + "; wait for its end, or end it first");
            }
            Path staging = temporary();
            try {
                Staged staged = Bundler.stage(campaign, keepsNames, staging);
                BundleVerdict verdict = Verification.of(staging);
                Path written = archive == null ? context.path(staged.root() + ".zip") : archive;
                BundleZip.requireNoOther(written, staged.root());
                try (StagedFile file = StagedFile.of(written)) {
                    BundleZip.write(file.out(), staged.root(), staging, staged.entries());
                    file.commit();
                }
                describe(written, staged, savesNames, console.out());
                verdict.alterations().forEach(one -> console.err().println("warning: `verify` will find: " + one));
                return verdict.intact() ? ExitCode.ALL_VALID : ExitCode.RUN_FAILED;
            } finally {
                AtomicFile.deleteTree(staging);
            }
        } catch (RefusedException
                | InvalidDocumentException
                | IllegalArgumentException
                | UncheckedIOException
                | IOException e) {
            return refuse(console, e, "nothing was written.");
        }
    }

    @Override
    public void stage(Path campaign, Path into) throws IOException {
        try {
            Bundler.stage(campaign, false, into);
        } catch (RefusedException e) {
            throw new IllegalArgumentException(campaign + ": " + e.getMessage(), e);
        }
    }

    /** Returns a new directory that only this user can read. */
    private static Path temporary() throws IOException {
        return Files.createTempDirectory("spindle-bundle-").toRealPath();
    }

    /** Prints why the work was not done, and what has not been done because of that. */
    private static ExitCode refuse(Console console, Exception e, String nothing) {
        Throwable failure = e instanceof UncheckedIOException ? e.getCause() : e;
        String reason = failure instanceof IOException io ? FileFailure.of(io) : failure.getMessage();
        console.add(Problem.ofOption("", reason));
        console.refuse(nothing);
        return e instanceof RefusedException ? ExitCode.RUN_FAILED : ExitCode.WRONG_USAGE;
    }

    private static void describe(Path archive, Staged staged, boolean savesNames, PrintStream out) throws IOException {
        out.println("Written: " + CommandText.shown(archive) + " with "
                + HumanText.counted(staged.records(), "record") + " and "
                + HumanText.counted(staged.entries().size(), "file") + " in all.");
        if (savesNames) {
            out.println("Names:   " + CommandText.shown(names(archive, staged)) + ", which only you can read.");
        }
        out.println("SHA-256: " + DigestJournal.sha256(archive));
        out.println("Publish this number apart from the archive, or sign " + BundleInfo.DIGESTS
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

    @Override
    public ExitCode verify(Console console, Path bundle, boolean json, boolean publishable) {
        try {
            BundleVerdict verdict = verdict(bundle);
            if (json) {
                console.out().print(JsonDocument.text(verdict.json()));
            } else {
                print(verdict, console.out());
            }
            boolean good = publishable ? verdict.publishable() : verdict.intact();
            return good ? ExitCode.ALL_VALID : ExitCode.RUN_FAILED;
        } catch (InvalidDocumentException | IllegalArgumentException | UncheckedIOException | IOException e) {
            return refuse(console, e, "nothing was verified.");
        }
    }

    private static BundleVerdict verdict(Path bundle) throws IOException {
        String name = CommandText.shown(bundle);
        if (Files.isDirectory(bundle)) {
            Path root = rootIn(bundle, name);
            BundleZip.check(root, UnpackLimits.USUAL);
            return Verification.of(root);
        }
        Path unpacked = temporary();
        try {
            BundleZip.unpack(bundle, unpacked, UnpackLimits.USUAL.within(unpacked));
            return Verification.of(rootIn(unpacked, name));
        } finally {
            AtomicFile.deleteTree(unpacked);
        }
    }

    /** Returns the directory with the bundle's files: the given one, or the only one in it. */
    private static Path rootIn(Path directory, String name) throws IOException {
        if (isRoot(directory)) {
            return directory;
        }
        try (Stream<Path> inside = Files.list(directory)) {
            return inside.filter(CampaignHandover::isRoot)
                    .findFirst()
                    .orElseThrow(() -> new InvalidDocumentException(name + " is not a bundle: it has no bundle.json"));
        }
    }

    private static boolean isRoot(Path directory) {
        return Files.exists(directory.resolve(BundleInfo.FILE)) || BundleInfo.isOfEarlierVersion(directory);
    }

    private static void print(BundleVerdict verdict, PrintStream out) {
        out.println("Bundle of " + or(verdict.campaign(), "an unknown campaign") + ", made by Spindle "
                + or(verdict.spindle(), "of an unknown version") + ": "
                + HumanText.counted(verdict.records(), "record"));
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
        section("Workers that the user left out:", verdict.reduced(), out);
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
        out.println("Duration of each cell, from the longer of two unchanged runs in a row:");
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
