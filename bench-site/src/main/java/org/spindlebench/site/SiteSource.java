package org.spindlebench.site;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.spindlebench.analysis.document.DigestJournal;
import org.spindlebench.analysis.document.FileFailure;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.importer.Importer.ImportFile;
import org.spindlebench.analysis.importer.Imports;
import org.spindlebench.analysis.importer.Imports.Importers;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.runner.plan.MeasuredSetups;

/**
 * Results that become one campaign of the site: a results directory, or a file of another tool.
 *
 * @param stamp a digest of the place, and of its files' names, sizes and times; if it is the same, nothing is reread
 */
record SiteSource(Path path, String stamp) {
    private static final int LENGTH = 16;
    /** The number of files that another thread reads ahead. */
    private static final int BATCH = 16;

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
        MessageDigest digest = DigestJournal.digest();
        String place = path.toAbsolutePath().normalize().toString();
        digest.update((version + " " + place + "\n").getBytes(StandardCharsets.UTF_8));
        if (Files.isDirectory(path)) {
            addAll(path, digest);
            addAll(path.resolve("runs"), digest);
            Path measured = MeasuredSetups.beside(path);
            if (Files.exists(measured)) {
                add(measured, digest);
            }
        } else {
            add(path, digest);
        }
        return new SiteSource(path, named(digest));
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

    /** Returns the beginning of a digest of a text, for a name. */
    static String digest(String text) {
        return DigestJournal.sha256(text).substring(0, LENGTH);
    }

    private static String named(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest()).substring(0, LENGTH);
    }

    /** Returns the name of the directory or file. */
    String name() {
        return path.toAbsolutePath().normalize().getFileName().toString();
    }

    /** Returns the name of the cluster. */
    String cluster() throws IOException {
        try (Stream<RunRecord> runs = records(damaged -> {})) {
            return CampaignPiece.clusterOf(runs);
        }
    }

    /**
     * Returns the records, some files at a time. The caller closes the stream.
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
        return new FileBatches(files()).stream().flatMap(read -> {
            if (read.problem() != null) {
                damaged.accept(read.problem());
            }
            return read.runs().stream();
        });
    }

    /**
     * The records of one file.
     *
     * @param problem why records could not be read; null if all could
     */
    private record FileRecords(List<RunRecord> runs, String problem) {
        static FileRecords of(Path file) {
            List<RunRecord> readable = new ArrayList<>();
            try (Stream<RunRecord> runs = Records.read(file)) {
                runs.forEachOrdered(readable::add);
            } catch (InvalidDocumentException e) {
                return new FileRecords(readable, e.getMessage());
            } catch (IOException e) {
                return new FileRecords(readable, FileFailure.of(e));
            }
            return new FileRecords(readable, null);
        }
    }

    /** Files that are read in order, some at a time; another thread reads the next files meanwhile. */
    private static final class FileBatches implements Iterator<List<FileRecords>> {
        private final Iterator<Path> files;
        private ForkJoinTask<List<FileRecords>> next;

        FileBatches(List<Path> files) {
            this.files = files.iterator();
            this.next = read();
        }

        private ForkJoinTask<List<FileRecords>> read() {
            List<Path> batch = new ArrayList<>();
            while (files.hasNext() && batch.size() < BATCH) {
                batch.add(files.next());
            }
            return batch.isEmpty()
                    ? null
                    : ForkJoinPool.commonPool()
                            .submit(() -> batch.stream().map(FileRecords::of).toList());
        }

        @Override
        public boolean hasNext() {
            return next != null;
        }

        @Override
        public List<FileRecords> next() {
            List<FileRecords> now = next.join();
            next = read();
            return now;
        }

        Stream<FileRecords> stream() {
            Spliterator<List<FileRecords>> batches =
                    Spliterators.spliteratorUnknownSize(this, Spliterator.ORDERED | Spliterator.NONNULL);
            return StreamSupport.stream(batches, false).flatMap(List::stream);
        }
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
