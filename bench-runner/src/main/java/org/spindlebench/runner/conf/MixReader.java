package org.spindlebench.runner.conf;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.spindlebench.analysis.cost.Mix;
import org.spindlebench.runner.conf.WholeNumber.Decimal;

/**
 * Reads the file of a workload mix. It refuses everything that it does not understand and reports all problems at once.
 */
public final class MixReader {
    private static final List<String> KEYS = List.of("name", "description", "shares");

    private MixReader() {}

    /**
     * Parses the text of a mix. If any part is not understood, adds problems and returns empty. It does not check job
     * names, because imported runs may have any.
     *
     * @param source the file's name, for messages
     */
    public static Optional<Mix> read(String source, String text, Problems problems) {
        Problems own = new Problems();
        Optional<Mix> mix = YamlFile.parse(source, text, own)
                .flatMap(tree -> StrictMap.of(tree, "a mix", KEYS, own))
                .flatMap(map -> mix(map, own));
        own.list().forEach(problems::add);
        return own.isEmpty() ? mix : Optional.empty();
    }

    private static Optional<Mix> mix(StrictMap map, Problems problems) {
        map.require("name", "NAME");
        map.require("shares", "{terasort: 0.6, wordcount: 0.4}");
        Optional<String> name = map.value("name", FileSafeName::parse);
        String description = map.value("description", text -> text).orElse("");
        SortedMap<String, Double> shares = new TreeMap<>();
        map.namedValues("shares", "job", Decimal.positive()).forEach((job, share) -> shares.put(job, share.value()));
        double sum = shares.values().stream().mapToDouble(Double::doubleValue).sum();
        if (problems.isEmpty() && !Mix.addUp(sum)) {
            problems.add(Problem.at(map.locationOf("shares"), "shares", "the shares do not add up")
                    .withValue(String.format(Locale.ROOT, "%.6g in total", sum))
                    .withAllowed("1 in total, or 100 for percentages, within 1 % for rounding")
                    .withRemedy("list all jobs of the workload, each with its share of cluster hours"));
        }
        return problems.isEmpty() ? name.map(known -> Mix.of(known, description, shares)) : Optional.empty();
    }
}
