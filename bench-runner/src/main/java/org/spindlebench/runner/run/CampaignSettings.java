package org.spindlebench.runner.run;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.jobs.probe.DirtyPages;
import org.spindlebench.runner.cluster.HostSet;
import org.spindlebench.runner.collect.daemon.NodeDaemons;
import org.spindlebench.runner.conf.SetupWay.StoragePolicy;
import org.spindlebench.runner.plan.Plan;

/**
 * What holds for every run of a campaign.
 *
 * @param plan the plan
 * @param queue the queue
 * @param baseDirectory Spindle's directory in HDFS
 * @param limit the longest that one job may take
 * @param cooling how caches are cooled
 * @param dirtyPages where dirty pages can be seen; null where they can't
 * @param contended the largest share of processors' time or of devices' bytes that others may take during a valid run; null for any
 * @param storagePolicy HDFS's for all that the campaign writes there, which its setup asks for; null where it asks for none
 * @param networkInterface over which its setup declares that nodes speak with each other; null where it declares none
 * @param hosts those that its setup chooses, on which all its data is to be; null where it chooses none
 * @param doubts about the cluster, which hold for every run
 */
public record CampaignSettings(
        Plan plan,
        String queue,
        String baseDirectory,
        Duration limit,
        Cooling cooling,
        DirtyPages dirtyPages,
        Double contended,
        StoragePolicy storagePolicy,
        String networkInterface,
        HostSet hosts,
        List<Warning> doubts) {
    /** YARN takes tags of up to 100 ASCII characters, and makes them lower case. */
    private static final int LONGEST_TAG = 100;

    /** Whether every daemon has said where its directories are. */
    boolean directoriesKnown() {
        return doubts.stream().noneMatch(doubt -> doubt.code().equals(NodeDaemons.UNREAD));
    }

    /** The same for another plan. */
    public CampaignSettings with(Plan other) {
        return with(other, doubts);
    }

    /** The same with more doubts. */
    public CampaignSettings withWarnings(List<Warning> more) {
        List<Warning> all = new ArrayList<>(doubts);
        all.addAll(more);
        return with(plan, all);
    }

    private CampaignSettings with(Plan other, List<Warning> otherDoubts) {
        return new CampaignSettings(
                other,
                queue,
                baseDirectory,
                limit,
                cooling,
                dirtyPages,
                contended,
                storagePolicy,
                networkInterface,
                hosts,
                otherDoubts);
    }

    /** The tag of everything that a campaign submits. */
    public static String campaignTag(String campaign) {
        return fitting("spindle_" + campaign);
    }

    /** The tag of the application that watches a campaign's nodes: it outlives the runs. */
    public static String probeTag(String campaign) {
        return fitting("spindle_" + campaign + "_probe");
    }

    /** The tag of one submission. */
    public String tag(String what) {
        return fitting("spindle_" + plan.campaign() + "_" + what + "_" + Long.toHexString(System.nanoTime()));
    }

    private static String fitting(String tag) {
        String clean = tag.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_.-]", "_");
        return clean.length() <= LONGEST_TAG
                ? clean
                : "spindle_" + UUID.nameUUIDFromBytes(clean.getBytes(StandardCharsets.UTF_8));
    }
}
