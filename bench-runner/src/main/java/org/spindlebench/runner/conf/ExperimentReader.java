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
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.hypothesis.Hypothesis;
import org.spindlebench.analysis.hypothesis.Hypothesis.Limit;
import org.spindlebench.analysis.hypothesis.Hypothesis.Prediction;
import org.spindlebench.analysis.hypothesis.Hypothesis.Prediction.Expectation;
import org.spindlebench.analysis.hypothesis.PrintedResults;
import org.spindlebench.analysis.hypothesis.PrintedResults.Printed;
import org.spindlebench.analysis.stats.StoppingRule;
import org.spindlebench.runner.conf.Experiment.Small;
import org.spindlebench.runner.conf.Experiment.Stop;
import org.spindlebench.runner.conf.Experiment.VisitOrder;
import org.spindlebench.runner.conf.Experiment.VisitShape;
import org.spindlebench.runner.conf.StrictMap.Located;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;
import org.spindlebench.runner.conf.WholeNumber.Decimal;
import org.spindlebench.runner.conf.WholeNumber.Fraction;
import org.spindlebench.runner.conf.YamlFile.YamlTree;

/**
 * Reads an experiment's file. It refuses everything that it does not understand and reports all problems at once.
 * {@code docs/experiments.md} describes the keys.
 */
public final class ExperimentReader {
    /** The largest number of visits. A larger number is assumed to be a typing error. */
    public static final int MOST_VISITS = 1000;

    static final List<String> KEYS = List.of(
            "name",
            "description",
            "figure",
            "prices",
            "references",
            "cold",
            "hypotheses",
            "suite",
            "setups",
            "order",
            "visits",
            "repeats",
            "warm_ups",
            "stop",
            "laboratory");
    static final List<String> LABORATORY_KEYS = List.of("suite", "setups", "visits", "scale");
    static final List<String> STOP_KEYS = List.of("within", "at_least");
    private static final int MOST_WARM_UPS = 100;

    private final StrictMap map;
    private final Problems problems;

    private ExperimentReader(StrictMap map, Problems problems) {
        this.map = map;
        this.problems = problems;
    }

