package org.spindlebench.handover;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.DigestJournal;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.runner.plan.PlanFile;

/**
 * The properties of a bundle, in {@code bundle.json}, and the names of its files.
 *
 * @param spindle the version of Spindle that made the bundle
 * @param namesReplaced whether names of hosts, users, queues and paths are made up
 */
record BundleInfo(int schema, String spindle, boolean namesReplaced) {
    /** The schema of bundles whose documents have known fields only. */
    static final int SCHEMA = 2;

    static final String FILE = "bundle.json";
    static final String REPORT = "report.json";
    static final String ENDED = "ended.json";
    static final String REDUCED = "reduced.json";
    static final String LOOKS = "looks.json";
    static final String RUNS = "runs/";
    static final String SETUPS = "setups/";

    /** The SHA-256 of each other file, for {@code sha256sum --check}. */
    static final String DIGESTS = "digests.txt";

    private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]*";
    private static final Pattern RECORD = Pattern.compile(RUNS + NAME + "\\.json");
    private static final Pattern KNOWN = Pattern.compile(
            String.join("|", FILE, REPORT, PlanFile.NAME, ENDED, REDUCED, LOOKS, DIGESTS)
                            .replace(".", "\\.") + "|" + RECORD + "|(?:" + SETUPS + NAME
                    + "/)?(?:without-\\d+/)?environment\\.json");
    private static final Pattern LISTED = Pattern.compile("([0-9a-f]{64})  (.+)");

    BundleInfo {
        Objects.requireNonNull(spindle, "spindle");
    }

    /**
     * Reads the description of a bundle.
     *
     * @throws InvalidDocumentException if the bundle is one of an earlier version, or cannot be understood
     */
    static BundleInfo read(Path root) throws IOException {
        if (isOfEarlierVersion(root)) {
            throw new InvalidDocumentException("an earlier version of Spindle made this bundle, and this version cannot"
                    + " verify it: make it anew with `bundle`");
        }
        return JsonDocument.read(root.resolve(FILE), BundleInfo.class, SCHEMA);
    }

    /** Checks whether a directory has the files of a bundle of an earlier version. */
    static boolean isOfEarlierVersion(Path root) {
        return Files.exists(root.resolve("MANIFEST"));
    }

    /** Returns the names of all files below a directory, sorted. */
    static List<String> entries(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(Files::isRegularFile)
                    .map(file -> root.relativize(file).toString().replace('\\', '/'))
                    .sorted()
                    .toList();
        }
    }

    /** Checks whether bundles have a file of this name. */
    static boolean isKnown(String entry) {
        return KNOWN.matcher(entry).matches();
    }

    static boolean isRecord(String entry) {
        return RECORD.matcher(entry).matches();
    }

    /** Returns the SHA-256 of each file but {@link #DIGESTS}, by name. */
    static SortedMap<String, String> digests(Path root) throws IOException {
        SortedMap<String, String> digests = new TreeMap<>();
        for (String entry : entries(root)) {
            if (!entry.equals(DIGESTS)) {
                digests.put(entry, DigestJournal.sha256(root.resolve(entry)));
            }
        }
        return digests;
    }

    /** Writes {@link #DIGESTS}. */
    static void writeDigests(Path root) throws IOException {
        StringBuilder lines = new StringBuilder();
        digests(root)
                .forEach((entry, digest) ->
                        lines.append(digest).append("  ").append(entry).append('\n'));
        Files.writeString(root.resolve(DIGESTS), lines);
    }

    /**
     * Reads {@link #DIGESTS}.
     *
     * @throws InvalidDocumentException if a line has no SHA-256 and name, or names a file once more
     */
    static SortedMap<String, String> listedDigests(Path root) throws IOException {
        SortedMap<String, String> listed = new TreeMap<>();
        for (String line : Files.readString(root.resolve(DIGESTS)).lines().toList()) {
            Matcher parts = LISTED.matcher(line);
            if (!parts.matches() || listed.put(parts.group(2), parts.group(1)) != null) {
                throw new InvalidDocumentException("`" + line + "` has no SHA-256 and name, or names a file once more");
            }
        }
        return listed;
    }
}
