package org.spindlebench.runner.bundle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.DigestJournal;
import org.spindlebench.analysis.document.DigestJournal.Event;
import org.spindlebench.analysis.document.DigestJournal.Line;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.RunRecord.Software;
import org.spindlebench.analysis.report.Reports;
import org.spindlebench.runner.bundle.CampaignFile.TextsOf;
import org.spindlebench.runner.conf.ConfFinder;
import org.spindlebench.runner.conf.ConfFinder.ConfKind;
import org.spindlebench.runner.conf.Experiment;
import org.spindlebench.runner.conf.ExperimentReader;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.PlanFile;
import org.spindlebench.runner.run.CampaignDirectory;
import org.spindlebench.runner.run.SoftwareReader;

/** Puts the entries of a bundle together in a directory: without names and secrets, and with figures and digests. */
final class Bundler {
    private static final Set<String> PLAIN_NAME_ENDS = Set.of(".yaml", ".yml");

    private final Path campaign;
    private final Path directory;
    private final boolean keepsNames;
    private final LearnedSecrets secrets = new LearnedSecrets();
    private final List<String> leftOut = new ArrayList<>();

    /**
     * @param campaign the campaign's directory
     * @param directory the directory for names of price lists
     * @param keepsNames whether names of hosts and users stay; secrets never do
     */
    Bundler(Path campaign, Path directory, boolean keepsNames) {
        this.campaign = campaign;
        this.directory = directory;
        this.keepsNames = keepsNames;
    }

    /**
     * A bundle that is ready to be packed.
     *
     * @param root the name of the directory in the archive
     */
    record Staged(String root, List<String> entries, KnownNames names, BundleInfo info) {}

    /** Thrown if a bundle is not made, with the reason. */
    static final class RefusedException extends Exception {
        private static final long serialVersionUID = 1L;

        RefusedException(String reason) {
            super(reason);
        }
    }

    /**
     * Writes the entries into an empty directory.
     *
     * @throws RefusedException if a file was changed after its run, or a name is left
     * @throws IOException if a file cannot be read or written
     */
    Staged stage(Path into) throws IOException, RefusedException {
        List<CampaignFile> files = CampaignFile.in(campaign, leftOut);
        DigestJournal journal = DigestJournal.read(new CampaignDirectory(campaign).digests());
        requireUnchanged(journal);
        NameCollector collector = new NameCollector(secrets);
        if (!keepsNames) {
            collector.withThisClient();
        }
        TextsOf collecting = new Collecting(collector);
        for (CampaignFile file : files) {
            collector.text(file.name());
            file.read(collecting);
        }
        leftOut.forEach(collector::text);
        KnownNames names = collector.names();
        Redactor redactor = new Redactor(names, secrets, keepsNames);
        Map<String, String> entryOf = write(files, redactor, into);
        addLists(into, redactor);
        Files.writeString(into.resolve(BundleInfo.REPORT), Reports.json(BundleFigures.of(into)));
        BundleInfo info = info(into, journal, entryOf, redactor);
        JsonDocument.write(into.resolve(BundleInfo.FILE), info);
        Files.writeString(
                into.resolve(DigestJournal.NAME),
                digests(into, journal, entryOf).text());
        Files.writeString(into.resolve(BundleInfo.MANIFEST), BundleInfo.manifest(into, BundleInfo.entries(into)));
        List<String> entries = BundleInfo.entries(into);
        requireNoneLeft(into, entries, names);
        return new Staged(info.campaign(), entries, names, info);
    }

