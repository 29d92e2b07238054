package org.spindlebench.site;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.FileFailure;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.importer.Importer.ImportFile;
import org.spindlebench.analysis.importer.Imports;
import org.spindlebench.analysis.importer.Imports.Importers;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;

/**
 * Results that become one campaign of the site: a results directory, or a file of another tool.
 *
 * @param stamp a digest of its place, and of the names, sizes and times of its files: as long as it is the same, nothing is read again
 */
record SiteSource(Path path, String stamp) {
    private static final int LENGTH = 16;

    /** Returns the sources in a place: the place itself if it has records, otherwise the directories in it that do. */
    static List<SiteSource> in(Path place, String version) throws IOException {
        if (!Files.isDirectory(place) || Files.isDirectory(place.resolve("runs"))) {
            return List.of(of(place, version));
        }
        List<SiteSource> found = new ArrayList<>();
        try (Stream<Path> entries = Files.list(place)) {
            for (Path entry : entries.sorted().toList()) {
                if (Files.isDirectory(entry.resolve("runs"))) {
                    found.add(of(entry, version));
                }
            }
        }
        return found;
    }

    /** @param version what the stamp depends on apart from the files, such as the version of Spindle */
    private static SiteSource of(Path path, String version) throws IOException {
        MessageDigest digest = sha256();
        String place = path.toAbsolutePath().normalize().toString();
        digest.update((version + " " + place + "\n").getBytes(StandardCharsets.UTF_8));
        if (Files.isDirectory(path)) {
            addAll(path, digest);
            addAll(path.resolve("runs"), digest);
        } else {
            add(path, digest);
        }
        return new SiteSource(path, HexFormat.of().formatHex(digest.digest()).substring(0, LENGTH));
    }

    private static void addAll(Path directory, MessageDigest digest) throws IOException {
        if (Files.isDirectory(directory)) {
            try (Stream<Path> files = Files.list(directory)) {
                for (Path file : files.filter(SiteSource::counts).sorted().toList()) {
                    add(file, digest);
                }
            }
        }
    }

    /** Reports and logs beside the records change nothing. */
    private static boolean counts(Path file) {
        String name = file.getFileName().toString();
        return !name.startsWith("report")
                && !name.startsWith(".")
                && !name.startsWith("hadoop.log")
                && !name.equals("status.json")
                && Files.isRegularFile(file);
    }

    private static void add(Path file, MessageDigest digest) throws IOException {
        BasicFileAttributes seen = Files.readAttributes(file, BasicFileAttributes.class);
        String line = file.getFileName() + " " + seen.size() + " "
                + seen.lastModifiedTime().toMillis() + "\n";
        digest.update(line.getBytes(StandardCharsets.UTF_8));
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Returns the name of the directory or file. */
    String name() {
        return path.toAbsolutePath().normalize().getFileName().toString();
    }

    /** Returns the name of the cluster of the first record; unknown without one. */
    String cluster() throws IOException {
        try (Stream<RunRecord> runs = records(damaged -> {})) {
            return runs.findFirst().map(CampaignPiece::cluster).orElse("unknown");
        }
    }

    /**
     * Returns the records, read one at a time. The caller closes the stream.
     *
     * @param damaged receives why a record or a line cannot be read; the others are read nevertheless
     */
    Stream<RunRecord> records(Consumer<String> damaged) throws IOException {
        if (!Files.isDirectory(path) && Importers.recognise(path).isPresent()) {
            return Imports.read(
                    Importers.recognise(path).orElseThrow(),
                    ImportFile.of(path),
                    line -> damaged.accept(line.toString()));
        }
        return files().stream().flatMap(file -> records(file, damaged).stream());
    }

    private static List<RunRecord> records(Path file, Consumer<String> damaged) {
        List<RunRecord> readable = new ArrayList<>();
        try (Stream<RunRecord> runs = Records.read(file)) {
            runs.forEachOrdered(readable::add);
        } catch (InvalidDocumentException e) {
            damaged.accept(e.getMessage());
        } catch (IOException e) {
            damaged.accept(FileFailure.of(e));
        }
        return readable;
    }

    private List<Path> files() throws IOException {
        if (!Files.isDirectory(path)) {
            return List.of(path);
        }
        try (Stream<Path> files = Files.list(path.resolve("runs"))) {
            return files.filter(file -> {
                        String name = file.getFileName().toString();
                        return !name.startsWith(".") && (Records.isDocument(name) || name.endsWith(".jsonl"));
                    })
                    .sorted()
                    .toList();
        }
    }
}
