package org.spindlebench.analysis.proof;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.spindlebench.analysis.node.NodeLoad;

/**
 * The verdicts on a run, role by role, from the load of its nodes.
 *
 * @param roles I/O of HDFS and of the shuffle during the job
 * @param flushed I/O of HDFS and of the shuffle from the job's start until its dirty data was written; empty if Spindle
 *     did not wait for that
 */
public record Proofs(
        List<RoleIo> roles,
        List<RoleIo> flushed,
        CpuLoad cpu,
        CacheProof cache,
        WriteProof writes,
        ShuffleProof shuffle,
        MemoryRatio memory,
        OtherLoad others,
        ContainerRule containers) {
    public Proofs {
        roles = roles == null ? List.of() : List.copyOf(roles);
        flushed = flushed == null ? List.of() : List.copyOf(flushed);
    }

    /**
     * The load of the processors of all nodes: the CPU column of the paper's Table 3.
     *
     * @param threads the hardware threads of all nodes; null if a node does not report them
     * @param busy Σ busy share · threads / Σ threads
     * @param reason for people, why there is no busy share; null if there is one
     */
    public record CpuLoad(int nodes, Long threads, Double busy, String reason) {
        /** Computes the busy share over all nodes. A single node need not report its number of threads. */
        public static CpuLoad of(List<NodeLoad> nodes) {
            if (nodes.isEmpty()) {
                return new CpuLoad(0, null, null, "no node was watched");
            }
            Reasons reasons = new Reasons();
            long threads = 0;
            double busy = 0;
            for (NodeLoad node : nodes) {
                NodeLoad.CpuTime cpu = node.cpu();
                if (cpu == null || cpu.busy() == null) {
                    reasons.add(node.node(), "its processors' time is unknown");
                } else if (cpu.threads() != null && cpu.threads() > 0) {
                    threads += cpu.threads();
                    busy += cpu.busy() * cpu.threads();
                } else if (nodes.size() == 1) {
                    return new CpuLoad(1, null, cpu.busy(), null);
                } else {
                    reasons.add(node.node(), "its number of hardware threads is unknown");
                }
            }
            String reason = reasons.text(nodes.size());
            return reason == null
                    ? new CpuLoad(nodes.size(), threads, busy / threads, null)
                    : new CpuLoad(nodes.size(), null, null, reason);
        }
    }

    /**
     * The size of a job's data compared with its nodes' memory.
     *
     * @param dataPerNode bytes / nodes
     * @param memoryPerNode mean memory of a node in bytes; of an emulated node, the limit of its page cache
     * @param ratio dataPerNode / memoryPerNode
     * @param warning for people: the data may never leave the page cache; null if the ratio is at least
     *     {@link #LEAST}
     * @param reason for people, why there is no ratio; null if there is one
     */
    public record MemoryRatio(Long dataPerNode, Long memoryPerNode, Double ratio, String warning, String reason) {
        /** The smallest ratio of data to memory at which the data does not fit in the page cache. */
        public static final double LEAST = 1;

        /**
         * Compares a job's data with the memory.
         *
         * @param bytes the size of the job's data on all nodes together, counting every replica of its output; null if
         *     unknown
         * @param nodes all nodes
         */
        public static MemoryRatio of(Long bytes, List<NodeLoad> nodes) {
            if (bytes == null || nodes.isEmpty()) {
                return new MemoryRatio(
                        null,
                        null,
                        null,
                        null,
                        bytes == null ? "the size of the job's data is unknown" : "no node was watched");
            }
            Reasons reasons = new Reasons();
            long memory = 0;
            for (NodeLoad node : nodes) {
                Long total = node.memory() == null ? null : node.memory().total();
                if (total == null || total <= 0) {
                    reasons.add(node.node(), "the size of its memory is unknown");
                } else {
                    memory += total;
                }
            }
            long perNode = bytes / nodes.size();
            String reason = reasons.text(nodes.size());
            if (reason != null) {
                return new MemoryRatio(perNode, null, null, null, reason);
            }
            double ratio = bytes / (double) memory;
            return new MemoryRatio(perNode, memory / nodes.size(), ratio, warning(ratio), null);
        }

        /**
         * Returns the ratio for nodes with a limited page cache, such as emulated nodes.
         *
         * @param perNode the limit of a node's page cache, in bytes; null if a node may use all of its memory
         */
        public MemoryRatio limitedTo(Long perNode) {
            if (perNode == null || ratio == null) {
                return this;
            }
            double limited = dataPerNode / (double) perNode;
            return new MemoryRatio(dataPerNode, perNode, limited, warning(limited), null);
        }

        private static String warning(double ratio) {
            return ratio < LEAST ? "the data is smaller than memory, and may never leave the page cache" : null;
        }
    }

    /**
     * Compares the number of containers with the paper's rule (section 5): 2 per core, and about one per local
     * directory. With fewer tasks, disks or cores wait for work. With more tasks, too many of them share a core or a
     * disk.
     *
     * @param perCore containers per core of a node, or per hardware thread if only threads are known
     * @param perDirectory containers per local directory of a node
     * @param findings one sentence on each of the two numbers, even if the number is unknown
     */
    public record ContainerRule(Double perCore, Double perDirectory, List<String> findings) {
        /** The rule's number of containers per core. */
        public static final double PER_CORE = 2;

        /** The rule's number of containers per local directory. */
        public static final double PER_DIRECTORY = 1;

        /** A number within this factor of the rule, in either direction, agrees with the rule. */
        public static final double ABOUT = 1.5;

        public ContainerRule {
            findings = List.copyOf(findings);
        }

        /**
         * Compares a node's containers with the rule. Null values are unknown.
         *
         * @param slots containers that the node runs at once
         * @param threads its hardware threads, used if the cores are unknown
         * @param directories its local directories for intermediate data
         */
        public static ContainerRule of(Double slots, Long cores, Long threads, Long directories) {
            boolean byCore = cores != null && cores > 0;
            Long processors = byCore ? cores : threads;
            String processor = byCore ? "core" : "hardware thread";
            List<String> findings = new ArrayList<>();
            Double perCore = per(slots, processors);
            Double perDirectory = per(slots, directories);
            findings.add(
                    perCore == null
                            ? "the number of containers per core is unknown"
                            : finding(slots, processors, processor, PER_CORE, "core"));
            findings.add(
                    perDirectory == null
                            ? "the number of containers per local directory is unknown"
                            : finding(slots, directories, "local directory", PER_DIRECTORY, "local directory"));
            return new ContainerRule(perCore, perDirectory, findings);
        }

        private static Double per(Double slots, Long of) {
            return slots == null || of == null || of <= 0 ? null : (Double) (slots / of);
        }

        private static String finding(double slots, long number, String of, double rule, String ruleOf) {
            double per = slots / number;
            return String.format(
                    Locale.ROOT,
                    "%.1f containers per node for %d %s, or %.2f for each: %s the rule of %.0f per %s",
                    slots,
                    number,
                    number == 1 ? of : plural(of),
                    per,
                    against(per, rule),
                    rule,
                    ruleOf);
        }

        private static String plural(String of) {
            return of.endsWith("y") ? of.substring(0, of.length() - 1) + "ies" : of + "s";
        }

        private static String against(double per, double rule) {
            if (per < rule / ABOUT) {
                return "fewer than";
            }
            return per > rule * ABOUT ? "more than" : "about";
        }
    }
}
