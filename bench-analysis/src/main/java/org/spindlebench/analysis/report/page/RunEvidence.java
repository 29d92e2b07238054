package org.spindlebench.analysis.report.page;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.device.SetupBandwidth;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.report.page.ChartDataReader.ChartCells;
import org.spindlebench.analysis.report.page.ChartDataReader.ChartRun;

/**
 * Data for charts that is not in the findings. It has the tasks, and the load of nodes, devices and streams, for at
 * most {@value ChartCells#MOST} cells, each represented by one valid run. It also has the devices' measured bandwidth.
 * Immutable. Each run is reduced to a few hundred steps, regardless of its length.
 */
public final class RunEvidence {
    public static final RunEvidence NONE = new RunEvidence(List.of(), 0, List.of());

    private final List<ChartRun> runs;
    private final int left;
    private final List<SetupBandwidth> bandwidths;

    private RunEvidence(List<ChartRun> runs, int left, List<SetupBandwidth> bandwidths) {
        this.runs = List.copyOf(runs);
        this.left = left;
        this.bandwidths = List.copyOf(bandwidths);
    }

    /**
     * Reads the records of the shown runs again, and their sample files. A missing or damaged file causes a {@linkplain
     * #problems() problem} instead of an exception.
     *
     * @param results the directories and files from which the findings were made; only directories, {@code .json} and
     *     {@code .jsonl} files have runs for charts
     */
    public static RunEvidence read(Collection<Path> results, Findings findings) {
        return find(results.stream().map(EvidenceSource::of).toList(), findings);
    }

    /**
     * Reads the evidence if runs have other names in the findings than in their records.
     *
     * @param sources all sources of the findings
     */
    public static RunEvidence find(Collection<EvidenceSource> sources, Findings findings) {
        ChartCells cells = ChartCells.of(findings);
        return new RunEvidence(new ChartDataReader(sources).read(cells.chosen()), cells.left(), List.of());
    }

    /** Returns this evidence with the devices' measured bandwidth. */
    public RunEvidence with(Collection<SetupBandwidth> measured) {
        return new RunEvidence(runs, left, List.copyOf(measured));
    }

    /** Returns, for people, the files that could not be read, each with its run. */
    public List<String> problems() {
        return runs.stream().flatMap(run -> run.problems().stream()).toList();
    }

    List<ChartRun> runs() {
        return runs;
    }

    /** Returns the number of cells for which no run is shown, because there are too many cells. */
    int left() {
        return left;
    }

    List<SetupBandwidth> bandwidths() {
        return bandwidths;
    }

    /**
     * Records from which the findings were made, and the names of their runs.
     *
     * @param results a directory or file of records; only directories, {@code .json} and {@code .jsonl} files have runs
     *     for charts
     * @param found returns the run as the findings have it, for example
     *     {@linkplain RunRecord#labelled under another name}. It returns empty for a run that is not in the findings,
     *     but may return such a run if runs are not renamed
     */
    public record EvidenceSource(Path results, Function<RunRecord, Optional<RunRecord>> found) {
        public EvidenceSource {
            Objects.requireNonNull(results, "results");
            Objects.requireNonNull(found, "found");
        }

        /** Returns a source for findings whose runs have the same names as in their records. */
        public static EvidenceSource of(Path results) {
            return new EvidenceSource(results, Optional::of);
        }
    }
}
