package org.spindlebench.runner.imports;

import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.AtomicFile.StagedFile;
import org.spindlebench.analysis.document.FileFailure;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.importer.Importer;
import org.spindlebench.analysis.importer.Importer.ImportFile;
import org.spindlebench.analysis.importer.Importer.SetupName;
import org.spindlebench.analysis.importer.Importer.UnreadableLine;
import org.spindlebench.analysis.importer.Imports;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.console.StandardInput;
import org.spindlebench.runner.imports.RecordImport.RecordsFile.UnreadableLines;

/**
 * Imports another tool's results as records. It imports either all files or none.
 *
 * @param files the files, whose campaigns have different names
 */
record RecordImport(Importer importer, List<ImportFile> files, Path out) {
    RecordImport {
        files = List.copyOf(files);
    }

    /** Returns a summary of the imported campaigns. If there are none, adds problems and returns empty. */
    Optional<ImportSummary> run(Problems problems, PrintStream err) {
        List<ImportedFile> campaigns = new ArrayList<>();
        refuseTwins(problems);
        try {
            files.forEach(file -> read(file, problems).ifPresent(campaigns::add));
            campaigns.forEach(one -> one.records.refuseOther(" than " + one.file.path(), problems));
            if (!problems.isEmpty()) {
                return Optional.empty();
            }
            for (ImportedFile one : campaigns) {
                one.unreadable.commit();
                one.records.commit();
                one.unreadable.print(err);
            }
            return Optional.of(new ImportSummary(
                    campaigns.stream().map(ImportedFile::summary).toList()));
        } catch (IOException e) {
            problems.add(Problem.at(new Location(out.toString(), 0, 0), "", "cannot be written: " + FileFailure.of(e)));
            return Optional.empty();
        } finally {
            campaigns.forEach(ImportedFile::close);
        }
    }

    /** Refuses files of one name if only their places may tell their setups: all would be one setup. */
    private void refuseTwins(Problems problems) {
        Set<String> names = new HashSet<>();
        for (ImportFile file : files) {
            if (importer.setupName() == SetupName.GIVEN && file.setup().isEmpty() && !names.add(file.name())) {
                problems.add(Problem.at(
                        new Location(file.path().toString(), 0, 0),
                        "",
                        "another file has this name, and neither says its setup: import each in a command of its own, with"
                                + " --setup"));
            }
        }
    }

    private Optional<ImportedFile> read(ImportFile file, Problems problems) {
        String path = file.path().toString();
        String reason;
        try {
            return Optional.of(ImportedFile.read(importer, named(file), out));
        } catch (InvalidDocumentException e) {
            String message = String.valueOf(e.getMessage());
            reason = StandardInput.named(
                    message.startsWith(path + ": ") ? message.substring(path.length() + 2) : message);
        } catch (UncheckedIOException e) {
            reason = "cannot be imported: " + FileFailure.of(e.getCause());
        } catch (IOException e) {
            reason = "cannot be imported: " + FileFailure.of(e);
        }
        problems.add(Problem.at(new Location(StandardInput.named(path), 0, 0), "", reason));
        return Optional.empty();
    }

    /** Returns the file, with the setup in its campaign's name if a file of its name was imported for another setup. */
    private ImportFile named(ImportFile file) throws IOException {
        Path target = out.resolve(file.campaign() + ".jsonl");
        Optional<String> setup = file.setup().filter(name -> name.matches("[\\w.-]+"));
        if (setup.isEmpty() || !Files.exists(target)) {
            return file;
        }
        try (Stream<RunRecord> runs = Records.read(target)) {
            boolean isOfOther = runs.findFirst()
                    .filter(run -> !run.subject().setup().equals(setup.get()))
                    .isPresent();
            return isOfOther
                    ? new ImportFile(file.path(), file.campaign() + "-" + setup.get(), setup, file.form())
                    : file;
        }
    }

    /** A file and its records. */
    private static final class ImportedFile implements Closeable {
        private final ImportFile file;
        private final RecordsFile records;
        private final UnreadableLines unreadable;
        private final Map<Status, Long> counts = new EnumMap<>(Status.class);

        private ImportedFile(ImportFile file, Path out) throws IOException {
            this.file = file;
            this.records = new RecordsFile(out.resolve(file.campaign() + ".jsonl"));
            this.unreadable = new UnreadableLines(out.resolve(file.campaign() + ".unreadable.txt"));
        }

        private static ImportedFile read(Importer importer, ImportFile file, Path out) throws IOException {
            ImportedFile campaign = new ImportedFile(file, out);
            boolean complete = false;
            try (Stream<RunRecord> runs = Imports.read(importer, file, campaign.unreadable::add)) {
                runs.forEachOrdered(campaign::write);
                complete = true;
                return campaign;
            } finally {
                if (!complete) {
                    campaign.close();
                }
            }
        }

