package org.spindlebench.runner.campaign;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.spindlebench.runner.cluster.ProbeApplication;
import org.spindlebench.runner.cluster.embedded.StorageDirectory;
import org.spindlebench.runner.conf.ByteSize;
import org.spindlebench.runner.conf.JobSettings.Cluster;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;
import org.spindlebench.runner.conf.Words;
import org.spindlebench.runner.run.Sizing.ProbeContainers;

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
        EmbeddedShape embedded,
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
    public static final String DEFAULT_OUT = "results";

    /** Where data goes, under the user's home in HDFS. */
    static final String DEFAULT_BASE_DIR = "spindle";

    /** The setup's name where none is given. */
    public static final String DEFAULT_SETUP = "default";

    /** The paper's largest job on one hard disk per node ends within it. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofHours(4);

    /** As collectl and iostat usually do. */
    public static final Duration DEFAULT_PROBE_INTERVAL = Duration.ofSeconds(1);

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

    /** Where data lies in HDFS. */
    public static String baseDir(String text, Problems problems) {
        if (text == null) {
            return DEFAULT_BASE_DIR;
        }
        if (text.isBlank() || text.matches("/*") || text.contains("..")) {
            problems.add(Problem.at(Location.COMMAND_LINE, "--base-dir", "not a directory of Spindle's own")
                    .withValue(text)
                    .withAllowed("an absolute path, or one under your home in HDFS; not /, and without `..`")
                    .withRemedy("name a directory that nothing else uses"));
        }
        return text;
    }

    /** How the caches are made cold before each measurement. */
    public sealed interface Cold {
        /** Not at all: runs are labelled warm. */
        record Off() implements Cold {}

        /** Sync and drop_caches on this host, as root. */
        record Local() implements Cold {}

        /**
         * A shell command of the user's, such as one with pdsh.
         *
         * @param line passed to {@code sh -c}
         */
        record ShellCommand(String line) implements Cold {}

        /**
         * Decoys in HDFS that are read, larger than memory.
         *
         * @param memory bytes of the largest node's memory; empty when the nodes are to be asked
         */
        record Evict(OptionalLong memory) implements Cold {}

        /** As {@link #parse} takes it. */
        default String text() {
            if (this instanceof ShellCommand command) {
                return "command=" + command.line();
            }
            if (this instanceof Evict evict) {
                return evict.memory().isPresent()
                        ? "evict=" + ByteSize.format(evict.memory().getAsLong())
                        : "evict";
            }
            return this instanceof Local ? "local" : "off";
        }

        /** Reads what {@code --cold} was given. */
        public static Cold parse(String text) throws NotUnderstoodException {
            String command = "command=";
            if (text.startsWith(command) && !text.substring(command.length()).isBlank()) {
                return new ShellCommand(text.substring(command.length()));
            }
            String evict = "evict=";
            if (text.startsWith(evict)) {
                return new Evict(OptionalLong.of(ByteSize.parse(text.substring(evict.length()))));
            }
            return switch (text) {
                case "off" -> new Off();
                case "local" -> new Local();
                case "evict" -> new Evict(OptionalLong.empty());
                case "command", "command=" -> throw refuse("a command is missing");
                default ->
                    throw Words.unknown(
                            "way of cooling", text, List.of("off", "local", "evict", "command=SHELL-COMMAND"));
            };
        }

        private static NotUnderstoodException refuse(String reason) {
            return new NotUnderstoodException(reason, "off, local, evict or command='SHELL COMMAND'", "");
        }
    }

    /** How nodes are watched during runs. */
    public enum ProbeChoice {
        /** Every host, by a container there. */
        YARN,
        /** This host by its client. */
        LOCAL,
        /** Not at all. */
        OFF;

        /** Reads what {@code --probe} was given. */
        public static ProbeChoice parse(String text) throws NotUnderstoodException {
            return Stream.of(values())
                    .filter(choice -> choice.word().equals(text))
                    .findFirst()
                    .orElseThrow(() -> Words.unknown(
                            "probe",
                            text,
                            Stream.of(values()).map(ProbeChoice::word).toList()));
        }

        /** The word that {@link #parse} takes. */
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Where every node is on this host it watches all of them itself; elsewhere YARN gets a probe to every host. */
        static ProbeChoice standard(boolean allNodesHere) {
            return allNodesHere ? LOCAL : YARN;
        }

        /** What it takes of a cluster for as long as a campaign runs. */
        Optional<ProbeContainers> containers() {
            return this == YARN ? Optional.of(ProbeContainers.of(ProbeApplication.MEMORY)) : Optional.empty();
        }
    }

    /**
     * The cluster that {@code --embedded} starts.
     *
     * @param dataDirs for HDFS's blocks; empty for temporary ones
     * @param localDirs for shuffle and spills; empty for temporary ones
     * @param dataNodes how many
     * @param nodeManagers how many
     */
    public record EmbeddedShape(
            List<StorageDirectory> dataDirs, List<Path> localDirs, int dataNodes, int nodeManagers) {
        /** More on one machine measure nothing. */
        public static final int MOST_NODES = 64;

        /** Enough for the usual replication of 3. */
        public static final int DEFAULT_DATA_NODES = 3;

        public static final int DEFAULT_NODE_MANAGERS = 1;

        public EmbeddedShape {
            dataDirs = List.copyOf(dataDirs);
            localDirs = List.copyOf(localDirs);
        }
    }
}