    /** Refuses files that are not as the journal says that they were written. */
    private void requireUnchanged(DigestJournal journal) throws IOException, RefusedException {
        Set<String> names = new LinkedHashSet<>();
        journal.lines().forEach(line -> names.add(line.file()));
        for (String name : names) {
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

    /** Returns the entry that each file of the campaign became. */
    private static Map<String, String> write(List<CampaignFile> files, Redactor redactor, Path into)
            throws IOException, RefusedException {
        Map<String, String> entryOf = new TreeMap<>();
        Set<String> taken = new HashSet<>();
        TextsOf redacting = new Redacting(redactor);
        for (CampaignFile file : files) {
            String entry = redactor.text(file.name());
            Path to = into.resolve(entry).normalize();
            if (!to.startsWith(into) || !taken.add(entry)) {
                throw new RefusedException(file.name()
                        + " has the same name as another file, or none that is usable, without names of hosts");
            }
            file.write(to, redacting);
            entryOf.put(file.name(), entry);
        }
        return entryOf;
    }

    /** Adds the price list and the printed results that the experiment names, so that the figures need nothing else. */
    private void addLists(Path into, Redactor redactor) throws IOException {
        Path file = new CampaignDirectory(campaign).experiment();
        if (!Files.isRegularFile(file)) {
            return;
        }
        Optional<Experiment> experiment =
                ExperimentReader.read(file.toString(), Files.readString(file), new Problems());
        if (experiment.isPresent()) {
            addList(ConfKind.PRICES, "conf/prices/", experiment.get().prices(), into, redactor);
            addList(ConfKind.REFERENCES, "conf/references/", experiment.get().references(), into, redactor);
        }
    }

    private void addList(ConfKind kind, String folder, String name, Path into, Redactor redactor) throws IOException {
        boolean isFile = name.contains("/") || PLAIN_NAME_ENDS.stream().anyMatch(name::endsWith);
        if (name.isEmpty() || isFile) {
            return;
        }
        Optional<ConfFinder.Text> list = new ConfFinder(kind, directory).find(name, new Problems());
        if (list.isPresent()) {
            Path to = into.resolve(folder + redactor.text(name) + ".yaml");
            Files.createDirectories(to.getParent());
            Files.writeString(to, redactor.text(list.get().content()));
        }
    }

    private BundleInfo info(Path into, DigestJournal journal, Map<String, String> entryOf, Redactor redactor)
            throws IOException {
        Set<Software> software = new LinkedHashSet<>();
        try (Stream<RunRecord> runs = Records.read(into)) {
            runs.map(RunRecord::software).filter(one -> one != null).forEach(software::add);
        }
        Map<String, String> records = new TreeMap<>();
        List<String> late = new ArrayList<>();
        for (Map.Entry<String, String> one : entryOf.entrySet()) {
            if (BundleInfo.isRecord(one.getValue())) {
                records.put(one.getValue(), DigestJournal.sha256(into.resolve(one.getValue())));
            }
            boolean isLate = journal.last(one.getKey())
                    .map(line -> line.event() == Event.LATE)
                    .orElse(BundleInfo.isRecord(one.getValue()));
            if (isLate && !journal.lines().isEmpty()) {
                late.add(one.getValue());
            }
        }
        Plan plan = PlanFile.read(into.resolve(PlanFile.NAME));
        return new BundleInfo(
                BundleInfo.SCHEMA,
                plan.campaign(),
                SoftwareReader.version(),
                !keepsNames,
                !journal.lines().isEmpty(),
                late,
                List.copyOf(software),
                leftOut.stream().map(redactor::text).sorted().toList(),
                BundleInfo.withoutRecord(plan, records.keySet()),
                records);
    }

    /** Chains the digests of all entries: first those that the campaign's journal has, in its order. */
    private static DigestJournal digests(Path into, DigestJournal journal, Map<String, String> entryOf)
            throws IOException {
        Map<String, Event> events = new HashMap<>();
        Set<String> ordered = new LinkedHashSet<>();
        for (Line line : journal.lines()) {
            String entry = entryOf.get(line.file());
            if (entry != null) {
                ordered.remove(entry);
                ordered.add(entry);
                events.put(entry, line.event());
            }
        }
        List<String> entries = BundleInfo.entries(into);
        entries.stream()
                .filter(entry -> !entry.equals(BundleInfo.REPORT) && !entry.equals(BundleInfo.FILE))
                .forEach(ordered::add);
        ordered.add(BundleInfo.REPORT);
        ordered.add(BundleInfo.FILE);
        DigestJournal digests = new DigestJournal();
        for (String entry : ordered) {
            Event event = events.getOrDefault(entry, Event.LATE);
            digests.add(event == Event.REMOVED ? Event.LATE : event, entry, DigestJournal.sha256(into.resolve(entry)));
        }
        return digests;
    }

    private void requireNoneLeft(Path into, List<String> entries, KnownNames names)
            throws IOException, RefusedException {
        LeftNames left = new LeftNames(names, secrets.known());
        for (String entry : entries) {
            Scanning scan = new Scanning(left, keepsNames, entry.equals(BundleInfo.REPORT));
            scan.line(entry);
            CampaignFile file = CampaignFile.of(into.resolve(entry), entry)
                    .orElseGet(() -> new CampaignFile(into.resolve(entry), entry, CampaignFile.FileForm.LINES, false));
            file.read(scan);
            if (scan.found().isPresent()) {
                throw new RefusedException("Spindle could not replace a name everywhere: `"
                        + scan.found().get() + "` is left in " + entry);
            }
        }
    }

    /** Passes all texts to a collector. */
    private record Collecting(NameCollector collector) implements TextsOf {
        @Override
        public String of(String field, String text) {
            collector.value(field, text);
            return text;
        }

        @Override
        public String line(String line) {
            collector.text(line);
            return line;
        }

        @Override
        public String json(String json) {
            collector.json(json);
            return json;
        }

        @Override
        public String xml(String xml) {
            Redactor.settings(xml, collector::value);
            xml.lines().forEach(collector::text);
            return xml;
        }
    }

    private record Redacting(Redactor redactor) implements TextsOf {
        @Override
        public String of(String field, String text) {
            return redactor.value(field, text);
        }

        @Override
        public String line(String line) {
            return redactor.text(line);
        }

        @Override
        public String json(String json) {
            return redactor.json(json);
        }

        @Override
        public String xml(String xml) {
            return redactor.xml(xml);
        }
    }

    /** Looks for a name in texts, and in documents as they are written. */
    private static final class Scanning implements TextsOf {
        private final LeftNames left;
        private final boolean keepsNames;
        private final boolean ofSpindle;
        private Optional<String> found = Optional.empty();

        Scanning(LeftNames left, boolean keepsNames, boolean ofSpindle) {
            this.left = left;
            this.keepsNames = keepsNames;
            this.ofSpindle = ofSpindle;
        }

        Optional<String> found() {
            return found;
        }

        @Override
        public String of(String field, String text) {
            return line(text);
        }

        @Override
        public String line(String line) {
            if (found.isEmpty()) {
                found = keepsNames ? left.secret(line) : left.in(line, ofSpindle);
            }
            return line;
        }

        @Override
        public String json(String json) {
            line(json);
            return JsonTexts.changed(json, new JsonTexts.TextsChange() {
                @Override
                public String key(String parent, String name) {
                    return line(name);
                }

                @Override
                public String text(String key, String text) {
                    return line(text);
                }
            });
        }

        @Override
        public String xml(String xml) {
            return line(xml);
        }
    }
}
