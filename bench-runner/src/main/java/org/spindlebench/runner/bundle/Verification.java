package org.spindlebench.runner.bundle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.document.DigestJournal;
import org.spindlebench.analysis.document.FileFailure;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.report.Reports;
import org.spindlebench.runner.bundle.ArchiveReader.UnpackLimits;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.PlanFile;
import org.spindlebench.runner.run.CampaignDirectory;
import org.spindlebench.runner.run.Environment;
import org.spindlebench.runner.run.SoftwareReader;

/** Checks a bundle that is unpacked: its digests, numbers that it holds twice, its figures, and the rules. */
final class Verification {
    private static final Pattern LISTED = Pattern.compile("([0-9a-f]{64}) [ *](.+)");
    private static final int MOST_OF_REPORT = 20;
    private static final long LARGEST = 1 << 28;

    private final Path root;
    private final UnpackLimits limits;
    private final List<String> found = new ArrayList<>();
    private final SortedMap<String, String> digests = new TreeMap<>();
    private final PublishableRules rules = new PublishableRules();
    private BundleInfo info;
    private Plan plan;
    private List<CellSummary> cells = List.of();

    private Verification(Path root, UnpackLimits limits) {
        this.root = root;
        this.limits = limits;
    }

    /**
     * Verifies a bundle.
     *
     * @param root the directory with MANIFEST
     * @throws IOException if the directory cannot be listed; all that is wrong with its files is in the verdict
     */
    static Verdict of(Path root, UnpackLimits limits) throws IOException {
        return new Verification(root, limits).verdict();
    }

    private Verdict verdict() throws IOException {
        for (String entry : BundleInfo.entries(root)) {
            digests.put(entry, DigestJournal.sha256(root.resolve(entry)));
        }
        attempt(BundleInfo.MANIFEST, this::manifest);
        attempt(DigestJournal.NAME, this::journal);
        attempt(PlanFile.NAME, this::plan);
        attempt(BundleInfo.FILE, this::info);
        records();
        missing();
        attempt(BundleInfo.REPORT, this::report);
        return new Verdict(
                info == null ? null : info.campaign(),
                info == null ? null : info.spindle(),
                rules.records(),
                found.stream().distinct().toList(),
                plan == null ? List.of() : rules.judge(plan, cells),
                rules.published(),
                rules.notCounted(),
                PublishableRules.settings(cells));
    }

    /** A check, which may fail at what others have written. */
    private interface Attempt {
        void run() throws IOException;
    }

    private void attempt(String what, Attempt attempt) {
        String problem;
        try {
            attempt.run();
            return;
        } catch (IOException e) {
            problem = FileFailure.of(e);
        } catch (RuntimeException e) {
            problem = e.getMessage() == null ? e.toString() : e.getMessage();
        } catch (StackOverflowError e) {
            problem = "nested too deeply";
        }
        say(what + " cannot be checked: " + problem.replace(root + "/", ""));
    }

    private void say(String problem) {
        found.add(HumanText.oneLine(problem));
    }

    private void manifest() throws IOException {
        Map<String, String> listed = new HashMap<>();
        for (String line : text(BundleInfo.MANIFEST).lines().toList()) {
            Matcher parts = LISTED.matcher(line);
            if (!parts.matches() || listed.put(parts.group(2), parts.group(1)) != null) {
                say("MANIFEST: `" + line + "` has no SHA-256 and name, or names a file once more");
            }
        }
        compare(BundleInfo.MANIFEST, listed, Set.of(BundleInfo.MANIFEST));
    }

    private void journal() throws IOException {
        text(DigestJournal.NAME);
        Map<String, String> listed = new HashMap<>();
        DigestJournal.read(root.resolve(DigestJournal.NAME)).lines().forEach(line -> {
            if (listed.put(line.file(), line.digest()) != null) {
                say(DigestJournal.NAME + ": lists " + line.file() + " twice");
            }
        });
        compare(DigestJournal.NAME, listed, Set.of(BundleInfo.MANIFEST, DigestJournal.NAME));
    }