    /** Reads the experiment in a text. If any part is not understood, adds problems and returns empty. */
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
        List<String> setups = setups(map, text -> text);
        return new Experiment(
                source,
                map.value("name", FileSafeName::parse).orElse(""),
                map.value("description", text -> text).orElse(""),
                map.value("figure", text -> text).orElse(""),
                map.value("prices", text -> text).orElse(""),
                map.value("references", text -> text).orElse(""),
                map.value("cold", Words.of("way of cooling in a file", Suite.WAYS_OF_COOLING))
                        .orElse(""),
                HypothesisReader.read(map, setups, problems),
                map.value("suite", text -> text).orElse(""),
                setups,
                shape(),
                map.map("laboratory", LABORATORY_KEYS)
                        .map(found -> small(found, setups))
                        .orElse(null));
    }

    private Small small(StrictMap found, List<String> all) {
        found.require("suite", "paper-small");
        List<String> some = setups(found, Words.of("setup of the experiment", all));
        return new Small(
                found.value("suite", text -> text).orElse(""),
                some.isEmpty() ? all : some,
                found.value("visits", WholeNumber.between(1, MOST_VISITS)).orElse(VisitShape.DEFAULT.visits()),
                found.value("scale", WholeNumber.between(1, SetupWay.Emulated.MOST))
                        .orElse(SetupWay.Emulated.USUAL));
    }

    private List<String> setups(StrictMap of, ValueParser<String> parser) {
        List<String> setups =
                of.values("setups", parser).stream().map(Located::value).toList();
        if (setups.size() == 1) {
            problems.add(Problem.at(of.locationOf("setups"), "setups", "an experiment compares two setups or more")
                    .withValue(setups.get(0))
                    .withRemedy("list another one, or run the suite with --setup " + setups.get(0)));
        }
        return setups;
    }

    private VisitShape shape() {
        VisitShape usual = VisitShape.DEFAULT;
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
        return new VisitShape(
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
                            "the rule is checked after complete blocks, and a sequential order has none")
                    .withRemedy("write `order: abba`, or remove the rule"));
        }
        found.require("within", "0.05");
        Optional<Double> within = found.value("within", Fraction::parse);
        if (within.isPresent() && within.get() <= 0) {
            problems.add(Problem.at(found.locationOf("within"), "within", "no interval can be that narrow")
                    .withValue("0")
                    .withAllowed("a number above 0 and up to 1, such as 0.05"));
        }
        int atLeast = found.value("at_least", WholeNumber.between(StoppingRule.FEWEST, MOST_VISITS))
                .orElse(StoppingRule.FEWEST);
        if (atLeast > visits) {
            problems.add(Problem.at(
                            found.locationOf("at_least"),
                            "stop",
                            "the rule first looks after " + atLeast + " visits, but the experiment has " + visits)
                    .withRemedy("raise `visits`, the largest number of visits, or remove the rule"));
        }
        return new Stop(within.orElse(1.0), atLeast);
    }

    /** Reads a list of numbers that a publication prints. */
    public static final class ReferencesReader {
        private static final List<String> KEYS = List.of("name", "source", "date", "results");
        private static final List<String> RESULT_KEYS = List.of("where", "job", "setup", "measure", "value");

        private ReferencesReader() {}

        /** Reads the list in a text. If any part is not understood, adds problems and returns empty. */
        public static Optional<PrintedResults> read(String source, String text, Problems problems) {
            Problems own = new Problems();
            Optional<PrintedResults> list = YamlFile.parse(source, text, own)
                    .flatMap(tree -> StrictMap.of(tree, "a list of printed results", KEYS, own))
                    .map(map -> list(map, own));
            own.list().forEach(problems::add);
            return own.isEmpty() ? list : Optional.empty();
        }

        private static PrintedResults list(StrictMap map, Problems problems) {
            map.require("name", "NAME");
            map.require("source", "\"AUTHORS, title, year\"");
            map.require("results", "[{where: Table 4, job: terasort, setup: ssd, measure: duration, value: 207}]");
            List<Printed> results = new ArrayList<>();
            map.items("results").forEach(tree -> StrictMap.of(tree, "a printed result", RESULT_KEYS, problems)
                    .flatMap(ReferencesReader::printed)
                    .ifPresent(results::add));
            return new PrintedResults(
                    map.value("name", FileSafeName::parse).orElse(""),
                    map.value("source", text -> text).orElse(""),
                    map.value("date", text -> text).orElse(""),
                    results);
        }

        private static Optional<Printed> printed(StrictMap map) {
            map.require("setup", "ssd");
            map.require("measure", "duration");
            map.require("value", "207");
            String where = map.value("where", text -> text).orElse("");
            String job = map.value("job", FileSafeName::parse).orElse("");
            Optional<String> setup = map.value("setup", FileSafeName::parse);
            Optional<String> measure =
                    map.value("measure", Words.of("measure", new TreeSet<>(PrintedResults.UNITS.keySet())));
            Optional<Double> value = map.value("value", Decimal.atLeast(0));
            return setup.isEmpty() || measure.isEmpty() || value.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new Printed(where, job, setup.get(), measure.get(), value.get()));
        }
    }

    /** Reads the hypotheses of an experiment's file. It does not check job names, because the suite lists the jobs. */
    static final class HypothesisReader {
        static final List<String> KEYS = List.of(
                "says",
                "jobs",
                "settings",
                "best_settings",
                "baseline",
                "contender",
                "and",
                "expect",
                "by",
                "times",
                "than",
                "from",
                "to",
                "limited_by");

        /** The names in files of the settings that distinguish runs. */
        private static final List<String> SETTINGS = Stream.concat(
                        Stream.of("compression", "bytes_per_node", "total_bytes"),
                        RunSetting.byLabel().keySet().stream())
                .toList();

        private final StrictMap map;
        private final List<String> setups;
        private final Problems problems;

        private HypothesisReader(StrictMap map, List<String> setups, Problems problems) {
            this.map = map;
            this.setups = setups;
            this.problems = problems;
        }

        /** Reads an experiment's hypotheses. Any that is not understood is left out with added problems. */
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
            Optional<Prediction> claim = expectation()
                    .flatMap(expectation -> expectation == Expectation.BETWEEN
                            ? between(List.of(baseline, contender))
                            : claim(expectation, settings));
            boolean best = map.value("best_settings", Words.of("answer", List.of("true", "false")))
                    .map(Boolean::parseBoolean)
                    .orElse(false);
            if (best) {
                refuseSearched(settings.keySet());
            }
            Limit limit = limit();
            return problems.isEmpty() && !jobs.isEmpty()
                    ? claim.map(known -> new Hypothesis(says, jobs, settings, baseline, contender, known, best, limit))
                    : Optional.empty();
        }

        /** Refuses to hold a setting that the search for the best settings varies. */
        private void refuseSearched(Set<String> settings) {
            List<String> keys = new ArrayList<>(settings);
            keys.removeAll(ComparisonOptions.OTHER_WORK);
            keys.forEach(key -> problems.add(Problem.at(
                            map.locationOf("settings"),
                            "settings",
                            "holds `" + key + "`, which `best_settings` searches")
                    .withRemedy("keep one of the two")));
            if (map.has("from")) {
                problems.add(Problem.at(map.locationOf("from"), "from", "does not apply to best_settings")
                        .withRemedy("leave one of the two out"));
            }
        }

        private Limit limit() {
            List<String> words = Arrays.stream(Limit.values()).map(Limit::word).toList();
            return map.value("limited_by", Words.of("part of a node", words))
                    .map(word -> Limit.valueOf(word.toUpperCase(Locale.ROOT)))
                    .orElse(Limit.STORAGE);
        }

        /**
         * Returns the experiment's setup with the given name. If any setup is given as a file, every name is accepted.
         */
        private String setup(String text) throws NotUnderstoodException {
            boolean known =
                    setups.contains(text) || setups.stream().anyMatch(setup -> setup.matches(".*(/|\\.ya?ml$).*"));
            if (!known) {
                throw Words.unknown("setup of the experiment", text, setups);
            }
            return FileSafeName.parse(text);
        }

        private Optional<Expectation> expectation() {
            List<String> words =
                    Arrays.stream(Expectation.values()).map(Expectation::word).toList();
            return map.value("expect", Words.of("expectation", words))
                    .map(word ->
                            Expectation.valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_')));
        }

        private Optional<Prediction> claim(Expectation expectation, SortedMap<String, String> settings) {
            refuse("and", expectation);
            if (expectation == Expectation.SMALLER_DIFFERENCE) {
                return smallerDifference(settings);
            }
            refuse("from", expectation);
            refuse("to", expectation);
            if (expectation == Expectation.GREATER_GAIN) {
                return greaterGain();
            }
            refuse("than", expectation);
            Optional<Double> by = map.value("by", Decimal.atLeast(0));
            Optional<Double> times = map.value("times", Decimal.positive());
            if (expectation != Expectation.ALIKE) {
                refuse("times", expectation);
            } else {
                map.require("by", "0.05");
                if (by.isPresent() && by.get() == 0) {
                    problems.add(Problem.at(map.locationOf("by"), "by", "no two durations are that similar")
                            .withValue("0")
                            .withAllowed("a share above 0, such as 0.05"));
                }
            }
            if (!problems.isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(
                    times.isPresent()
                            ? Prediction.ofTimes(times.get(), by.orElse(0.0))
                            : Prediction.of(expectation, by.orElse(0.0)));
        }

        private Optional<Prediction> between(List<String> two) {
            List.of("by", "times", "than", "from", "to").forEach(key -> refuse(key, Expectation.BETWEEN));
            map.require("and", "ssd");
            Optional<String> other = map.value("and", this::setup);
            other.filter(two::contains)
                    .ifPresent(name -> problems.add(
                            Problem.at(map.locationOf("and"), "and", "the baseline or the contender itself")
                                    .withValue(name)
                                    .withRemedy("name a third setup of the experiment")));
            return problems.isEmpty() ? other.map(Prediction::between) : Optional.empty();
        }

        private Optional<Prediction> greaterGain() {
            refuse("by", Expectation.GREATER_GAIN);
            refuse("times", Expectation.GREATER_GAIN);
            map.require("than", "[teravalidate]");
            List<String> than = map.values("than", FileSafeName::parse).stream()
                    .map(Located::value)
                    .toList();
            return problems.isEmpty() && !than.isEmpty() ? Optional.of(Prediction.greaterGain(than)) : Optional.empty();
        }

        private Optional<Prediction> smallerDifference(SortedMap<String, String> settings) {
            List.of("by", "times", "than").forEach(key -> refuse(key, Expectation.SMALLER_DIFFERENCE));
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
            return problems.isEmpty() ? Optional.of(Prediction.smallerDifference(from, to)) : Optional.empty();
        }

        private void refuse(String key, Expectation expectation) {
            if (map.has(key)) {
                problems.add(Problem.at(map.locationOf(key), key, "does not apply to " + expectation.word())
                        .withRemedy("remove it"));
            }
        }

        /** Returns settings with their values in the form that records use. */
        private SortedMap<String, String> settings(String key) {
            SortedMap<String, String> settings = new TreeMap<>();
            Map<String, RunSetting> known = RunSetting.byLabel();
            map.map(key, SETTINGS)
                    .ifPresent(found -> SETTINGS.forEach(name ->
                            found.value(name, parser(name, known)).ifPresent(value -> settings.put(name, value))));
            return settings;
        }

        private static ValueParser<String> parser(String name, Map<String, RunSetting> known) {
            if (name.equals("compression")) {
                return Compression::checked;
            }
            return known.containsKey(name) ? known.get(name)::parse : text -> String.valueOf(ByteSize.parse(text));
        }
    }
}
