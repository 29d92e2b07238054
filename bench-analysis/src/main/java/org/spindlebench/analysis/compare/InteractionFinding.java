package org.spindlebench.analysis.compare;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.Conditions;
import org.spindlebench.analysis.claim.Claim;
import org.spindlebench.analysis.claim.Claim.ClaimSubject;
import org.spindlebench.analysis.claim.Claim.Claimed;
import org.spindlebench.analysis.claim.Claim.RatioEstimate;
import org.spindlebench.analysis.compare.JobOrder.ValueOrder;
import org.spindlebench.analysis.stats.Interaction;

/**
 * How a speed-up depends on one setting: one job on two setups under two values, with all other settings held
 * constant.
 *
 * @param first the comparison under the first value
 * @param second the comparison under the second value, by {@link ValueOrder}
 * @param interaction the second speed-up / the first
 * @param claim that the speed-ups differ
 */
public record InteractionFinding(
        String setting, Comparison first, Comparison second, Interaction interaction, Claim claim)
        implements Claimed<InteractionFinding> {
    private record Key(String job, String baseline, String contender, SortedMap<String, String> settings) {}

    /**
     * Returns a finding for every pair of values of the settings that the user named, without comparisons across
     * settings.
     */
    static List<InteractionFinding> of(Compared compared) {
        ComparisonOptions options = compared.options();
        List<InteractionFinding> findings = new ArrayList<>();
        for (String setting : options.interactions()) {
            (setting.startsWith(Conditions.HARDWARE)
                            ? byHardware(compared.cells(), compared.baseline(), setting, options)
                            : byValue(compared.families(), setting))
                    .forEach((key, members) ->
                            findings.addAll(pairs(setting, key, List.copyOf(members.values()), options)));
        }
        return List.copyOf(findings);
    }

    private static Map<Key, SortedMap<String, Comparison>> byValue(Collection<Family> families, String setting) {
        Map<Key, SortedMap<String, Comparison>> groups = new LinkedHashMap<>();
        families.stream()
                .filter(Family::isOfDurations)
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

    /** One job with equal settings on setups that differ in only one part of the hardware. */
    private record Alike(String job, SortedMap<String, String> settings) {}

    /**
     * Compares setups that differ in the other parts of their hardware, under each value of one part. The baseline's
     * other parts are compared with every other choice of these parts. Hardware that several setups have is left out.
     */
    private static Map<Key, SortedMap<String, Comparison>> byHardware(
            List<CellSummary> cells, String baseline, String factor, ComparisonOptions options) {
        Map<Alike, Map<String, SortedMap<String, CellSummary>>> alike = new LinkedHashMap<>();
        List<Runnable> ambiguous = new ArrayList<>();
        String reference = "";
        for (CellSummary cell : cells) {
            String value = cell.conditions().hardware().get(factor);
            if (value != null && cell.isMeasured()) {
                SortedMap<String, CellSummary> ofRest = alike.computeIfAbsent(
                                new Alike(cell.subject().job(), cell.comparable()), none -> new LinkedHashMap<>())
                        .computeIfAbsent(rest(cell, factor), none -> new TreeMap<>(ValueOrder.OF_VALUES));
                if (ofRest.put(value, cell) != null) {
                    ambiguous.add(() -> ofRest.remove(value));
                }
                reference = cell.subject().setup().equals(baseline) ? rest(cell, factor) : reference;
            }
        }
        // Several setups with this hardware are ambiguous.
        ambiguous.forEach(Runnable::run);
        Map<Key, SortedMap<String, Comparison>> groups = new LinkedHashMap<>();
        for (Map.Entry<Alike, Map<String, SortedMap<String, CellSummary>>> one : alike.entrySet()) {
            SortedMap<String, CellSummary> base = one.getValue().getOrDefault(reference, new TreeMap<>());
            for (Map.Entry<String, SortedMap<String, CellSummary>> other :
                    one.getValue().entrySet()) {
                if (!other.getKey().equals(reference)) {
                    Key key = new Key(
                            one.getKey().job(),
                            reference,
                            other.getKey(),
                            one.getKey().settings());
                    groups.put(key, compared(factor, key, base, other.getValue(), options, cells.size()));
                }
            }
        }
        return groups;
    }

    private static SortedMap<String, Comparison> compared(
            String factor,
            Key key,
            SortedMap<String, CellSummary> base,
            SortedMap<String, CellSummary> other,
            ComparisonOptions options,
            int cells) {
        SortedMap<String, Comparison> compared = new TreeMap<>(ValueOrder.OF_VALUES);
        base.forEach((value, cell) -> {
            if (other.containsKey(value)) {
                SortedMap<String, String> settings = new TreeMap<>(key.settings());
                settings.put(factor, value);
                Pairing.Pair pair = new Pairing.Pair(settings, new TreeMap<>(), cell, other.get(value));
                compared.put(value, Comparing.of(pair, options, cells));
            }
        });
        return compared;
    }

    /** Returns the other parts of a setup's hardware, such as {@code disk 2 SSD}. */
    private static String rest(CellSummary cell, String factor) {
        SortedMap<String, String> rest = cell.conditions().hardware();
        rest.remove(factor);
        return rest.entrySet().stream()
                .map(part -> part.getKey().substring(Conditions.HARDWARE.length()) + " " + part.getValue())
                .collect(Collectors.joining(", "));
    }

    private static List<InteractionFinding> pairs(
            String setting, Key key, List<Comparison> members, ComparisonOptions options) {
        List<InteractionFinding> pairs = new ArrayList<>();
        for (int first = 0; first < members.size(); first++) {
            for (int second = first + 1; second < members.size(); second++) {
                Comparison one = members.get(first);
                Comparison other = members.get(second);
                Interaction interaction = Interaction.of(one.samples(), other.samples(), options.confidence());
                pairs.add(new InteractionFinding(
                        setting, one, other, interaction, claim(setting, key, interaction, options)));
            }
        }
        return pairs;
    }

    private static Claim claim(String setting, Key key, Interaction interaction, ComparisonOptions options) {
        return Claim.ofRatio(
                        new ClaimSubject(
                                "interaction",
                                key.job(),
                                key.baseline(),
                                key.contender(),
                                key.settings(),
                                "speed-up by " + setting),
                        RatioEstimate.of(
                                interaction.ratio(),
                                interaction.interval(),
                                interaction.basis(),
                                options.confidence(),
                                options.margin()),
                        interaction.test().orElse(null),
                        List.of())
                .in(Claim.INTERACTIONS);
    }

    @Override
    public InteractionFinding with(Claim corrected) {
        return new InteractionFinding(setting, first, second, interaction, corrected);
    }

    public String firstValue() {
        return first.settings().get(setting);
    }

    public String secondValue() {
        return second.settings().get(setting);
    }
}
