package org.spindlebench.runner.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.runner.plan.Plan;

/**
 * The hosts that a campaign goes on without, as {@code reduced.json} in its directory.
 *
 * @param reductions in the order in which the hosts were left out
 */
public record Reductions(int schema, List<Reduction> reductions) {
    private static final int SCHEMA = 1;

    public Reductions {
        reductions = List.copyOf(reductions);
    }

    /**
     * Hosts that are left out from a block on.
     *
     * @param block the first block without them
     */
    public record Reduction(List<String> hosts, int block) {
        public Reduction {
            hosts = List.copyOf(hosts);
            if (hosts.isEmpty() || block < 1) {
                throw new IllegalArgumentException(hosts + " cannot be left out from block " + block + " on");
            }
        }
    }

    private static Path file(CampaignDirectory campaign) {
        return campaign.root().resolve("reduced.json");
    }

    /** Reads the reductions of a campaign; those of one that has all its hosts are empty. */
    public static Reductions of(CampaignDirectory campaign) throws IOException {
        Path file = file(campaign);
        return Files.exists(file)
                ? JsonDocument.read(file, Reductions.class, SCHEMA)
                : new Reductions(SCHEMA, List.of());
    }

    /** Saves the reductions, unless the campaign has all its hosts. */
    public void write(CampaignDirectory campaign) throws IOException {
        if (!reductions.isEmpty()) {
            JsonDocument.write(file(campaign), this);
        }
    }

    /** Returns the hosts, in the order in which they were left out. */
    public List<String> hosts() {
        return reductions.stream()
                .flatMap(reduction -> reduction.hosts().stream())
                .distinct()
                .toList();
    }

    /** Returns these reductions, and one more. */
    public Reductions and(List<String> hosts, int block) {
        List<Reduction> more = new ArrayList<>(reductions);
        more.add(new Reduction(hosts, block));
        return new Reductions(schema, more);
    }

    /** Returns what is left of the plan with which the campaign began. */
    public Plan of(Plan plan, CampaignDirectory campaign) {
        Plan left = plan;
        List<String> hosts = new ArrayList<>();
        for (Reduction reduction : reductions) {
            reduction.hosts().stream().filter(host -> !hosts.contains(host)).forEach(hosts::add);
            left = left.without(hosts.size(), reduction.block(), campaign::finished);
        }
        return left;
    }
}
