package org.spindlebench.runner.run;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.UUID;
import org.spindlebench.analysis.limit.LimitShares.RoleSpeed;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.jobs.probe.DirtyPages;
import org.spindlebench.runner.cluster.HostSet;
import org.spindlebench.runner.collect.daemon.NodeDaemons;
import org.spindlebench.runner.conf.SetupWay.StoragePolicy;
import org.spindlebench.runner.guest.GuestLimits;
import org.spindlebench.runner.lab.LabDirectory;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.Plan.Visit;

/**
 * The settings that hold for all runs of a campaign.
 *
 * @param plan all visits
 * @param visit the visit whose runs are made
 * @param baseDirectory Spindle's directory in HDFS
 * @param limits the time for which Spindle waits for each condition
 * @param dirtyPages reads the amount of dirty pages; null if it cannot be read
 * @param tolerance the incidents that a valid run may have met
 * @param guest the conditions for runs on a cluster that others use
 * @param storagePolicy the HDFS policy that the setup declares for all data of the campaign; null if it declares none
 * @param networkInterface the interface that the setup declares for traffic between nodes; null if it declares none
 * @param hardware the parts of the setup, as it declares them, by factor; empty if it declares none
 * @param speeds what each device can do, as the setup declares it, by its directories or by role
 * @param hosts the hosts that the setup chooses, which must store all of its data and run all of its tasks; null if it chooses none
 * @param laboratory the place of the emulated disks of all nodes; null if the disks are real
 */
public record CampaignSettings(
        Plan plan,
        Visit visit,
        String queue,
        String baseDirectory,
        RunLimits limits,
        Cooling cooling,
        DirtyPages dirtyPages,
        Tolerance tolerance,
        GuestLimits guest,
        StoragePolicy storagePolicy,
        String networkInterface,
        Map<String, String> hardware,
        SortedMap<String, RoleSpeed> speeds,
        HostSet hosts,
        List<Warning> warnings,
        LabDirectory laboratory) {
    /**
     * How long Spindle waits.
     *
     * @param timeout the time limit of one job
     * @param waitForCluster the time to wait until a cluster with missing daemons is complete again
     */
    public record RunLimits(Duration timeout, Duration waitForCluster) {
        /** The default time limit of a job, which is enough for the paper's largest job on one hard disk per node. */
        public static final Duration TIMEOUT = Duration.ofHours(4);

        /** The default wait, which is enough for restarts of daemons and for most repairs. */
        public static final Duration WAIT_FOR_CLUSTER = Duration.ofMinutes(30);

        public static final RunLimits DEFAULT = new RunLimits(TIMEOUT, WAIT_FOR_CLUSTER);
    }

    /**
     * The incidents that a valid run may have met. A limit that the user did not give is null.
     *
     * @param contended the largest share of CPU time or of device bytes that others took, from 0 to 1; by default any
     *     share
     * @param failedAttempts the largest number of task attempts that failed or were killed; by default 0, because the
     *     work of a lost attempt is done again
     */
    public record Tolerance(Double contended, Integer failedAttempts) {
        /** The defaults. */
        public static final Tolerance STANDARD = new Tolerance(null, null);

        int mostFailedAttempts() {
            return failedAttempts == null ? 0 : failedAttempts;
        }
    }

    /** YARN accepts tags of up to 100 ASCII characters, and changes them to lower case. */
    private static final int LONGEST_TAG = 100;

    /** Checks whether every daemon has reported its directories. */
    boolean directoriesKnown() {
        return warnings.stream().noneMatch(warning -> warning.code().equals(NodeDaemons.UNREAD));
    }

    public CampaignSettings with(Plan other) {
        return with(other, other.first(), warnings);
    }

    /** Returns the name of the visit's directory in HDFS. */
    public String workspace() {
        return plan.workspace(visit);
    }

    public CampaignSettings withWarnings(List<Warning> more) {
        List<Warning> all = new ArrayList<>(warnings);
        all.addAll(more);
        return with(plan, visit, all);
    }

    private CampaignSettings with(Plan other, Visit otherVisit, List<Warning> otherWarnings) {
        return new CampaignSettings(
                other,
                otherVisit,
                queue,
                baseDirectory,
                limits,
                cooling,
                dirtyPages,
                tolerance,
                guest,
                storagePolicy,
                networkInterface,
                hardware,
                speeds,
                hosts,
                otherWarnings,
                laboratory);
    }

    /** Returns the tag of every application that a campaign submits. */
    public static String campaignTag(Plan plan) {
        return campaignTag(plan.unique());
    }

    /** @param unique the text that distinguishes the campaign: {@link Plan#unique()} */
    public static String campaignTag(String unique) {
        return fitting("spindle_" + unique);
    }

    /** Returns the tag of the application that watches a campaign's nodes. That application outlives single runs. */
    public static String probeTag(String campaign) {
        return fitting("spindle_" + campaign + "_probe");
    }

    /** Returns the tag of the application that watches this campaign's nodes. */
    public static String probeTag(Plan plan) {
        return probeTag(plan.unique());
    }

    public String tag(String what) {
        return fitting("spindle_" + plan.unique() + "_" + what + "_" + Long.toHexString(System.nanoTime()));
    }

    private static String fitting(String tag) {
        String clean = tag.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_.-]", "_");
        return clean.length() <= LONGEST_TAG
                ? clean
                : "spindle_" + UUID.nameUUIDFromBytes(clean.getBytes(StandardCharsets.UTF_8));
    }
}
