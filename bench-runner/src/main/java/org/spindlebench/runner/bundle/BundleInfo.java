package org.spindlebench.runner.bundle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.DigestJournal;
import org.spindlebench.analysis.record.RunRecord.Software;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.RunSpec;

/**
 * What a bundle says of itself, in {@code bundle.json}.
 *
 * @param spindle the version of Spindle that made the bundle
 * @param namesReplaced whether names of hosts and users are made up
 * @param journal whether the campaign has kept a journal of digests while it ran
 * @param late files that were not noted when they were written
 * @param software the versions that the records and the environments name
 * @param leftOut files of the campaign that are not in the bundle, because Spindle does not know what is in them
 * @param withoutRecord planned runs without a record, because the campaign has not come so far
 * @param records the SHA-256 of each record
 */
record BundleInfo(
        int schema,
        String campaign,
        String spindle,
        boolean namesReplaced,
        boolean journal,
        List<String> late,
        List<Software> software,
        List<String> leftOut,
        List<String> withoutRecord,
        Map<String, String> records) {
    static final int SCHEMA = 1;
    static final String FILE = "bundle.json";
    static final String REPORT = "report.json";
    static final String MANIFEST = "MANIFEST";

    BundleInfo {
        Objects.requireNonNull(campaign, "campaign");
        Objects.requireNonNull(spindle, "spindle");
        late = late == null ? List.of() : List.copyOf(late);
        software = software == null ? List.of() : List.copyOf(software);
        leftOut = leftOut == null ? List.of() : List.copyOf(leftOut);
        withoutRecord = withoutRecord == null ? List.of() : List.copyOf(withoutRecord);
        records = records == null ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(records));
    }

    /** Returns the names of all files below a bundle's directory, sorted. */
    static List<String> entries(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(Files::isRegularFile)
                    .map(file -> root.relativize(file).toString().replace('\\', '/'))
                    .sorted()
                    .toList();
        }
    }

    /** Returns whether an entry is the record of a run that may count. */
    static boolean isRecord(String entry) {
        return entry.matches("runs/[^/.][^/]*\\.json(\\.gz)?");
    }

    /** Returns the planned runs without a record under their own names. Warm-ups need none. */
    static List<String> withoutRecord(Plan plan, Set<String> records) {
        return plan.runs().stream()
                .filter(run -> !run.isWarmUp() && !records.contains("runs/" + run.id() + ".json"))
                .filter(run -> !records.contains("runs/" + run.id() + ".json.gz"))
                .map(RunSpec::id)
                .toList();
    }

    /** Returns the content of MANIFEST, which {@code sha256sum --check} understands. */
    static String manifest(Path root, List<String> entries) throws IOException {
        List<String> lines = new ArrayList<>();
        for (String entry : entries) {
            if (!entry.equals(MANIFEST)) {
                lines.add(DigestJournal.sha256(root.resolve(entry)) + "  " + entry);
            }
        }
        return String.join("\n", lines) + "\n";
    }
}
