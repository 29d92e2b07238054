package org.spindlebench.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.report.TidyRuns;
import org.spindlebench.runner.console.Site.Selection;
import org.spindlebench.runner.console.Site.SelectionPair;
import org.spindlebench.site.ReportMaker.Side;
import org.spindlebench.site.RunColumns.RunRows;

/** Finds the runs of selections, which name the columns of the table of all runs. */
final class SelectedRuns {
    private final SiteFolder folder;
    private final List<Map.Entry<String, CampaignPiece>> pieces;

    /** @param pieces the campaigns by their folders, in chronological order */
    SelectedRuns(SiteFolder folder, List<Map.Entry<String, CampaignPiece>> pieces) {
        this.folder = folder;
        this.pieces = pieces;
    }

    /** What a selection has: the folders and the names of its runs' campaigns. */
    private record Found(List<String> folders, Set<String> campaigns) {}

    /** Returns the two sides of a report. */
    List<Side> sides(SelectionPair pair) {
        Found bases = found(pair.base());
        Found contenders = found(pair.contender());
        // As compare does: a campaign that both sides have is a pair of visits, and other campaigns are units.
        boolean units = !bases.campaigns().equals(contenders.campaigns())
                && (bases.campaigns().size() > 1 || contenders.campaigns().size() > 1);
        BiPredicate<CampaignPiece, RunRecord> ofContender = (piece, run) -> fits(pair.contender(), piece, run);
        BiPredicate<CampaignPiece, RunRecord> ofBase = (piece, run) -> {
            boolean fits = fits(pair.base(), piece, run);
            if (fits && ofContender.test(piece, run)) {
                throw new InvalidDocumentException("run " + run.identity().run() + " of campaign "
                        + run.identity().campaign() + " is in both selections");
            }
            return fits;
        };
        return List.of(
                new Side(pair.base().text(), bases.folders(), pair.base().text(), ofBase, units),
                new Side(
                        pair.contender().text(),
                        contenders.folders(),
                        pair.contender().text(),
                        ofContender,
                        units));
    }

    /** Finds the campaigns with runs of a selection, by the rows of the table of all runs. */
    private Found found(Selection selection) {
        List<String> folders = new ArrayList<>();
        Set<String> campaigns = new TreeSet<>();
        for (Map.Entry<String, CampaignPiece> piece : pieces) {
            if (mayFit(selection, piece.getValue())) {
                Set<String> here = new TreeSet<>();
                for (Map<String, Object> row : rows(piece)) {
                    if (fits(selection, row)) {
                        here.add(row.get("campaign").toString());
                    }
                }
                if (!here.isEmpty()) {
                    folders.add(piece.getKey());
                    campaigns.addAll(here);
                }
            }
        }
        return new Found(folders, campaigns);
    }

    private List<Map<String, Object>> rows(Map.Entry<String, CampaignPiece> piece) {
        try {
            return RunRows.of(piece.getValue(), folder.campaigns().resolve(piece.getKey()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean mayFit(Selection selection, CampaignPiece piece) {
        return hasOne(selection, CampaignPiece.CLUSTER, piece.clusters())
                && hasOne(selection, "setup", piece.setups())
                && hasOne(selection, "job", piece.jobs());
    }

    private static boolean hasOne(Selection selection, String column, List<String> there) {
        Set<String> wanted = selection.values().get(column);
        return wanted == null || there.stream().anyMatch(wanted::contains);
    }

    private static boolean fits(Selection selection, CampaignPiece piece, RunRecord run) {
        Map<String, Object> row = TidyRuns.row(run);
        row.put(CampaignPiece.CLUSTER, piece.cluster(run));
        return fits(selection, row);
    }

    private static boolean fits(Selection selection, Map<String, Object> row) {
        return selection.values().entrySet().stream().allMatch(column -> {
            Object value = row.get(column.getKey());
            return value instanceof Number number
                    ? column.getValue().stream().anyMatch(wanted -> isEqual(wanted, number.doubleValue()))
                    : value != null && column.getValue().contains(value.toString());
        });
    }

    private static boolean isEqual(String wanted, double number) {
        try {
            return Double.parseDouble(wanted) == number;
        } catch (NumberFormatException e) {
            return false;
        }
    }
}
