package org.spindlebench.handover;

import java.util.List;
import java.util.Map;
import org.spindlebench.analysis.document.JsonObject;

/**
 * The results of checking a bundle.
 *
 * @param campaign the campaign's name; null if the bundle has no readable plan
 * @param spindle the version that made the bundle; null if the bundle does not state it
 * @param records the number of records
 * @param alterations one sentence for each thing that does not agree; none if the bundle is intact
 * @param warnings the number of counted runs with each warning, by the warning's code
 * @param rules the rules of a publishable run
 * @param reduced how the user made the cluster smaller during the campaign, in sentences; empty if not at all
 * @param published the number of each cell that the rules permit to publish
 * @param notCounted the runs that do not count, each with the reason
 * @param settings the settings that differ from Hadoop's defaults, each with its values
 */
record BundleVerdict(
        String campaign,
        String spindle,
        int records,
        List<String> alterations,
        Map<String, Integer> warnings,
        List<Rule> rules,
        List<String> reduced,
        List<PublishedDuration> published,
        List<String> notCounted,
        Map<String, String> settings) {

    /**
     * A rule.
     *
     * @param broken why it did not hold; empty if it held
     */
    record Rule(String text, List<String> broken) {
        boolean held() {
            return broken.isEmpty();
        }
    }

    /**
     * The longer of two unchanged runs in a row.
     *
     * @param seconds its duration
     * @param other the duration of the shorter run
     */
    record PublishedDuration(
            String job, String setup, Map<String, String> settings, String run, double seconds, double other) {}

    boolean intact() {
        return alterations.isEmpty();
    }

    boolean publishable() {
        return intact() && rules.stream().allMatch(Rule::held);
    }

    JsonObject json() {
        return new JsonObject()
                .with("schema", 1)
                .with("campaign", campaign)
                .with("spindle", spindle)
                .with("records", records)
                .with("intact", intact())
                .with("publishable", publishable())
                .with("alterations", alterations)
                .with("warnings", warnings)
                .list("rules", rules, rule -> new JsonObject()
                        .with("rule", rule.text())
                        .with("held", rule.held())
                        .with("broken", rule.broken()))
                .with("reduced", reduced)
                .list("published", published, figure -> new JsonObject()
                        .with("job", figure.job())
                        .with("setup", figure.setup())
                        .with("settings", figure.settings())
                        .with("run", figure.run())
                        .with("seconds", figure.seconds())
                        .with("other", figure.other()))
                .with("not_counted", notCounted)
                .with("settings", settings);
    }
}
