package org.spindlebench.analysis.compare;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.stats.Between;
import org.spindlebench.analysis.stats.Sample;

/**
 * What is known of how much campaigns of one setup differ: stated, or seen in earlier ones. It counts where a side of a comparison is a single
 * campaign.
 *
 * @param stated null where earlier campaigns say it
 * @param earlier cells of earlier campaigns; empty where it is stated
 */
public record CampaignSpread(Between stated, List<CellSummary> earlier) {
    /** Nothing is known. */
    public static final CampaignSpread UNKNOWN = new CampaignSpread(null, List.of());

    public CampaignSpread {
        earlier = List.copyOf(earlier);
    }

    /** Of the user's word. */
    public static CampaignSpread stated(double cv) {
        return new CampaignSpread(Between.stated(cv), List.of());
    }

    /** Of earlier campaigns of the setups that are compared, under whatever names. */
    public static CampaignSpread ofEarlier(Runs runs) {
        return new CampaignSpread(
                null, runs.cells().stream().filter(CellSummary::isMeasured).toList());
    }

    /**
     * Of the mean over these cells' jobs.
     *
     * @param cells one a job, of one setup
     * @return null where nothing is known, or fewer than {@link Between#LEAST_CAMPAIGNS} earlier campaigns have all these jobs
     */
    Between of(List<CellSummary> cells) {
        if (stated != null || earlier.isEmpty()) {
            return stated;
        }
        List<Sample> samples =
                cells.stream().map(this::earlier).flatMap(Optional::stream).toList();
        return samples.size() < cells.size() ? null : Between.ofEarlier(samples).orElse(null);
    }

    private Optional<Sample> earlier(CellSummary cell) {
        return earlier.stream()
                .filter(one ->
                        Objects.equals(one.subject().job(), cell.subject().job())
                                && one.comparable().equals(cell.comparable()))
                .map(CellSummary::sample)
                .findFirst();
    }
}
