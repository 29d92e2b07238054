package org.spindlebench.runner.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.runner.cluster.Storage.Quotas;
import org.spindlebench.runner.cluster.Storage.Quotas.Quota;
import org.spindlebench.runner.cluster.Storage.Quotas.Quota.QuotaKind;
import org.spindlebench.runner.conf.SetupWay.StoragePolicy;
import org.spindlebench.runner.run.InputUse;
import org.spindlebench.runner.run.SizedRun;

/** Checks whether a plan fits into the quotas of its base directory in HDFS and of the directories above. */
final class QuotaCheck {
    private static final double GB = 1e9;

    private final Quotas quotas;
    private final String base;
    private final List<SizedRun> runs;
    private final StoragePolicy policy;

    /** @param policy the storage policy that the setup applies; null if it applies none */
    QuotaCheck(Quotas quotas, String base, List<SizedRun> runs, StoragePolicy policy) {
        this.quotas = quotas;
        this.base = base;
        this.runs = runs;
        this.policy = policy;
    }

    /**
     * Returns a line for each quota that the plan would exceed.
     *
     * @param cooling the bytes that the cooling stores
     * @param stored the bytes that this campaign stores already, which count as used
     */
    List<String> problems(long cooling, long stored) {
        List<String> problems = new ArrayList<>();
        InputUse use = new InputUse(runs);
        for (Quota quota : quotas.known()) {
            boolean names = quota.kind() == QuotaKind.NAMES;
            long needed =
                    switch (quota.kind()) {
                        case NAMES -> use.peakNames();
                        case SPACE -> use.peakBytes() + cooling;
                        case TYPE ->
                            use.peakBytes((run, replicas, bytes) -> policy(run).bytesOn(quota.type(), replicas, bytes));
                    };
            // The data that a resumed campaign has stored is part of the data that it needs. Its distribution over
            // types is unknown.
            long again = names ? 0 : Math.min(stored, needed);
            if (needed > quota.limit() - quota.used() + again) {
                problems.add(problem(quota, needed, quota.used() - again + needed));
            }
        }
        return problems;
    }

    private String problem(Quota quota, long needed, long enough) {
        boolean names = quota.kind() == QuotaKind.NAMES;
        String type = quota.kind() == QuotaKind.TYPE ? " -storageType " + quota.type() : "";
        return String.format(
                Locale.ROOT,
                "the quota of %s in HDFS permits %s%s, %s are left, and the plan needs %s below %s at its peak%s;"
                        + " raise it (`hdfs dfsadmin %s %d%s %s`), name a directory with more room with --base-dir, or lower"
                        + " --bytes-per-node",
                quota.path(),
                amount(quota.limit(), names),
                quota.kind() == QuotaKind.TYPE ? " on storage of type " + quota.type() : "",
                amount(Math.max(0, quota.limit() - quota.used()), names),
                amount(needed, names),
                base,
                names ? "" : ", replicas counted",
                names ? "-setQuota" : "-setSpaceQuota",
                enough,
                type,
                quota.path());
    }

    private static String amount(long of, boolean names) {
        return names ? of + " files and directories" : String.format(Locale.ROOT, "%.2f GB", of / GB);
    }

    /** Returns a line for each directory whose quotas are unknown. */
    List<String> notes() {
        return quotas.unknown().stream()
                .map(unknown -> "Spindle does not know whether a quota of HDFS limits the plan: " + unknown)
                .toList();
    }

    private StoragePolicy policy(SizedRun run) {
        String own = run.configuration().get(JobKeys.STORAGE_POLICY);
        return own == null ? Objects.requireNonNullElse(policy, StoragePolicy.HOT) : StoragePolicy.of(own);
    }
}