    /** Compares the digests that a file lists with those of the entries. */
    private void compare(String list, Map<String, String> listed, Set<String> notListed) {
        digests.forEach((entry, digest) -> {
            String expected = listed.get(entry);
            if (expected == null && !notListed.contains(entry)) {
                say(list + ": does not list " + entry);
            } else if (expected != null && !expected.equals(digest)) {
                say(list + ": " + entry + " has another SHA-256 than listed");
            }
        });
        listed.keySet().stream()
                .filter(entry -> !digests.containsKey(entry))
                .sorted()
                .forEach(entry -> say(list + ": lists " + entry + ", which is missing"));
    }

    private void plan() throws IOException {
        plan = PlanFile.read(root.resolve(PlanFile.NAME));
    }

    private void info() throws IOException {
        info = JsonDocument.read(root.resolve(BundleInfo.FILE), BundleInfo.class, BundleInfo.SCHEMA);
        digests.forEach((entry, digest) -> {
            if (BundleInfo.isRecord(entry) && !digest.equals(info.records().get(entry))) {
                say(BundleInfo.FILE + ": records has another SHA-256 of " + entry + ", or none");
            }
        });
        info.records().keySet().stream()
                .filter(entry -> !digests.containsKey(entry))
                .forEach(entry -> say(BundleInfo.FILE + ": records has " + entry + ", which is missing"));
        if (plan != null && !info.campaign().equals(plan.campaign())) {
            say(BundleInfo.FILE + ": campaign is " + info.campaign() + ", but plan.json has " + plan.campaign());
        }
    }

    private void records() {
        PlanChecks planned = plan == null ? null : new PlanChecks(plan, environments(), this::say);
        SampleChecks samples = new SampleChecks(root, limits, this::say);
        HistoryChecks histories = new HistoryChecks(root, limits, this::say);
        boolean hasHistories = digests.keySet().stream().anyMatch(HistoryChecks::isHistory);
        Set<String> named = new HashSet<>();
        for (String entry : digests.keySet()) {
            if (BundleInfo.isRecord(entry) || entry.matches("warm-ups/[^/]+\\.json(\\.gz)?")) {
                attempt(entry, () -> {
                    RunRecord run = Records.readOne(root.resolve(entry));
                    new RecordChecks(entry, run, this::say).check();
                    if (planned != null) {
                        planned.check(entry, run);
                    }
                    samples.check(entry, run);
                    addSamples(entry, run, named);
                    histories.add(run, hasHistories);
                    if (BundleInfo.isRecord(entry)) {
                        rules.add(run);
                    }
                });
            }
        }
        digests.keySet().stream()
                .filter(HistoryChecks::isHistory)
                .forEach(entry -> attempt(entry, () -> histories.check(entry)));
        digests.keySet().stream()
                .filter(entry -> entry.matches("runs/.*\\.(samples|nodes)\\.gz") && !named.contains(entry))
                .filter(entry -> !hasRecord(entry.replaceFirst("\\.(samples|nodes)\\.gz$", ".json")))
                .filter(entry -> !isOfRepeated(entry))
                .forEach(entry -> say(entry + ": no record names this file of samples"));
    }

    /** A campaign may lack runs because it has not come so far, which its bundle says. */
    private void missing() {
        if (plan == null || info == null) {
            return;
        }
        List<String> missing = BundleInfo.withoutRecord(plan, digests.keySet());
        missing.stream()
                .filter(run -> !info.withoutRecord().contains(run))
                .forEach(run -> say("plan.json has the run " + run + ", but its record is missing"));
        info.withoutRecord().stream()
                .filter(run -> !missing.contains(run))
                .forEach(run -> say(BundleInfo.FILE + ": withoutRecord has " + run
                        + ", but the bundle has its record, or plan.json has no such run"));
    }

