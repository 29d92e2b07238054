package org.spindlebench.runner.run;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.spindlebench.jobs.JobKeys;
import org.spindlebench.runner.jobs.Content;
import org.spindlebench.runner.jobs.ContentKind;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.RunSpec;

/**
 * Whether the types of storage that a plan's policies name have room. Where they have none HDFS writes elsewhere without a word, and only the proof after the run
 * would tell.
 */
final class TypeSpace {
    private static final double GB = 1e9;

    private final Sizing sizing;
    private final Map<String, Long> remaining;

    /** What a policy puts on its own type of storage. */
    private record Share(String type, long bytes) {}

    /** @param remaining bytes that each type of storage can still take; empty where nobody says */
    TypeSpace(Sizing sizing, Map<String, Long> remaining) {
        this.sizing = sizing;
        this.remaining = remaining;
    }

    void problems(Plan plan, Set<String> problems) {
        if (remaining.isEmpty()) {
            return;
        }
        Map<String, Long> kept = new TreeMap<>();
        Map<String, Long> output = new HashMap<>();
        Map<String, String> policies = new HashMap<>();
        Set<String> inputs = new HashSet<>();
        for (RunSpec spec : plan.runs()) {
            SizedRun run = sizing.size(spec);
            String policy = run.configuration().get(JobKeys.STORAGE_POLICY);
            if (policy != null) {
                for (Content content : Inputs.kept(run.input())) {
                    if (content.kind() == ContentKind.DFSIO && inputs.add(content.id())) {
                        Share share = share(policy, content.replication(), run.stored(content));
                        kept.merge(share.type(), share.bytes(), Long::sum);
                        policies.put(share.type(), policy);
                    }
                }
                Share share = share(policy, run.outputReplication(), run.storedOutput());
                output.merge(share.type(), share.bytes(), Math::max);
                policies.put(share.type(), policy);
            }
        }
        output.forEach((type, most) -> kept.merge(type, most, Long::sum));
        kept.forEach((type, needed) -> {
            long left = remaining.getOrDefault(type, 0L);
            if (needed > left) {
                problems.add(String.format(
                        Locale.ROOT,
                        "storage_policy: %s needs %.1f GB on storage of type %s at the plan's peak, and %.1f GB are left there:"
                                + " HDFS would write the rest elsewhere without a word; lower --bytes-per-node, or ask for"
                                + " another policy",
                        policies.get(type),
                        needed / GB,
                        type,
                        left / GB));
            }
        });
    }

    /** Of so many stored bytes, in so many replicas. */
    private static Share share(String policy, int replicas, long stored) {
        long one = stored / Math.max(1, replicas);
        return switch (policy) {
            case "ALL_SSD" -> new Share("SSD", stored);
            case "ONE_SSD" -> new Share("SSD", one);
            case "COLD" -> new Share("ARCHIVE", stored);
            case "WARM" -> new Share("ARCHIVE", stored - one);
            case "LAZY_PERSIST" -> new Share("RAM_DISK", one);
            default -> new Share("DISK", stored);
        };
    }
}
