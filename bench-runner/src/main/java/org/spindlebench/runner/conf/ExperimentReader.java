package org.spindlebench.runner.conf;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.spindlebench.analysis.stats.StoppingRule;
import org.spindlebench.runner.conf.StrictMap.Located;

/** Reads an experiment's file. What it does not understand it refuses, all of it at once. Its keys: {@code docs/experiments.md}. */
public final class ExperimentReader {
    /** More visits than anybody waits for: a slip of the keyboard. */
    public static final int MOST_VISITS = 1000;

    static final List<String> KEYS = List.of(
            "name",
            "description",
            "figure",
            "hypotheses",
            "suite",
            "setups",
            "order",
            "visits",
            "repeats",
            "warm_ups",
            "stop");
    static final List<String> STOP_KEYS = List.of("within", "at_least");
    private static final int MOST_WARM_UPS = 100;

    private final StrictMap map;
    private final Problems problems;

    private ExperimentReader(StrictMap map, Problems problems) {
        this.map = map;
        this.problems = problems;
    }

    /**
     * The experiment in a text; empty, with problems, when anything in it is not understood.
     *
     * @param source the file's name, for messages
     */
    public static Optional<Experiment> read(String source, String text, Problems problems) {
        Problems own = new Problems();
        Optional<Experiment> experiment = YamlFile.parse(source, text, own)
                .flatMap(tree -> StrictMap.of(tree, "an experiment", KEYS, own))
                .map(map -> new ExperimentReader(map, own).experiment(source));
        own.list().forEach(problems::add);
        return own.isEmpty() ? experiment : Optional.empty();
    }

    private Experiment experiment(String source) {
        map.require("name", "NAME");
        map.require("suite", "full");
        map.require("setups", "[hdd-11, ssd]");
        List<String> setups = setups();
        return new Experiment(
                source,
                map.value("name", FileSafeName::parse).orElse(""),
                map.value("description", text -> text).orElse(""),
                map.value("figure", text -> text).orElse(""),
                HypothesisReader.read(map, setups, problems),
                map.value("suite", text -> text).orElse(""),
                setups,
                shape());
    }

    private List<String> setups() {
        List<String> setups = new ArrayList<>();
        for (Located<String> setup : map.values("setups", text -> text)) {
            setups.add(setup.value());
        }
        if (setups.size() == 1) {
            problems.add(Problem.at(map.locationOf("setups"), "setups", "an experiment compares two setups or more")
                    .withValue(setups.get(0))
                    .withRemedy("list another one, or run the suite with --setup " + setups.get(0)));
        }
        return setups;
    }

    private Experiment.Shape shape() {
        Experiment.Shape usual = Experiment.Shape.DEFAULT;
        VisitOrder order = map.value(
                        "order",
                        Words.of(
                                "order",
                                Arrays.stream(VisitOrder.values())
                                        .map(VisitOrder::word)
                                        .toList()))
                .map(word -> VisitOrder.valueOf(word.toUpperCase(Locale.ROOT)))
                .orElse(usual.order());
        int visits = map.value("visits", WholeNumber.between(1, MOST_VISITS)).orElse(usual.visits());
        return new Experiment.Shape(
                order,
                visits,
                map.value("repeats", WholeNumber.between(1, SuiteReader.MOST_REPEATS))
                        .orElse(usual.repeats()),
                map.value("warm_ups", WholeNumber.between(0, MOST_WARM_UPS)).orElse(usual.warmUps()),
                map.map("stop", STOP_KEYS)
                        .map(found -> stop(found, order, visits))
                        .orElse(null));
    }

    private Stop stop(StrictMap found, VisitOrder order, int visits) {
        if (order == VisitOrder.SEQUENTIAL) {
            problems.add(Problem.at(
                            found.location(),
                            "stop",
                            "the rule looks after complete blocks, and a sequential order has none")
                    .withRemedy("write `order: abba`, or remove the rule"));
        }
        found.require("within", "0.05");
        Optional<Double> within = found.value("within", Fraction::parse);
        if (within.isPresent() && within.get() <= 0) {
            problems.add(Problem.at(found.locationOf("within"), "within", "no interval is ever so narrow")
                    .withValue("0")
                    .withAllowed("a number above 0 and up to 1, such as 0.05"));
        }
        int atLeast = found.value("at_least", WholeNumber.between(StoppingRule.FEWEST, MOST_VISITS))
                .orElse(StoppingRule.FEWEST);
        if (atLeast > visits) {
            problems.add(Problem.at(
                            found.locationOf("at_least"),
                            "stop",
                            "the rule first looks after " + atLeast + " visits, and the experiment has " + visits)
                    .withRemedy("raise `visits`, which are the most that there will be, or remove the rule"));
        }
        return new Stop(within.orElse(1.0), atLeast);
    }
}
