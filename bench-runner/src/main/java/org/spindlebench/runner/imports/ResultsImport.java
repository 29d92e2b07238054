package org.spindlebench.runner.imports;

import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.FileFailure;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.importer.Importer;
import org.spindlebench.analysis.importer.Importer.ImportFile;
import org.spindlebench.analysis.importer.Imports;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.imports.RecordsFile.UnreadableLines;

/**
 * Imports another tool's results as records. It imports either all files or none.
 *
 * @param files the files, whose campaigns have different names
 */
record ResultsImport(Importer importer, List<ImportFile> files, Path out) {
    ResultsImport {
        files = List.copyOf(files);
    }

    /** Returns a summary of the imported campaigns. If there are none, adds problems and returns empty. */
    Optional<ImportSummary> run(Problems problems, PrintStream err) {
        List<ImportedFile> campaigns = new ArrayList<>();
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

    private Optional<ImportedFile> read(ImportFile file, Problems problems) {
        String path = file.path().toString();
        String reason;
        try {
            return Optional.of(ImportedFile.read(importer, file, out));
        } catch (InvalidDocumentException e) {
            String message = String.valueOf(e.getMessage());
            reason = message.startsWith(path + ": ") ? message.substring(path.length() + 2) : message;
        } catch (UncheckedIOException e) {
            reason = "cannot be imported: " + FileFailure.of(e.getCause());
        } catch (IOException e) {
            reason = "cannot be imported: " + FileFailure.of(e);
        }
        problems.add(Problem.at(new Location(path, 0, 0), "", reason));
        return Optional.empty();
    }

    /** A file and the records made from it. */
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
         * @param unreadableList the file that lists these lines; null if there are none
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
}
