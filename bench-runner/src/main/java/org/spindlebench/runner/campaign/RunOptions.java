package org.spindlebench.runner.campaign;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.runner.cluster.ProbeApplication;
import org.spindlebench.runner.cluster.embedded.StorageDirectory;
import org.spindlebench.runner.conf.ByteSize;
import org.spindlebench.runner.conf.FileSafeName.AbsolutePath;
import org.spindlebench.runner.conf.JobSettings.Cluster;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;
import org.spindlebench.runner.conf.Words;
import org.spindlebench.runner.console.OptionConverter;
import org.spindlebench.runner.guest.GuestLimits;
import org.spindlebench.runner.lab.LabDirectory;
import org.spindlebench.runner.run.CampaignSettings.RunLimits;
import org.spindlebench.runner.run.CampaignSettings.Tolerance;
import org.spindlebench.runner.run.Sizing.ProbeContainers;

/**
 * The options for running a plan.
 *
 * @param cluster whether to use a running cluster or to start one
 * @param embedded options of the embedded cluster; only used with {@link Cluster#EMBEDDED}
 * @param laboratory the place of emulated disks; only used with setups that have them
 * @param requestLogs where every visit's emulated disks log their requests, each visit in a directory of its own
 * @param out the root of all campaigns' results, absolute
 * @param resume whether the plan is a saved one; runs that have a record are not made again, unless it says so
 * @param baseDir the directory of inputs and outputs in HDFS; a relative path starts in the user's home directory there
 * @param queue the YARN queue, if not the default
 * @param slots tasks of one wave, if not computed from YARN
 * @param cold the way to make caches cold
 * @param probe the way of watching nodes, if not the usual one
 * @param probeInterval the time from one sample of a node to the next, if not the usual one
 * @param tolerance what a valid run may have met
 * @param guest when runs may begin on a cluster that others use
 * @param limits how long Spindle waits for jobs and for the cluster
 * @param notice the command that tells of the campaign's end
 * @param disruption the commands that Spindle may run on a cluster that others may use
 * @param yes whether the user agrees to a plan that takes a lot of space or time
 * @param json whether results go to stdout as JSON
 * @param verbose whether to print more
 */