        private void write(RunRecord run) {
            counts.merge(run.status(), 1L, Long::sum);
            records.write(run);
        }

        private ImportSummary.Imported summary() {
            return new ImportSummary.Imported(
                    file.path().toString(),
                    file.campaign(),
                    records.target().toString(),
                    counts.values().stream().mapToLong(Long::longValue).sum(),
                    count(Status.OK),
                    count(Status.INVALID),
                    count(Status.FAILED),
                    count(Status.INTERRUPTED),
                    unreadable.count(),
                    unreadable.listed());
        }

        private long count(Status status) {
            return counts.getOrDefault(status, 0L);
        }

        @Override
        public void close() {
            try (records;
                    unreadable) {
                return;
            } catch (IOException leftBehind) {
                // A temporary file remains, but its name identifies it.
                return;
            }
        }
    }

    /** A summary of the import, as {@code --json} prints it. */
    record ImportSummary(List<Imported> imported) {
        long unreadable() {
            return imported.stream().mapToLong(Imported::unreadable).sum();
        }

        /**
         * The import of one file.
         *
         * @param unreadableList the file that lists unreadable lines; null if there are none
         */
        record Imported(
                String file,
                String campaign,
                String records,
                long runs,
                long ok,
                long invalid,
                long failed,
                long interrupted,
                long unreadable,
                String unreadableList) {
            @Override
            public String toString() {
                String statuses = Stream.of(
                                counted(ok, "ok"),
                                counted(invalid, "invalid"),
                                counted(failed, "failed"),
                                counted(interrupted, "interrupted"))
                        .filter(text -> !text.isEmpty())
                        .collect(Collectors.joining(", "));
                String lines = unreadable == 0 ? "" : "; lines that could not be read: " + unreadable;
                return file + ": " + runs + (runs == 1 ? " run (" : " runs (") + statuses + ") -> " + records + lines;
            }

            private static String counted(long count, String what) {
                return count == 0 ? "" : count + " " + what;
            }
        }
    }

    /** The records of one campaign. They are in a temporary file until the whole import has been written. */
    static final class RecordsFile implements Closeable {
        private final StagedFile records;

        RecordsFile(Path target) throws IOException {
            this.records = StagedFile.of(target);
        }

        Path target() {
            return records.target();
        }

        void write(RunRecord run) {
            line(records, JsonDocument.line(run));
        }

        /**
         * Adds a problem if a file with the final name contains other records, which would be lost. Importing the same
         * records again is allowed.
         *
         * @param others the source of the new records, such as {@code " than a.csv"}; may be empty
         */
        void refuseOther(String others, Problems problems) {
            Location target = new Location(target().toString(), 0, 0);
            try {
                if (Files.exists(target()) && !records.equalsTarget()) {
                    problems.add(Problem.at(target, "", "exists already, with other records" + others)
                            .withRemedy("name another directory with --out, or remove the file"));
                }
            } catch (IOException e) {
                problems.add(Problem.at(target, "", "cannot be read: " + FileFailure.of(e)));
            }
        }

        void commit() throws IOException {
            records.commit();
        }

        @Override
        public void close() throws IOException {
            records.close();
        }

        private static void line(StagedFile file, String text) {
            try {
                file.out().write((text + "\n").getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Lines that could not be read. The first lines are shown, and a file lists all. */
        static final class UnreadableLines implements Closeable {
            private static final int MOST_SHOWN = 20;

            private final Path file;
            private final List<UnreadableLine> first = new ArrayList<>();
            private StagedFile list;
            private long count;

            UnreadableLines(Path file) {
                this.file = file;
            }

            void add(UnreadableLine line) {
                count++;
                if (first.size() < MOST_SHOWN) {
                    first.add(line);
                }
                try {
                    list = list == null ? StagedFile.of(file) : list;
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                line(list, line.toString());
            }

            long count() {
                return count;
            }

            /** Returns the file that lists all unreadable lines; null if there are none. */
            String listed() {
                return list == null ? null : file.toString();
            }

            void print(PrintStream err) {
                first.forEach(err::println);
                if (count > first.size()) {
                    err.println("and " + (count - first.size()) + " more: see " + file);
                }
            }

            /** Gives the file its final name. If there are no unreadable lines, removes the file of an earlier import. */
            void commit() throws IOException {
                if (list == null) {
                    Files.deleteIfExists(file);
                } else {
                    list.commit();
                }
            }

            @Override
            public void close() throws IOException {
                if (list != null) {
                    list.close();
                }
            }
        }
    }
}
