package org.spindlebench.handover;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.document.DigestJournal;
import org.spindlebench.analysis.document.DigestJournal.Event;
import org.spindlebench.analysis.document.DigestJournal.Line;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.hypothesis.Hypothesis.Study;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.report.Reports;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.plan.PlanFile;
import org.spindlebench.runner.reports.SavedStudy;
import org.spindlebench.runner.run.CampaignDirectory;
import org.spindlebench.runner.run.SoftwareReader;

/** Puts the files of a bundle together in a directory: the known fields of known documents, numbers and digests. */
final class Bundler {
    private static final String ENDING = ".json";
    private static final AllowedFields RECORD = AllowedFields.of("record");
    private static final AllowedFields ENVIRONMENT = AllowedFields.of("environment");

    private final Path campaign;
    private final MadeUpNames names;

    /**
     * @param campaign the campaign's directory
     * @param keepsNames whether names of hosts, users, queues and paths stay
     */
    Bundler(Path campaign, boolean keepsNames) {
        this.campaign = campaign;
        this.names = new MadeUpNames(keepsNames);
    }

    /**
     * A bundle that is ready to be packed.
     *
     * @param root the name of the directory in the archive
     */
    record Staged(String root, List<String> entries, MadeUpNames names) {
        long records() {
            return entries.stream().filter(BundleInfo::isRecord).count();
        }
    }

    /** Thrown if a bundle is not made, with the reason. */
    static final class RefusedException extends Exception {
        private static final long serialVersionUID = 1L;

        RefusedException(String reason) {
            super(reason);
        }
    }

    /**
     * A document of the campaign.
     *
     * @param folder the folder in the bundle, with a slash; may be empty
     * @param label the part of its name in the bundle that the user may have chosen; may be empty
     * @param rest the rest of its name
     */
    private record Source(Path file, String folder, String label, String rest, AllowedFields allowed) {
        Source(Path file, String name, AllowedFields allowed) {
            this(file, "", "", name, allowed);
        }

        String entry(MadeUpNames names) {
            return folder + (label.isEmpty() ? "" : names.label(label)) + rest;
        }

        JsonNode read() throws IOException {
            // Plans of earlier versions have other fields.
            return rest.equals(PlanFile.NAME)
                    ? new ObjectMapper().readTree(PlanFile.json(PlanFile.read(file)))
                    : JsonDocument.read(file, JsonNode.class);
        }
    }

    /** Takes what a document becomes in the bundle. */
    private interface DocumentSink {
        void take(String entry, JsonNode document) throws IOException, RefusedException;
    }

    /**
     * Writes the files into an empty directory.
     *
     * @param keepsNames whether names of hosts, users, queues and paths stay
     * @throws RefusedException if a file was changed after its run, or two files get the same name
     * @throws IOException if a file cannot be read or written
     */
    static Staged stage(Path campaign, boolean keepsNames, Path into) throws IOException, RefusedException {
        return new Bundler(campaign, keepsNames).stage(keepsNames, into);
    }

    private Staged stage(boolean keepsNames, Path into) throws IOException, RefusedException {
        requireUnchanged();
        List<Source> sources = sources();
        // The first pass collects names. It keeps no document, because together they may not fit into memory.
        each(sources, (entry, document) -> {});
        names.complete();
        each(sources, (entry, document) -> {
            if (!BundleInfo.isKnown(entry) || Files.exists(into.resolve(entry))) {
                throw new RefusedException(
                        "two files would be " + entry + " in the bundle, or this name cannot be used");
            }
            Files.createDirectories(into.resolve(entry).getParent());
            JsonDocument.write(into.resolve(entry), document);
        });
        if (BundleInfo.entries(into).stream().noneMatch(BundleInfo::isRecord)) {
            throw new RefusedException("the campaign has no record yet, so there is nothing to bundle");
        }
        JsonDocument.write(
                into.resolve(BundleInfo.FILE),
                new BundleInfo(BundleInfo.SCHEMA, SoftwareReader.version(), !keepsNames));
        Files.writeString(into.resolve(BundleInfo.REPORT), Reports.json(figures(into)));
        BundleInfo.writeDigests(into);
        String root = PlanFile.read(into.resolve(PlanFile.NAME)).campaign();
        return new Staged(root, BundleInfo.entries(into), names);
    }