public record RunOptions(
        Cluster cluster,
        EmbeddedShape embedded,
        LabDirectory laboratory,
        Optional<Path> requestLogs,
        Path out,
        Resume resume,
        String baseDir,
        Optional<String> queue,
        OptionalInt slots,
        Cold cold,
        Optional<ProbeChoice> probe,
        Optional<Duration> probeInterval,
        Tolerance tolerance,
        GuestLimits guest,
        RunLimits limits,
        Optional<String> notice,
        Disruption disruption,
        boolean yes,
        boolean json,
        boolean verbose) {
    /** The default directory of results. */
    public static final String DEFAULT_OUT = "results";

    /** The default directory of data, under the user's home in HDFS. */
    public static final String DEFAULT_BASE_DIR = "spindle";

    /** The name of the setup if the user gives none. */
    public static final String DEFAULT_SETUP = "default";

    /** The default interval of the probe, as is usual with collectl and iostat. */
    public static final Duration DEFAULT_PROBE_INTERVAL = Duration.ofSeconds(1);

    public RunOptions {
        Objects.requireNonNull(cluster, "cluster");
        Objects.requireNonNull(embedded, "embedded");
        Objects.requireNonNull(laboratory, "laboratory");
        Objects.requireNonNull(requestLogs, "requestLogs");
        Objects.requireNonNull(out, "out");
        Objects.requireNonNull(resume, "resume");
        Objects.requireNonNull(baseDir, "baseDir");
        Objects.requireNonNull(queue, "queue");
        Objects.requireNonNull(slots, "slots");
        Objects.requireNonNull(cold, "cold");
        Objects.requireNonNull(probe, "probe");
        Objects.requireNonNull(probeInterval, "probeInterval");
        Objects.requireNonNull(tolerance, "tolerance");
        Objects.requireNonNull(guest, "guest");
        Objects.requireNonNull(limits, "limits");
        Objects.requireNonNull(notice, "notice");
        Objects.requireNonNull(disruption, "disruption");
    }

    /** Whether a saved campaign goes on, and which of its ended runs it makes again. */
    public enum Resume {
        NO,
        YES,
        WITH_FAILED,
        WITH_INVALID,
        WITH_BOTH;

        /** Returns how the runs ended that are made again. */
        public Set<Status> again() {
            return switch (this) {
                case NO, YES -> Set.of();
                case WITH_FAILED -> Set.of(Status.FAILED);
                case WITH_INVALID -> Set.of(Status.INVALID);
                case WITH_BOTH -> Set.of(Status.FAILED, Status.INVALID);
            };
        }

        public String describe() {
            return again().stream()
                    .map(status -> status.name().toLowerCase(Locale.ROOT))
                    .sorted()
                    .collect(Collectors.joining(" or "));
        }
    }

    /** Converts the value of {@code --retry}. */
    public static final class RetryConverter extends OptionConverter<Resume> {
        private static final Map<String, Resume> KINDS = Map.of(
                "failed", Resume.WITH_FAILED,
                "invalid", Resume.WITH_INVALID,
                "failed,invalid", Resume.WITH_BOTH,
                "invalid,failed", Resume.WITH_BOTH);

        public RetryConverter() {
            super(text -> {
                Resume resume = KINDS.get(text);
                if (resume == null) {
                    throw Words.unknown("kind of runs", text, List.of("failed", "invalid", "failed,invalid"));
                }
                return resume;
            });
        }
    }

    /** Converts the value of {@code --cold}. */
    public static final class ColdConverter extends OptionConverter<Cold> {
        public ColdConverter() {
            super(Cold::parse);
        }
    }

    /** Converts the value of {@code --probe}. */
    public static final class ProbeConverter extends OptionConverter<ProbeChoice> {
        public ProbeConverter() {
            super(ProbeChoice::parse);
        }
    }

    /** Returns whether the plan is a saved one. */
    public boolean resumed() {
        return resume != Resume.NO;
    }

    /** Returns these options with another way of making caches cold. */
    public RunOptions withCold(Cold other) {
        return new RunOptions(
                cluster,
                embedded,
                laboratory,
                requestLogs,
                out,
                resume,
                baseDir,
                queue,
                slots,
                other,
                probe,
                probeInterval,
                tolerance,
                guest,
                limits,
                notice,
                disruption,
                yes,
                json,
                verbose);
    }

    /**
     * Returns these options with {@link #resumed()} as given: whether the campaign, or the experiment's setup, has
     * begun before.
     */
    RunOptions resumedIf(boolean begun) {
        return new RunOptions(
                cluster,
                embedded,
                laboratory,
                requestLogs,
                out,
                begun && resume == Resume.NO ? Resume.YES : begun ? resume : Resume.NO,
                baseDir,
                queue,
                slots,
                cold,
                probe,
                probeInterval,
                tolerance,
                guest,
                limits,
                notice,
                disruption,
                yes,
                json,
                verbose);
    }

    /** Converts the value of {@code --base-dir}, the directory of data in HDFS. */
    public static final class BaseDirConverter extends OptionConverter<String> {
        public BaseDirConverter() {
            super(text -> {
                if (text.isBlank() || AbsolutePath.plain(text).equals("/") || text.contains("..")) {
                    throw new NotUnderstoodException(
                            "not a directory of Spindle's own",
                            "a path that nothing else uses, absolute or relative to your home directory in HDFS; not /, and without `..`",
                            "");
                }
                return text;
            });
        }
    }

    /** The way in which caches are made cold before each measurement. */
    public sealed interface Cold {
        /** Caches are not made cold; runs are labelled warm. */
        record Off() implements Cold {}

        /** Runs sync and drop_caches on this host, as root. */
        record Local() implements Cold {}

        /** Lets the probe of every node drop its caches, by a rule of sudo. */
        record Yarn() implements Cold {}

        /**
         * Runs a shell command of the user, for example with pdsh.
         *
         * @param line the command, which is passed to {@code sh -c}
         */
        record ShellCommand(String line) implements Cold {}

        /**
         * Reads decoys in HDFS that are larger than memory.
         *
         * @param memory bytes of the largest node's memory; empty if Spindle is to ask the nodes
         */
        record Evict(OptionalLong memory) implements Cold {}

        /** Returns the text that {@link #parse} accepts. */
        default String text() {
            if (this instanceof ShellCommand command) {
                return "command=" + command.line();
            }
            if (this instanceof Evict evict) {
                return evict.memory().isPresent()
                        ? "evict=" + ByteSize.format(evict.memory().getAsLong())
                        : "evict";
            }
            return this instanceof Local ? "local" : this instanceof Yarn ? "yarn" : "off";
        }

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
                case "yarn" -> new Yarn();
                case "evict" -> new Evict(OptionalLong.empty());
                case "command", "command=" -> throw refuse("a command is missing");
                default ->
                    throw Words.unknown(
                            "way of cooling", text, List.of("off", "local", "yarn", "evict", "command=SHELL-COMMAND"));
            };
        }

        private static NotUnderstoodException refuse(String reason) {
            return new NotUnderstoodException(reason, "off, local, yarn, evict or command='SHELL COMMAND'", "");
        }
    }

    /** The way in which nodes are watched during runs. */
    public enum ProbeChoice {
        /** Watches every host, from a container on it. */
        YARN,
        /** Watches this host, from the client. */
        LOCAL,
        /** Watches nothing. */
        OFF;

        public static ProbeChoice parse(String text) throws NotUnderstoodException {
            return Stream.of(values())
                    .filter(choice -> choice.word().equals(text))
                    .findFirst()
                    .orElseThrow(() -> Words.unknown(
                            "probe",
                            text,
                            Stream.of(values()).map(ProbeChoice::word).toList()));
        }

        /** Returns the word that {@link #parse} accepts. */
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns the default: the client watches if all nodes are on this host, otherwise a probe on every host. */
        static ProbeChoice standard(boolean allNodesHere) {
            return allNodesHere ? LOCAL : YARN;
        }

        /** Returns the containers that the probe takes from the cluster during a campaign. */
        Optional<ProbeContainers> containers() {
            return this == YARN ? Optional.of(ProbeContainers.of(ProbeApplication.MEMORY)) : Optional.empty();
        }
    }

    /**
     * Options of the cluster that {@code --embedded} starts.
     *
     * @param dataDirs directories for HDFS's blocks; empty for temporary ones
     * @param localDirs directories for shuffle and spills; empty for temporary ones
     */
    public record EmbeddedShape(
            List<StorageDirectory> dataDirs, List<Path> localDirs, int dataNodes, int nodeManagers) {
        /** The largest number of nodes, because more nodes on one machine would measure nothing useful. */
        public static final int MOST_NODES = 64;

        /** The default number of DataNodes, which is enough for the usual replication of 3. */
        public static final int DEFAULT_DATA_NODES = 3;

        public static final int DEFAULT_NODE_MANAGERS = 1;

        public EmbeddedShape {
            dataDirs = List.copyOf(dataDirs);
            localDirs = List.copyOf(localDirs);
        }
    }
}
