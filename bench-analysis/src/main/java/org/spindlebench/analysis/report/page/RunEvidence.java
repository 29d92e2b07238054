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
 * What pictures need of runs beyond what findings keep: of one valid run of each of at most {@value ChartCells#MOST} cells its tasks, and what
 * nodes, devices and streams did over its length; and what devices were measured to do. Immutable. Thinned: of some hundred steps a run,
 * however long it was.
 */
public final class RunEvidence {
    /** Nothing is known but the findings. */
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
     * Reads the records of the runs to show again, and the files of samples beside them. What is missing or damaged becomes a
     * {@linkplain #problems() problem}; nothing is thrown for it.
     *
     * @param results the directories and files that the findings were made of; what is no {@code .json} or {@code .jsonl} file holds no such runs
     */
    public static RunEvidence read(Collection<Path> results, Findings findings) {
        return find(results.stream().map(EvidenceSource::of).toList(), findings);
    }

    /**
     * The same of findings whose runs have other names than in their records.
     *
     * @param sources all that the findings were made of
     */
    public static RunEvidence find(Collection<EvidenceSource> sources, Findings findings) {
        ChartCells cells = ChartCells.of(findings);
        return new RunEvidence(new ChartDataReader(sources).read(cells.chosen()), cells.left(), List.of());
    }

    /** The same with what the devices of setups were measured to do, besides the runs. */
    public RunEvidence with(Collection<SetupBandwidth> measured) {
        return new RunEvidence(runs, left, List.copyOf(measured));
    }

    /** What could not be read, for people, each with its run. */
    public List<String> problems() {
        return runs.stream().flatMap(run -> run.problems().stream()).toList();
    }

    /** Whether there is nothing to draw. */
    boolean isEmpty() {
        return runs.isEmpty() && bandwidths.isEmpty();
    }

    List<ChartRun> runs() {
        return runs;
    }

    /** Cells of which no run is shown as there are too many. */
    int left() {
        return left;
    }

    List<SetupBandwidth> bandwidths() {
        return bandwidths;
    }

    /**
     * Where records lie that findings were made of, and how their runs are called there.
     *
     * @param results a directory or file of records; what is no {@code .json} or {@code .jsonl} file holds no runs that could be shown
     * @param found the run as the findings have it, such as {@linkplain RunRecord#labelled under another name}; empty where it is none of
     *     theirs. One that is not renamed may be given although it is none
     */
    public record EvidenceSource(Path results, Function<RunRecord, Optional<RunRecord>> found) {
        public EvidenceSource {
            Objects.requireNonNull(results, "results");
            Objects.requireNonNull(found, "found");
        }

        /** Whose runs have the names that their records give them. */
        public static EvidenceSource of(Path results) {
            return new EvidenceSource(results, Optional::of);
        }
    }
}
