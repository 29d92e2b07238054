package org.spindlebench.analysis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.compare.Comparison;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.Findings.UnknownSetupException;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.importer.Importer;
import org.spindlebench.analysis.importer.Importer.ImportFile;
import org.spindlebench.analysis.importer.Importer.UnreadableLine;
import org.spindlebench.analysis.importer.Imports;
import org.spindlebench.analysis.importer.Imports.CampaignNames;
import org.spindlebench.analysis.importer.Imports.Importers;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.report.Reports;
import org.spindlebench.analysis.report.page.RunEvidence;

/**
 * The entry for most programs. Durations in two arrays are compared by {@link #compare(double[], double[])}, files by
 * {@link #report(Path)}, and runs that a program has in memory by {@link Runs#builder()} and {@link #report(Runs,
 * ComparisonOptions)}. The other packages contain the parts of these results.
 */
public final class Spindle {
    private Spindle() {}

    /**
     * Compares two sets of durations with a confidence of 0.95. The runs count as independent.
     *
     * @param baseline durations, finite and above 0, in any unit
     * @param contender durations in the same unit
     * @throws IllegalArgumentException if a side has no duration, or a duration that is infinite, NaN, or not above 0
     */
    public static Comparison compare(double[] baseline, double[] contender) {
        if (baseline.length == 0 || contender.length == 0) {
            throw new IllegalArgumentException("a comparison needs at least one duration on each side");
        }
        Runs runs = Runs.builder()
                .add("job", "baseline", baseline)
                .add("job", "contender", contender)
                .build();
        return Findings.of(runs, ComparisonOptions.standard().against("baseline"))
                .comparisons()
                .findFirst()
                .orElseThrow();
    }

    /**
     * Compares the setups in a file of results, as the command {@code report} does without {@code --baseline}.
     *
     * @param results a results directory, a {@code .json} or {@code .jsonl} file of records, or a {@code .csv} file with
     *     one run in each line
     * @throws InvalidDocumentException if a record or the file's header cannot be understood, or there is no run. The
     *     message names file and line
     * @throws NoSuchFileException if there is no such file
     * @throws IOException if the file cannot be read
     */
    public static Report report(Path results) throws IOException {
        return report(ComparisonOptions.standard(), results);
    }

    /**
     * Compares the setups in several files of results.
     *
     * @param results files and directories as in {@link #report(Path)}
     * @throws InvalidDocumentException if a record or a file's header cannot be understood, or there is no run
     * @throws UnknownSetupException if no run is of the setup that the options name as the baseline
     * @throws NoSuchFileException if one of the files does not exist
     * @throws IOException if a file cannot be read
     */
    public static Report report(ComparisonOptions options, Path... results) throws IOException {
        List<Path> sources = List.of(results);
        List<UnreadableLine> unreadable = new ArrayList<>();
        CampaignNames names = new CampaignNames();
        Runs runs;
        try (Stream<RunRecord> records = sources.stream().flatMap(source -> read(source, names, unreadable::add))) {
            runs = Runs.of(records);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        if (runs.cells().isEmpty()) {
            throw new InvalidDocumentException("no run found in " + sources);
        }
        return new Report(Findings.of(runs, options), unreadable, sources);
    }

    /**
     * Compares the setups of runs in memory.
     *
     * @throws UnknownSetupException if no run is of the setup that the options name as the baseline
     */
    public static Report report(Runs runs, ComparisonOptions options) {
        return new Report(Findings.of(runs, options), List.of(), List.of());
    }

    private static Stream<RunRecord> read(Path source, CampaignNames names, Consumer<UnreadableLine> unreadable) {
        try {
            Importer importer = Files.isDirectory(source)
                    ? null
                    : Importers.recognise(source).orElse(null);
            return importer == null
                    ? Records.read(source)
                    : Imports.read(importer, ImportFile.of(source, names.of(source)), unreadable);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The results of a set of runs. Immutable.
     *
     * @param findings the conclusions as data, with every warning
     * @param unreadable the lines of CSV files that were left out because they cannot be read
     * @param results the files that the runs were read from; empty for runs in memory
     */
    public record Report(Findings findings, List<UnreadableLine> unreadable, List<Path> results) {
        public Report {
            unreadable = List.copyOf(unreadable);
            results = List.copyOf(results);
        }

        /** Returns the answer as plain text, as the command {@code report} prints it. */
        public String text() {
            return Reports.text(findings);
        }

        /** Returns the whole report as Markdown. */
        public String markdown() {
            return Reports.markdown(findings);
        }

        /** Returns the text of {@code report.json}. */
        public String json() {
            return Reports.json(findings);
        }

        /**
         * Writes {@code report.html}, {@code report.md}, {@code report.json} and tables in CSV into a directory. The HTML
         * report also has charts of single runs if the runs were read from records.
         *
         * @return the files
         * @throws InvalidDocumentException if a file with one of these names was not written by Spindle
         * @throws IOException if a file cannot be written
         */
        public List<Path> write(Path directory) throws IOException {
            return Reports.write(directory, findings, RunEvidence.read(results, findings));
        }
    }
}
