package org.spindlebench.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.BiPredicate;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.cell.Runs.Campaign;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.cost.PriceList;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.report.Reports;
import org.spindlebench.analysis.report.page.RunEvidence;
import org.spindlebench.runner.conf.Problems;

/**
 * Makes reports of runs of several campaigns. The name of a report's folder is a digest of what the report is made of,
 * so a report is made once.
 */
final class ReportMaker {
    private static final String FILE = "answer.json";

    private final SiteFolder folder;
    private final SortedMap<String, CampaignPiece> pieces;
    private final PieceMaker campaigns;
    private final PriceList prices;

    /** @param campaigns the maker of these pieces */
    ReportMaker(SiteFolder folder, SortedMap<String, CampaignPiece> pieces, PieceMaker campaigns, PriceList prices) {
        this.folder = folder;
        this.pieces = pieces;
        this.campaigns = campaigns;
        this.prices = prices;
    }

    /**
     * The runs of one side of a report, or of a report without sides.
     *
     * @param label the name of their setup in the report; null for their own setups
     * @param folders the folders of their campaigns in chronological order
     * @param words what selects runs of these campaigns, in words
     * @param units whether each campaign counts as one visit
     */
    record Side(
            String label,
            List<String> folders,
            String words,
            BiPredicate<CampaignPiece, RunRecord> filter,
            boolean units) {
        static Side cluster(String cluster, List<String> folders) {
            return new Side(
                    null, folders, cluster, (piece, run) -> piece.cluster(run).equals(cluster), false);
        }

        private RunRecord labelled(RunRecord run) {
            RunRecord named =
                    label == null ? run : run.labelled(label, run.identity().campaign());
            return units ? named.inOneVisit() : named;
        }
    }

    /**
     * A report.
     *
     * @param folder the name of its folder
     * @param made whether there is a report
     * @param settings whether it has tables of settings
     * @param answer its first sentence, or why there is none
     */
    record SiteReport(String folder, boolean made, boolean settings, String answer) {
        /** Returns the address of its page; null if there is none. */
        String page() {
            return made ? SiteFolder.REPORTS + "/" + folder + "/" + CampaignPiece.REPORT : null;
        }

        /** Returns the address of its tables of settings; null if there are none. */
        String tables() {
            return settings ? SiteFolder.REPORTS + "/" + folder + "/" + SettingsScript.FILE : null;
        }
    }

    /**
     * Returns the report of these sides. The first one is the baseline if it has a label.
     *
     * @param across the settings in which the sides may differ
     */
    SiteReport report(List<Side> sides, String... across) {
        String name = SiteSource.digest(prices
                + " "
                + List.of(across)
                + sides.stream()
                        .map(side -> side.label() + side.folders() + side.words() + side.units())
                        .toList());
        Path made = folder.reports().resolve(name);
        try {
            if (Files.exists(made)) {
                return JsonDocument.read(made.resolve(FILE), SiteReport.class);
            }
            Path unfinished = folder.unfinished(name);
            SiteReport report = write(name, sides, across, unfinished);
            // The reason for no report may have names of what was asked for, so nothing of it stays in the folder.
            if (report.made()) {
                JsonDocument.write(unfinished.resolve(FILE), report);
                folder.finish(unfinished, made);
            }
            return report;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private SiteReport write(String name, List<Side> sides, String[] across, Path into) throws IOException {
        try (Stream<RunRecord> records = sides.stream().flatMap(this::records)) {
            Runs runs = Runs.of(records);
            for (Side side : sides) {
                if (side.label() != null && !runs.setups().contains(side.label())) {
                    throw new InvalidDocumentException("no run fits " + side.words()
                            + "; the page All runs has the names and values, and a name may occur twice");
                }
            }
            String baseline = sides.get(0).label();
            Findings findings = baseline == null
                    ? CampaignPiece.findings(
                            campaigns.places(sides.get(0).folders()), runs, prices, new Problems(), why -> {})
                    : Findings.of(
                            withWholeCampaigns(runs),
                            ComparisonOptions.standard().against(baseline).across(across));
            if (baseline != null && findings.families().isEmpty()) {
                throw new InvalidDocumentException(Reports.headline(findings));
            }
            Reports.writePage(into.resolve(CampaignPiece.REPORT), findings, RunEvidence.NONE);
            boolean hasSettings = baseline == null && SettingsScript.write(findings, into);
            return new SiteReport(name, true, hasSettings, Reports.headline(findings));
        } catch (InvalidDocumentException | IllegalArgumentException e) {
            return new SiteReport(name, false, false, e.getMessage());
        }
    }

    /** Returns the same runs with the progress of whole campaigns: plans also count runs that are not selected. */
    private Runs withWholeCampaigns(Runs runs) {
        Map<String, Campaign> whole = new HashMap<>();
        pieces.values()
                .forEach(piece -> whole.put(
                        piece.campaign(),
                        new Campaign(piece.campaign(), piece.valid() + piece.others(), piece.planned())));
        return runs.withCampaigns(whole);
    }

    private Stream<RunRecord> records(Side side) {
        return side.folders().stream().flatMap(name -> {
            CampaignPiece piece = pieces.get(name);
            return campaigns
                    .records(name)
                    .filter(run -> side.filter().test(piece, run))
                    .map(side::labelled);
        });
    }
}