    /**
     * Computes the numbers of a bundle as {@code report} does without options, from the bundle alone. A bundle has no
     * hypotheses, which are texts of the user, so their rows stay on the screen.
     *
     * @throws InvalidDocumentException if there is no record, or if a record cannot be parsed
     */
    static Findings figures(Path root) throws IOException {
        SavedStudy saved = SavedStudy.of(List.of(root), root, new Problems());
        Study study = new Study(
                "",
                List.of(),
                List.of(),
                saved.study().endedEarly(),
                List.of(),
                saved.study().looks());
        try (Stream<RunRecord> runs = Records.read(root)) {
            Runs cells = Runs.of(runs);
            if (cells.cells().isEmpty()) {
                throw new InvalidDocumentException("there is no record of a run");
            }
            return Findings.of(cells, ComparisonOptions.standard().with(study).against(saved.baseline(cells)));
        }
    }

    /** Refuses files that differ from the campaign's journal. */
    private void requireUnchanged() throws IOException, RefusedException {
        DigestJournal journal = DigestJournal.read(new CampaignDirectory(campaign).digests());
        Set<String> files = new LinkedHashSet<>();
        journal.lines().forEach(line -> files.add(line.file()));
        for (String name : files) {
            Line line = journal.last(name).orElseThrow();
            Path file = campaign.resolve(name).normalize();
            boolean gone = !file.startsWith(campaign) || !Files.isRegularFile(file);
            if (line.event() != Event.REMOVED && gone) {
                throw new RefusedException(name + " is missing, but the campaign's journal (" + DigestJournal.NAME
                        + ") says that Spindle wrote it. Put it back, or resume the campaign to repeat its run");
            }
            if (line.event() != Event.REMOVED && !DigestJournal.sha256(file).equals(line.digest())) {
                throw new RefusedException(
                        name + " was changed after Spindle had written it: its SHA-256 differs from the"
                                + " one in the campaign's journal (" + DigestJournal.NAME + "). Put the original back");
            }
        }
    }

    /** Returns the campaign's documents that a bundle holds. */
    private List<Source> sources() throws IOException {
        List<Source> sources = new ArrayList<>();
        CampaignDirectory directory = new CampaignDirectory(campaign);
        sources.add(new Source(directory.plan(), PlanFile.NAME, AllowedFields.of("plan")));
        sources.add(new Source(directory.ended(), BundleInfo.ENDED, AllowedFields.of("ended")));
        sources.add(new Source(directory.reduced(), BundleInfo.REDUCED, AllowedFields.of("reduced")));
        sources.add(new Source(directory.looks(), BundleInfo.LOOKS, AllowedFields.of("looks")));
        directory.places().forEach(place -> sources.add(environment(place.environment())));
        if (Files.isDirectory(directory.runs())) {
            try (Stream<Path> runs = Files.list(directory.runs())) {
                runs.filter(file -> Records.isDocument(file.toString()))
                        .filter(file -> !file.getFileName().toString().startsWith("."))
                        .sorted()
                        .forEach(file -> sources.add(new Source(file, BundleInfo.RUNS, run(file), ENDING, RECORD)));
            }
        }
        return sources.stream()
                .filter(source -> Files.isRegularFile(source.file()))
                .toList();
    }

    /** @param file the conditions of the campaign or a setup; after a reduction, in a directory of their own */
    private Source environment(Path file) {
        Path name = campaign.relativize(file);
        return name.startsWith(BundleInfo.SETUPS)
                ? new Source(
                        file,
                        BundleInfo.SETUPS,
                        name.getName(1).toString(),
                        "/" + name.subpath(2, name.getNameCount()),
                        ENVIRONMENT)
                : new Source(file, name.toString(), ENVIRONMENT);
    }

    private static String run(Path file) {
        String name = file.getFileName().toString();
        return name.substring(0, name.lastIndexOf(ENDING));
    }

    private void each(List<Source> sources, DocumentSink sink) throws IOException, RefusedException {
        for (Source source : sources) {
            sink.take(source.entry(names), source.allowed().only(source.read(), names));
        }
    }
}
