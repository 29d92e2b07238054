package org.spindlebench.site;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.report.TidyRuns;
import org.spindlebench.runner.console.Site.Selection;
import org.spindlebench.runner.console.Site.SelectionPair;
import org.spindlebench.site.ReportMaker.Side;

/** Finds the runs of selections, which name the columns of the table of all runs. */
final class SelectedRuns {
    private SelectedRuns() {}

    /**
     * Returns the two sides of a report.
     *
     * @param pieces the campaigns by their folders, in chronological order
     */
    static List<Side> sides(SelectionPair pair, List<Map.Entry<String, CampaignPiece>> pieces) {
        List<String> bases = folders(pair.base(), pieces);
        List<String> contenders = folders(pair.contender(), pieces);
        // As compare does: a campaign that both sides have is a pair of visits, others are units of their own.
        boolean units = !bases.equals(contenders) && (bases.size() > 1 || contenders.size() > 1);
        BiPredicate<CampaignPiece, RunRecord> ofContender = (piece, run) -> fits(pair.contender(), piece, run);
        BiPredicate<CampaignPiece, RunRecord> ofBase = (piece, run) -> {
            boolean fits = fits(pair.base(), piece, run);
            if (fits && ofContender.test(piece, run)) {
                throw new InvalidDocumentException(
                        "run " + run.identity().run() + " of campaign " + piece.campaign() + " is in both selections");
            }
            return fits;
        };
        return List.of(
                new Side(pair.base().text(), bases, pair.base().text(), ofBase, units),
                new Side(pair.contender().text(), contenders, pair.contender().text(), ofContender, units));
    }

    /** Returns the folders of campaigns that may have such runs; other campaigns are not read. */
    private static List<String> folders(Selection selection, List<Map.Entry<String, CampaignPiece>> pieces) {
        return pieces.stream()
                .filter(entry -> {
                    CampaignPiece piece = entry.getValue();
                    return hasOne(selection, CampaignPiece.CLUSTER, piece.clusters())
                            && hasOne(selection, "campaign", List.of(piece.campaign()))
                            && hasOne(selection, "setup", piece.setups())
                            && hasOne(selection, "job", piece.jobs());
                })
                .map(Map.Entry::getKey)
                .toList();
    }

    private static boolean hasOne(Selection selection, String column, List<String> there) {
        Set<String> wanted = selection.values().get(column);
        return wanted == null || there.stream().anyMatch(wanted::contains);
    }

    private static boolean fits(Selection selection, CampaignPiece piece, RunRecord run) {
        Map<String, Object> row = TidyRuns.row(run);
        row.put(CampaignPiece.CLUSTER, piece.cluster(run));
        return selection.values().entrySet().stream()
                .allMatch(column ->
                        row.get(column.getKey()) != null && column.getValue().contains(text(row.get(column.getKey()))));
    }

    /** Returns a value as the page shows it: whole numbers have no fraction. */
    private static String text(Object value) {
        return value instanceof Double number && number == Math.rint(number) && Math.abs(number) < 1e15
                ? Long.toString(number.longValue())
                : value.toString();
    }
}
