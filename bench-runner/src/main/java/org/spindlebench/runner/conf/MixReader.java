package org.spindlebench.runner.conf;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.spindlebench.analysis.cost.Mix;
import org.spindlebench.runner.conf.WholeNumber.Decimal;

/** Reads a workload mix's file. What it does not understand it refuses, all of it at once. */
public final class MixReader {
    private static final List<String> KEYS = List.of("name", "description", "shares");

    private MixReader() {}

    /**
     * The mix in a text; empty, with problems, when anything in it is not understood. Job names are not looked up: those of
     * imported runs are anybody's.
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
                    .withValue(String.format(Locale.ROOT, "%.6g in all", sum))
                    .withAllowed("1 in all, or 100 in all for percentages, but for 1 % of rounding")
                    .withRemedy("list all jobs of the workload, each with its share of cluster hours"));
        }
        return problems.isEmpty() ? name.map(known -> Mix.of(known, description, shares)) : Optional.empty();
    }
}
