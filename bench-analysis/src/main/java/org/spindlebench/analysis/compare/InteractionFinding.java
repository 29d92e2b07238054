package org.spindlebench.analysis.compare;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.spindlebench.analysis.compare.JobOrder.ValueOrder;
import org.spindlebench.analysis.stats.Interaction;

/**
 * How a speed-up depends on one setting: one job on two setups under two of its values, everything else held.
 *
 * @param setting the setting
 * @param settings all that the four cells share
 * @param first the comparison under the first value
 * @param second the comparison under the second value, by {@link ValueOrder}
 * @param interaction the second speed-up over the first
 * @param pScreen its p after Holm's correction for everything that is claimed of the same runs; null where there is none
 */
public record InteractionFinding(
        String setting,
        SortedMap<String, String> settings,
        Comparison first,
        Comparison second,
        Interaction interaction,
        Double pScreen) {
    private record Key(String job, String baseline, String contender, SortedMap<String, String> settings) {}

    public InteractionFinding {
        settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
    }

    /** Every pair of values of the settings that were asked of. Comparisons across settings are left out: their sides differ themselves. */
    static List<InteractionFinding> of(Collection<Family> families, ComparisonOptions options) {
        List<InteractionFinding> findings = new ArrayList<>();
        for (String setting : options.interactions()) {
            byValue(families, setting)
                    .forEach((key, members) ->
                            findings.addAll(pairs(setting, key, List.copyOf(members.values()), options.confidence())));
        }
        return List.copyOf(findings);
    }

    private static Map<Key, SortedMap<String, Comparison>> byValue(Collection<Family> families, String setting) {
        Map<Key, SortedMap<String, Comparison>> groups = new LinkedHashMap<>();
        families.stream()
                .flatMap(family -> family.comparisons().stream())
                .filter(one -> one.across().isEmpty() && one.settings().containsKey(setting))
                .forEach(one -> {
                    SortedMap<String, String> rest = new TreeMap<>(one.settings());
                    rest.remove(setting);
                    Key key = new Key(one.job(), one.baselineSetup(), one.contenderSetup(), rest);
                    groups.computeIfAbsent(key, none -> new TreeMap<>(ValueOrder.OF_VALUES))
                            .put(one.settings().get(setting), one);
                });
        return groups;
    }

    private static List<InteractionFinding> pairs(
            String setting, Key key, List<Comparison> members, double confidence) {
        List<InteractionFinding> pairs = new ArrayList<>();
        for (int first = 0; first < members.size(); first++) {
            for (int second = first + 1; second < members.size(); second++) {
                Comparison one = members.get(first);
                Comparison other = members.get(second);
                Interaction interaction = Interaction.of(one.samples(), other.samples(), confidence);
                pairs.add(new InteractionFinding(setting, key.settings(), one, other, interaction, null));
            }
        }
        return pairs;
    }

    InteractionFinding withScreen(Double p) {
        return new InteractionFinding(setting, settings, first, second, interaction, p);
    }

    /** As {@link Comparison#isClaimed}. */
    public boolean isClaimed() {
        return interaction
                .interval()
                .filter(bounds -> pScreen != null && pScreen < 1 - bounds.confidence())
                .isPresent();
    }

    /** The job. */
    public String job() {
        return first.job();
    }

    /** The setting's first value. */
    public String firstValue() {
        return first.settings().get(setting);
    }

    /** The setting's second value. */
    public String secondValue() {
        return second.settings().get(setting);
    }
}
