package org.spindlebench.analysis.report;

import org.spindlebench.analysis.compare.CampaignSummary;

/** One form of the summary. To add a report, implement this and add a line to {@link SummaryReports}. */
public interface SummaryReport {
    /** What the user calls it, such as {@code markdown}. */
    String name();

    /** The file in the results directory that holds it. */
    String fileName();

    /** The whole report, ending in a newline. */
    String render(CampaignSummary summary);
}
