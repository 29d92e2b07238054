package org.spindlebench.runner.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.spindlebench.runner.conf.Cluster;

/**
 * How to run a plan.
 *
 * @param cluster whose cluster
 * @param embedded the embedded one; meaningful with {@link Cluster#EMBEDDED} only
 * @param out the root of all campaigns' results, absolute
 * @param resumed whether the plan is a saved one, of which runs with a record are not run again
 * @param baseDir where inputs and outputs lie in HDFS; relative to the user's home there
 * @param queue YARN's queue, when not its default
 * @param slots tasks of one wave, when not what YARN says
 * @param cold how caches are made cold
 * @param probe how nodes are watched, when not as is usual where they are
 * @param probeInterval from one sample of a node to the next
 * @param contended the share of others' load beyond which a run is invalid
 * @param timeout of each run
 * @param disruption what may be done to a cluster that others may use
 * @param yes whether the user agrees to a plan that takes much space or time
 * @param json whether results go to stdout as JSON
 * @param verbose whether to say more
 */
public record RunOptions(
        Cluster cluster,
        EmbeddedOptions embedded,
        Path out,
        boolean resumed,
        String baseDir,
        Optional<String> queue,
        OptionalInt slots,
        Cold cold,
        Optional<ProbeChoice> probe,
        Duration probeInterval,
        Optional<Double> contended,
        Duration timeout,
        Disruption disruption,
        boolean yes,
        boolean json,
        boolean verbose) {
    /** Where results go. */
    static final String DEFAULT_OUT = "results";

    /** Where data goes, under the user's home in HDFS. */
    static final String DEFAULT_BASE_DIR = "spindle";

    /** The setup's name where none is given. */
    static final String DEFAULT_SETUP = "default";

    /** The paper's largest job on one hard disk per node ends within it. */
    static final Duration DEFAULT_TIMEOUT = Duration.ofHours(4);

    /** As collectl and iostat usually do. */
    static final Duration DEFAULT_PROBE_INTERVAL = Duration.ofSeconds(1);

    public RunOptions {
        Objects.requireNonNull(cluster, "cluster");
        Objects.requireNonNull(embedded, "embedded");
        Objects.requireNonNull(out, "out");
        Objects.requireNonNull(baseDir, "baseDir");
        Objects.requireNonNull(queue, "queue");
        Objects.requireNonNull(slots, "slots");
        Objects.requireNonNull(cold, "cold");
        Objects.requireNonNull(probe, "probe");
        Objects.requireNonNull(probeInterval, "probeInterval");
        Objects.requireNonNull(contended, "contended");
        Objects.requireNonNull(timeout, "timeout");
        Objects.requireNonNull(disruption, "disruption");
    }

    /** The same of a campaign, or of a setup of an experiment, that was begun before. */
    RunOptions resumedIf(boolean begun) {
        return new RunOptions(
                cluster,
                embedded,
                out,
                begun,
                baseDir,
                queue,
                slots,
                cold,
                probe,
                probeInterval,
                contended,
                timeout,
                disruption,
                yes,
                json,
                verbose);
    }
}
