package org.spindlebench.runner.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.RunSpec;

/**
 * The hosts without which a campaign goes on, as {@code reduced.json} in its directory.
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

    /** Reads the reductions of a campaign; none if the campaign has all its hosts. */
    public static Reductions of(CampaignDirectory campaign) throws IOException {
        Path file = campaign.reduced();
        return Files.exists(file)
                ? JsonDocument.read(file, Reductions.class, SCHEMA)
                : new Reductions(SCHEMA, List.of());
    }

    /** Saves the reductions, unless the campaign has these already. */
    public void write(CampaignDirectory campaign) throws IOException {
        if (!equals(of(campaign))) {
            JsonDocument.write(campaign.reduced(), this);
            campaign.note(Set.of(campaign.reduced()), Set.of());
        }
    }

    /** Returns the hosts, in the order in which they were left out. */
    public List<String> hosts() {
        return reductions.stream()
                .flatMap(reduction -> reduction.hosts().stream())
                .distinct()
                .toList();
    }

    /** Returns these reductions with one more. */
    public Reductions and(List<String> hosts, int block) {
        List<Reduction> more = new ArrayList<>(reductions);
        more.add(new Reduction(hosts, block));
        return new Reductions(schema, more);
    }

    /** Returns the remaining part of a campaign's first plan, by the runs that have a record. */
    public Plan of(Plan plan, Predicate<RunSpec> made) {
        Plan left = plan;
        List<String> hosts = new ArrayList<>();
        for (Reduction reduction : reductions) {
            reduction.hosts().stream().filter(host -> !hosts.contains(host)).forEach(hosts::add);
            left = left.without(hosts.size(), reduction.block(), made);
        }
        return left;
    }
}
