package org.spindlebench.analysis.series;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.node.SampleFile;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.SampleFiles;

/**
 * What nodes and their devices did over the length of a run, from its record and the samples beside it, in steps of equal length. Between two
 * samples every counter is taken to have grown evenly (linear interpolation), and what a node has in memory to have gone straight from one
 * value to the other; see {@code docs/method.md}. Steps begin with the job, by YARN's clock; where its end is not at the end of a step, a
 * shorter one ends there, and another begins.
 *
 * @param begin when YARN accepted the job
 * @param seconds from there to the job's end
 * @param toFlush seconds from there until what the job left dirty had been written, where the steps end; null where that is not known: they
 *     end with the job
 * @param roles HDFS and the shuffle
 * @param cluster all nodes together
 */
public record RunSeries(Instant begin, double seconds, Double toFlush, List<RoleSeries> roles, ClusterSeries cluster) {
    /** Of the steps, unless asked otherwise. */
    public static final Duration STEP = Duration.ofSeconds(1);

    public RunSeries {
        roles = List.copyOf(roles);
    }

    /**
     * Reads a record, and the file of samples that it names.
     *
     * @param record a document of one run, beside which that file lies
     * @param step length of the steps, in whole milliseconds
     * @return empty where the run has no samples: nobody watched it, or clocks differed, or YARN has no times of it
     * @throws InvalidDocumentException if the record or the samples are damaged, or do not belong together
     * @throws IllegalArgumentException if the run has more than 100,000 such steps
     * @throws IOException if a file could not be read
     */
    public static Optional<RunSeries> read(Path record, Duration step) throws IOException {
        RunRecord run = Records.readOne(record);
        if (!hasSamples(run)) {
            return Optional.empty();
        }
        return Optional.of(of(run, beside(record, run.evidence().samples()), step));
    }

    private static Path beside(Path record, String name) {
        try {
            return SampleFiles.beside(record.toAbsolutePath().getParent(), name);
        } catch (InvalidDocumentException e) {
            throw new InvalidDocumentException(record + ": " + e.getMessage(), e);
        }
    }

    /** Whether a run names a file of samples, and its own times. */
    public static boolean hasSamples(RunRecord run) {
        return run.evidence() != null
                && run.evidence().samples() != null
                && run.times() != null
                && run.times().yarnStarted() != null
                && run.times().yarnFinished() != null;
    }

    /** Of a run that {@linkplain #hasSamples has samples}; otherwise as {@link #read}. */
    public static RunSeries of(RunRecord run, Path samples, Duration step) throws IOException {
        return made(new RunSteps(run, samples.toString(), step, null), samples);
    }

    /**
     * The same, and the series of every node and all its devices: these are handed out one node after another, and not kept.
     *
     * @param nodes takes them
     */
    public static RunSeries of(RunRecord run, Path samples, Duration step, Consumer<NodeSeries> nodes)
            throws IOException {
        return made(new RunSteps(run, samples.toString(), step, nodes), samples);
    }

    private static RunSeries made(RunSteps steps, Path samples) throws IOException {
        SampleFile.read(samples, steps);
        return steps.series();
    }
}
