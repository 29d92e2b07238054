package org.spindlebench.runner.conf;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.spindlebench.analysis.hypothesis.Claim;
import org.spindlebench.analysis.hypothesis.Expectation;
import org.spindlebench.analysis.hypothesis.Hypothesis;
import org.spindlebench.runner.conf.StrictMap.Located;

/** Reads the hypotheses of an experiment's file. Job names are not looked up here: which there are the suite says. */
final class HypothesisReader {
    static final List<String> KEYS =
            List.of("says", "jobs", "settings", "baseline", "contender", "expect", "by", "from", "to");

    /** The settings that runs are told apart by, as files write them. */
    private static final List<String> SETTINGS = Stream.concat(
                    Stream.of("compression", "bytes_per_node", "total_bytes"), RunSetting.byLabel().keySet().stream())
            .toList();

    private final StrictMap map;
    private final List<String> setups;
    private final Problems problems;

    private HypothesisReader(StrictMap map, List<String> setups, Problems problems) {
        this.map = map;
        this.setups = setups;
        this.problems = problems;
    }

    /**
     * The hypotheses of an experiment; one that is not understood is left out, with problems.
     *
     * @param setups names or files of the experiment's setups
     */
    static List<Hypothesis> read(StrictMap experiment, List<String> setups, Problems problems) {
        List<Hypothesis> hypotheses = new ArrayList<>();
        for (YamlTree tree : experiment.items("hypotheses")) {
            Problems own = new Problems();
            StrictMap.of(tree, "a hypothesis", KEYS, own)
                    .flatMap(map -> new HypothesisReader(map, setups, own).hypothesis())
                    .ifPresent(hypotheses::add);
            own.list().forEach(problems::add);
        }
        return hypotheses;
    }

    private Optional<Hypothesis> hypothesis() {
        map.require("says", "\"SSDs sort faster\"");
        map.require("jobs", "[terasort]");
        map.require("baseline", "hdd-11");
        map.require("contender", "ssd");
        map.require("expect", "faster");
        String says = map.value("says", text -> text).orElse("");
        List<String> jobs = map.values("jobs", FileSafeName::parse).stream()
                .map(Located::value)
                .toList();
        SortedMap<String, String> settings = settings("settings");
        String baseline = map.value("baseline", this::setup).orElse("");
        String contender = map.value("contender", this::setup).orElse("");
        if (!contender.isEmpty() && contender.equals(baseline)) {
            problems.add(Problem.at(map.locationOf("contender"), "contender", "the baseline itself")
                    .withValue(contender)
                    .withRemedy("name another setup of the experiment"));
        }
        Optional<Claim> claim = expectation().flatMap(expectation -> claim(expectation, settings));
        return problems.isEmpty() && !jobs.isEmpty()
                ? claim.map(known -> new Hypothesis(says, jobs, settings, baseline, contender, known))
                : Optional.empty();
    }

    /** One of the setups by its name. What a file's setup is called the file says, so any name may be that of one. */
    private String setup(String text) throws NotUnderstoodException {
        boolean known = setups.contains(text) || setups.stream().anyMatch(setup -> setup.matches(".*(/|\\.ya?ml$).*"));
        if (!known) {
            throw Words.unknown("setup of the experiment", text, setups);
        }
        return FileSafeName.parse(text);
    }

    private Optional<Expectation> expectation() {
        List<String> words =
                Arrays.stream(Expectation.values()).map(Expectation::word).toList();
        return map.value("expect", Words.of("expectation", words))
                .map(word -> Expectation.valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_')));
    }

    private Optional<Claim> claim(Expectation expectation, SortedMap<String, String> settings) {
        if (expectation == Expectation.SMALLER_DIFFERENCE) {
            return smallerDifference(settings);
        }
        refuse("from", expectation);
        refuse("to", expectation);
        Optional<Double> by = map.value("by", Decimal.atLeast(0));
        if (expectation == Expectation.ALIKE) {
            map.require("by", "0.05");
            if (by.isPresent() && by.get() == 0) {
                problems.add(Problem.at(map.locationOf("by"), "by", "no two durations are so alike")
                        .withValue("0")
                        .withAllowed("a share above 0, such as 0.05"));
            }
        }
        return problems.isEmpty() ? Optional.of(Claim.of(expectation, by.orElse(0.0))) : Optional.empty();
    }

    private Optional<Claim> smallerDifference(SortedMap<String, String> settings) {
        refuse("by", Expectation.SMALLER_DIFFERENCE);
        map.require("from", "{compression: none}");
        map.require("to", "{compression: snappy}");
        SortedMap<String, String> from = settings("from");
        SortedMap<String, String> to = settings("to");
        if (!problems.isEmpty()) {
            return Optional.empty();
        }
        if (from.isEmpty() || from.equals(to) || !from.keySet().equals(to.keySet())) {
            problems.add(Problem.at(map.locationOf("to"), "to", "needs the keys of `from` with another value")
                    .withValue(String.join(", ", to.keySet()))
                    .withAllowed(String.join(", ", from.keySet())));
        }
        Set<String> twice = new TreeSet<>(from.keySet());
        twice.retainAll(settings.keySet());
        twice.forEach(key -> problems.add(
                Problem.at(map.locationOf("settings"), "settings", "holds `" + key + "`, which `from` varies")
                        .withRemedy("keep one of the two")));
        return problems.isEmpty() ? Optional.of(Claim.smallerDifference(from, to)) : Optional.empty();
    }

    private void refuse(String key, Expectation expectation) {
        if (map.has(key)) {
            problems.add(Problem.at(map.locationOf(key), key, "says nothing of " + expectation.word())
                    .withRemedy("remove it"));
        }
    }

    /** Values as records have them. */
    private SortedMap<String, String> settings(String key) {
        SortedMap<String, String> settings = new TreeMap<>();
        Map<String, RunSetting> known = RunSetting.byLabel();
        map.map(key, SETTINGS)
                .ifPresent(found -> SETTINGS.forEach(
                        name -> found.value(name, parser(name, known)).ifPresent(value -> settings.put(name, value))));
        return settings;
    }

    private static ValueParser<String> parser(String name, Map<String, RunSetting> known) {
        if (name.equals("compression")) {
            return Compression::checked;
        }
        return known.containsKey(name) ? known.get(name)::parse : text -> String.valueOf(ByteSize.parse(text));
    }
}
