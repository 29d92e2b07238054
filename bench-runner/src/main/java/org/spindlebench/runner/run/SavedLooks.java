package org.spindlebench.runner.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.spindlebench.analysis.claim.Claim.ClaimSubject;
import org.spindlebench.analysis.claim.Looks;
import org.spindlebench.analysis.claim.Looks.EarlierClaim;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.runner.conf.ExperimentReader;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.Planner;
import org.spindlebench.runner.plan.RunSpec;

/**
 * The looks at a campaign that decided whether it goes on, as {@code looks.json} in its directory.
 *
 * @param visits the visits to each setup that the campaign was extended to; 0 if it was not extended
 * @param looks in the order in which they were taken
 */
public record SavedLooks(int schema, int visits, List<SavedLook> looks) {
    private static final int SCHEMA = 1;

    public SavedLooks {
        looks = List.copyOf(looks);
        if (visits < 0 || visits > ExperimentReader.MOST_VISITS) {
            throw new IllegalArgumentException("no campaign has " + visits + " visits to each setup");
        }
    }

    /**
     * One look.
     *
     * @param visits the visits to each setup that the look saw
     * @param claims what the report claimed
     */
    public record SavedLook(int visits, List<EarlierClaim> claims) {
        public SavedLook {
            claims = List.copyOf(claims);
            if (visits < 1) {
                throw new IllegalArgumentException("a look after " + visits + " visits");
            }
        }
    }

    /** Reads the looks at a campaign; none if it was not extended, and no looks were declared. */
    public static SavedLooks of(CampaignDirectory campaign) throws IOException {
        Path file = campaign.looks();
        return Files.exists(file)
                ? JsonDocument.read(file, SavedLooks.class, SCHEMA)
                : new SavedLooks(SCHEMA, 0, List.of());
    }

    /** Saves the looks, unless the campaign has these already. */
    public void write(CampaignDirectory campaign) throws IOException {
        if (!equals(of(campaign))) {
            JsonDocument.write(campaign.looks(), this);
            campaign.note(Set.of(campaign.looks()), Set.of());
        }
    }

    /** Returns these looks and one more, unless there was a look after the same number of visits. */
    SavedLooks and(int seen, List<EarlierClaim> claims) {
        if (looks.stream().anyMatch(look -> look.visits == seen)) {
            return this;
        }
        List<SavedLook> more = new ArrayList<>(looks);
        more.add(new SavedLook(seen, claims));
        return new SavedLooks(schema, visits, more);
    }

    /** Copies these looks for a campaign that is extended. */
    public SavedLooks extendedTo(int more) {
        return new SavedLooks(schema, more, looks);
    }

    /** Returns these looks and one more, with those claims of the findings that no earlier look made. */
    public SavedLooks and(int seen, Findings findings) {
        int number = looks.size() + 1;
        Set<ClaimSubject> known = looks.stream()
                .flatMap(look -> look.claims.stream())
                .map(EarlierClaim::about)
                .collect(Collectors.toSet());
        return and(
                seen,
                findings.claims()
                        .all()
                        .filter(claim -> claim.verdict().isClaimed() && !known.contains(claim.about()))
                        .map(claim -> new EarlierClaim(
                                number,
                                seen,
                                claim.about(),
                                claim.verdict(),
                                claim.estimate().ratio(),
                                claim.interval().orElse(null)))
                        .toList());
    }

    /**
     * Returns the number of blocks of visits with at least one run that a report sees. A report on a part of a block
     * sees more than the previous look saw.
     */
    public static int seen(Plan plan, Predicate<RunSpec> finished) {
        int last = 0;
        for (int i = 0; i < plan.visits().size(); i++) {
            boolean begun = plan.visits().get(i).runs().stream().anyMatch(run -> !run.isWarmUp() && finished.test(run));
            last = begun ? i + 1 : last;
        }
        return (last + plan.setups().size() - 1) / plan.setups().size();
    }

    /** Returns the plan with the visits that were added to it. */
    public Plan of(Plan begun) {
        return begun.shape() != null && visits > begun.shape().visits() ? Planner.extended(begun, visits) : begun;
    }

    /**
     * Returns the look of a report.
     *
     * @param begun the plan with which the campaign began
     * @param seen the visits to each setup that the report sees, as {@link #seen} counts them
     */
    public Looks at(Plan begun, int seen, double confidence) {
        List<SavedLook> before =
                looks.stream().filter(look -> look.visits < seen).toList();
        List<EarlierClaim> claims =
                before.stream().flatMap(look -> look.claims.stream()).toList();
        List<Integer> declared =
                begun.shape() == null ? List.of() : begun.shape().looks();
        return declared.isEmpty()
                ? Looks.undeclared(before.size() + 1, claims)
                : Looks.declared(before.size() + 1, declared, confidence, claims);
    }
}
