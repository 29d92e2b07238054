package org.spindlebench.analysis.proof;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What the nodes' figures say of a run, role by role, and what they prove.
 *
 * @param roles I/O of HDFS and of the shuffle during the job
 * @param flushed the same from the job's begin until what it left dirty was written; empty where nobody waited for that
 * @param cpu processors of all nodes during the job
 * @param cache whether the input came from the devices
 * @param writes whether the output came to them
 * @param shuffle whether intermediate data did
 * @param memory the data against the nodes' memory
 * @param others the load of others
 * @param containers against the paper's rule
 */
public record Proofs(
        List<RoleFigures> roles,
        List<RoleFigures> flushed,
        CpuFigures cpu,
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

    /** Why nodes have no figures, as one line: equal reasons together, the first few of them. */
    public static final class Reasons {
        private static final int SHOWN = 3;

        private final Map<String, List<String>> nodes = new LinkedHashMap<>();

        /** Takes up one node's. */
        public void add(String node, String reason) {
            nodes.computeIfAbsent(reason, unused -> new ArrayList<>()).add(node);
        }

        /**
         * Such as {@code not separable: sdb serves HDFS and shuffle at once (worker-1 and 2 more, 3 of 4 nodes)}.
         *
         * @param all the number of nodes, those without a reason included
         * @return null where there is no reason
         */
        public String text(int all) {
            if (nodes.isEmpty()) {
                return null;
            }
            String shown = nodes.entrySet().stream()
                    .limit(SHOWN)
                    .map(reason -> reason.getKey() + " (" + named(reason.getValue(), all) + ")")
                    .collect(Collectors.joining("; "));
            int more = nodes.size() - SHOWN;
            return more > 0 ? shown + "; and " + more + (more == 1 ? " more reason" : " more reasons") : shown;
        }

        /** The first few of a list, and how many more. */
        static String few(List<String> all) {
            String shown = all.stream().limit(SHOWN).collect(Collectors.joining("; "));
            return all.size() > SHOWN ? shown + "; and " + (all.size() - SHOWN) + " more" : shown;
        }

        private static String named(List<String> of, int all) {
            if (all == 1) {
                return of.get(0);
            }
            String others = of.size() == 1 ? "" : " and " + (of.size() - 1) + " more";
            return of.get(0) + others + ", " + of.size() + " of " + all + " nodes";
        }
    }

    /** Where one verdict ends and the next begins. All are shares, and belong to the verdict that is named, unless said otherwise. */
    public static final class ProofLimits {
        /** At least this share of what was asked for came from, or went to, the devices: cold, reached. */
        public static final double ALL = 0.95;

        /** At most this share did: warm, stayed in memory. */
        public static final double NONE = 0.05;

        /** Up to this the devices may do more than was asked for: read-ahead, checksums, the file system's own blocks. */
        public static final double MORE = 1.15;

        /** Bytes. Of less than 64 MiB nothing is judged: what a node reads and writes for itself is as much. */
        public static final long LEAST_BYTES = 64L << 20;

        private ProofLimits() {}

        static boolean isTooLittle(long bytes) {
            return bytes < LEAST_BYTES;
        }

        static String tooLittle(long bytes) {
            return bytes + " bytes were asked for, and of less than " + LEAST_BYTES
                    + " nothing is judged: other work of a node is as much";
        }

        /** A share; null where either is unknown, or there is nothing to divide by. */
        static Double share(Long part, Long of) {
            return part == null || of == null || of <= 0 ? null : (Double) (part / (double) of);
        }
    }
}