    private static void addSamples(String entry, RunRecord run, Set<String> named) {
        String folder = entry.substring(0, entry.lastIndexOf('/') + 1);
        if (run.throughput() != null && run.throughput().samples() != null) {
            named.add(folder + run.throughput().samples());
        }
        if (run.evidence() != null && run.evidence().samples() != null) {
            named.add(folder + run.evidence().samples());
        }
    }

    private boolean hasRecord(String document) {
        return digests.containsKey(document) || digests.containsKey(document + ".gz");
    }

    /** Checks whether samples are left of a run whose record was set aside, and that was not repeated yet. */
    private boolean isOfRepeated(String samples) {
        String run = samples.replaceFirst("\\.(samples|nodes)\\.gz$", "");
        return digests.keySet().stream().anyMatch(entry -> entry.startsWith(run + ".") && BundleInfo.isRecord(entry));
    }

    /** Returns the environments by setup. */
    private Map<String, Environment> environments() {
        Map<String, Environment> environments = new HashMap<>();
        CampaignDirectory directory = new CampaignDirectory(root);
        for (String setup : plan.setups()) {
            Path ofSetup = directory.ofSetup(setup).environment();
            Path file = Files.exists(ofSetup) ? ofSetup : directory.environment();
            if (Files.exists(file)) {
                String entry = root.relativize(file).toString();
                attempt(
                        entry,
                        () -> environments.put(setup, JsonDocument.read(file, Environment.class, Environment.SCHEMA)));
            }
        }
        return environments;
    }

    private void report() throws IOException {
        Findings findings = BundleFigures.of(root);
        cells = findings.cells();
        String computed = Reports.json(findings);
        String given = text(BundleInfo.REPORT);
        if (given.equals(computed)) {
            return;
        }
        ObjectMapper mapper = new ObjectMapper();
        int before = found.size();
        compare("report.json", mapper.readTree(given), mapper.readTree(computed));
        if (found.size() - before > MOST_OF_REPORT) {
            int more = found.size() - before - MOST_OF_REPORT;
            found.subList(before + MOST_OF_REPORT, found.size()).clear();
            say("report.json: " + more + " more figures do not follow from the records");
        }
        if (found.size() > before && info != null && !info.spindle().equals(SoftwareReader.version())) {
            say("report.json was made by Spindle " + info.spindle() + ", and this is " + SoftwareReader.version()
                    + ": another version may compute other figures");
        }
    }

    /** Compares figures. Another version may compute figures that the report lacks, but not the other way round. */
    private void compare(String place, JsonNode given, JsonNode computed) {
        if (given.isObject() && computed.isObject()) {
            given.properties().forEach(part -> {
                String where = place + ": " + part.getKey();
                JsonNode other = computed.get(part.getKey());
                if (other == null) {
                    say(where + " does not follow from the records");
                } else {
                    compare(where, part.getValue(), other);
                }
            });
            boolean sameVersion = info == null || info.spindle().equals(SoftwareReader.version());
            computed.properties().stream()
                    .filter(part -> sameVersion && !given.has(part.getKey()))
                    .forEach(part -> say(place + ": " + part.getKey() + " is missing"));
        } else if (given.isArray() && computed.isArray() && given.size() == computed.size()) {
            for (int at = 0; at < given.size(); at++) {
                compare(place + "[" + at + "]", given.get(at), computed.get(at));
            }
        } else if (!given.equals(computed)) {
            say(place + " is " + shown(given) + ", but the records give " + shown(computed));
        }
    }

    private static String shown(JsonNode node) {
        if (node.isArray()) {
            return "a list of " + node.size();
        }
        return node.isObject() ? "an object" : node.asText();
    }

    private String text(String entry) throws IOException {
        Path file = root.resolve(entry);
        if (Files.size(file) > LARGEST) {
            throw new IOException("larger than " + LARGEST + " bytes");
        }
        return Files.readString(file);
    }
}
