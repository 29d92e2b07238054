package org.spindlebench.handover;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.document.FileFailure;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.report.Reports;
import org.spindlebench.runner.conf.ConfFinder;
import org.spindlebench.runner.conf.ConfFinder.ConfKind;
import org.spindlebench.runner.conf.JobSettings.Cluster;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.Suite;
import org.spindlebench.runner.conf.SuiteReader;
import org.spindlebench.runner.jobs.JobCatalog;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.PlanFile;
import org.spindlebench.runner.run.CampaignDirectory;
import org.spindlebench.runner.run.Reductions;
import org.spindlebench.runner.run.SavedLooks;
import org.spindlebench.runner.run.SoftwareReader;

/** Checks an unpacked bundle: its files, their digests, the numbers of its report, and the rules. */
final class Verification {
    private static final int MOST_OF_REPORT = 20;
    private static final long LARGEST = 1 << 28;

    private final Path root;
    private final List<String> found = new ArrayList<>();
    private final PublishableRules rules = new PublishableRules();
    private final BundleInfo info;
    private SortedMap<String, String> digests;
    private Plan plan;
    private List<String> reduced = List.of();
    private List<CellSummary> cells = List.of();

    private Verification(Path root) throws IOException {
        this.root = root;
        this.info = BundleInfo.read(root);
    }

    /**
     * Verifies a bundle.
     *
     * @param root the directory with bundle.json
     * @throws InvalidDocumentException if it is a bundle of an earlier version, or bundle.json cannot be understood
     * @throws IOException if the directory cannot be listed; the verdict contains all errors of its other files
     */
    static BundleVerdict of(Path root) throws IOException {
        return new Verification(root).verdict();
    }

    private BundleVerdict verdict() throws IOException {
        digests = BundleInfo.digests(root);
        attempt(BundleInfo.DIGESTS, this::digests);
        attempt(PlanFile.NAME, () -> plan = PlanFile.read(root.resolve(PlanFile.NAME)));
        attempt(BundleInfo.LOOKS, () -> {
            plan = plan == null
                    ? null
                    : SavedLooks.of(new CampaignDirectory(root)).of(plan);
        });
        for (String entry : digests.keySet()) {
            if (BundleInfo.isRecord(entry)) {
                attempt(entry, () -> rules.add(Records.readOne(root.resolve(entry))));
            }
        }
        attempt(BundleInfo.REDUCED, this::reduce);
        attempt(BundleInfo.REPORT, this::report);
        return new BundleVerdict(
                plan == null ? null : plan.campaign(),
                info.spindle(),
                rules.records(),
                found.stream().distinct().toList(),
                rules.warnings(),
                plan == null ? List.of() : rules.judge(plan, statedSuite(), cells),
                reduced,
                rules.published(),
                rules.notCounted(),
                PublishableRules.settings(cells));
    }

    /** Takes the remaining part of the plan, if the user went on without some of the hosts. */
    private void reduce() throws IOException {
        CampaignDirectory bundle = new CampaignDirectory(root);
        Reductions reductions = Reductions.of(bundle);
        if (plan != null && !reductions.reductions().isEmpty()) {
            // A bundle has no records of warm-ups.
            Plan left = reductions.of(plan, run -> run.isWarmUp() || bundle.finished(run));
            reduced = rules.reduced(reductions, plan, left);
            plan = left;
        }
    }

    /** A check, which may fail on content that others have written. */
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

    private void digests() throws IOException {
        requireSmall(BundleInfo.DIGESTS);
        SortedMap<String, String> listed = BundleInfo.listedDigests(root);
        digests.forEach((entry, digest) -> {
            if (!BundleInfo.isKnown(entry)) {
                say(entry + " is not a file of a bundle");
            } else if (!listed.containsKey(entry)) {
                say(BundleInfo.DIGESTS + " does not list " + entry);
            } else if (!listed.get(entry).equals(digest)) {
                say(entry + " has another SHA-256 than " + BundleInfo.DIGESTS + " lists");
            }
        });
        listed.keySet().stream()
                .filter(entry -> !digests.containsKey(entry))
                .forEach(entry -> say(BundleInfo.DIGESTS + " lists " + entry + ", which is missing"));
    }

    /** Returns the suite of the plan as Spindle defines it; empty if the suite is not one of Spindle's. */
    private Optional<Suite> statedSuite() {
        ConfFinder suites = new ConfFinder(ConfKind.SUITE, root);
        return suites.names().contains(plan.suite())
                ? suites.read(
                        plan.suite(),
                        (source, text, problems) ->
                                SuiteReader.read(source, text, JobCatalog.names(), Cluster.RUNNING, problems),
                        new Problems())
                : Optional.empty();
    }

    private void requireSmall(String entry) throws IOException {
        if (Files.size(root.resolve(entry)) > LARGEST) {
            throw new InvalidDocumentException("larger than " + LARGEST + " bytes");
        }
    }

    private void report() throws IOException {
        Findings findings = Bundler.figures(root);
        cells = findings.cells();
        requireSmall(BundleInfo.REPORT);
        String given = Files.readString(root.resolve(BundleInfo.REPORT));
        String computed = Reports.json(findings);
        if (given.equals(computed)) {
            return;
        }
        ObjectMapper mapper = new ObjectMapper();
        int before = found.size();
        compare("report.json", mapper.readTree(given), mapper.readTree(computed));
        if (found.size() - before > MOST_OF_REPORT) {
            int more = found.size() - before - MOST_OF_REPORT;
            found.subList(before + MOST_OF_REPORT, found.size()).clear();
            say("report.json: " + more + " more numbers do not follow from the records");
        }
        if (found.size() > before && !isSameVersion()) {
            say("report.json was made by Spindle " + info.spindle() + ", and this is " + SoftwareReader.version()
                    + ": another version may compute other numbers");
        }
    }

    private boolean isSameVersion() {
        return info.spindle().equals(SoftwareReader.version());
    }

    /** Compares numbers. Another version may compute further numbers, but must compute all of the report's numbers. */
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
            computed.properties().stream()
                    .filter(part -> isSameVersion() && !given.has(part.getKey()))
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
}
