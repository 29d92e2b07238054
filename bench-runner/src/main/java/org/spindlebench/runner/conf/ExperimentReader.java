package org.spindlebench.runner.conf;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.hypothesis.Hypothesis;
import org.spindlebench.analysis.hypothesis.Hypothesis.Bottleneck;
import org.spindlebench.analysis.hypothesis.Hypothesis.ClaimedMeasure;
import org.spindlebench.analysis.hypothesis.Hypothesis.MeasureName;
import org.spindlebench.analysis.hypothesis.Hypothesis.Prediction;
import org.spindlebench.analysis.hypothesis.Hypothesis.Prediction.Expectation;
import org.spindlebench.analysis.hypothesis.Hypothesis.Under;
import org.spindlebench.analysis.hypothesis.PublishedNumbers;
import org.spindlebench.analysis.hypothesis.PublishedNumbers.Printed;
import org.spindlebench.analysis.stats.StoppingRule;
import org.spindlebench.runner.conf.Experiment.EmulatedNode;
import org.spindlebench.runner.conf.Experiment.Small;
import org.spindlebench.runner.conf.Experiment.StopCondition;
import org.spindlebench.runner.conf.Experiment.VisitOrder;
import org.spindlebench.runner.conf.Experiment.VisitShape;
import org.spindlebench.runner.conf.StrictMap.Keys;
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

    static final Keys KEYS = Keys.of(
            "name: NAME",
            "description",
            "figure",
            "prices",
            "references",
            "cold",
            "hypotheses",
            "suite: full",
            "setups: [hdd-11, ssd]",
            "order",
            "visits",
            "repeats",
            "warm_ups",
            "looks",
            "stop",
            "laboratory");
    static final Keys LABORATORY_KEYS =
            Keys.of("suite: paper-small", "setups", "visits", "scale", "tasks", "page_cache", "sizes");
    static final Keys STOP_KEYS = Keys.of("within: 0.05", "at_least");
    private static final int MOST_WARM_UPS = 100;

    private final StrictMap map;
    private final Problems problems;

    private ExperimentReader(StrictMap map, Problems problems) {
        this.map = map;
        this.problems = problems;
    }

    /** Reads the experiment in a text. If any part cannot be parsed, adds problems and returns empty. */
    public static Optional<Experiment> read(String source, String text, Problems problems) {
        return StrictMap.read(
                source, text, "an experiment", KEYS, problems, (map, own) -> new ExperimentReader(map, own)
                        .experiment(source));
    }

    private Experiment experiment(String source) {
        List<String> setups = setups(map, text -> text);
        return new Experiment(
                source,
                map.value("name", FileSafeName::parse, ""),
                map.text("description"),
                map.text("figure"),
                map.text("prices"),
                map.text("references"),
                map.value("cold", AllowedValues.of("way of cooling in a file", Suite.WAYS_OF_COOLING), ""),
                HypothesisReader.read(map, setups, problems),
                map.text("suite"),
                setups,
                shape(),
                map.map("laboratory", LABORATORY_KEYS)
                        .map(found -> small(found, setups))
                        .orElse(null));
    }

    private Small small(StrictMap found, List<String> all) {
        List<String> some = setups(found, AllowedValues.of("setup of the experiment", all));
        return new Small(
                found.text("suite"),
                some.isEmpty() ? all : some,
                found.value("visits", WholeNumber.between(1, MOST_VISITS), VisitShape.DEFAULT.visits()),
                found.value("scale", WholeNumber.between(1, SetupWay.Emulated.MOST), SetupWay.Emulated.USUAL),
                new EmulatedNode(
                        found.value("tasks", WholeNumber.between(1, EmulatedNode.MOST_TASKS), null),
                        found.value("page_cache", ExperimentReader::pageCache, null)),
                sizes(found));
    }

    private Map<String, String> sizes(StrictMap found) {
        Map<String, String> sizes = new HashMap<>();
        found.namedValues("sizes", "size", ByteSize::parse).forEach((text, size) -> {
            try {
                sizes.put(String.valueOf(ByteSize.parse(text)), String.valueOf(size.value()));
            } catch (NotUnderstoodException e) {
                problems.add(e.at(size.location(), "sizes", text));
            }
        });
        return sizes;
    }

    private static long pageCache(String text) throws NotUnderstoodException {
        long bytes = ByteSize.parse(text);
        if (bytes < EmulatedNode.LEAST_PAGE_CACHE) {
            throw new NotUnderstoodException(
                    "too small for an emulated node",
                    ByteSize.format(EmulatedNode.LEAST_PAGE_CACHE) + " or more",
                    ByteSize.format(EmulatedNode.LEAST_PAGE_CACHE));
        }
        return bytes;
    }

    private List<String> setups(StrictMap of, ValueParser<String> parser) {
        List<String> setups = of.list("setups", parser);
        if (setups.size() == 1) {
            problems.add(of.problem("setups", "an experiment compares two setups or more")
                    .withValue(setups.get(0))
                    .withRemedy("list another one, or run the suite with --setup " + setups.get(0)));
        }
        return setups;
    }

    private VisitShape shape() {
        VisitShape usual = VisitShape.DEFAULT;
        VisitOrder order =
                map.value("order", AllowedValues.of("order", VisitOrder.values(), VisitOrder::word), usual.order());
        List<Integer> looks = map.list("looks", WholeNumber.between(2, MOST_VISITS));
        int most = looks.isEmpty() ? usual.visits() : looks.get(looks.size() - 1);
        int visits = map.value("visits", WholeNumber.between(1, MOST_VISITS), most);
        refuseLooks(looks, order, visits);
        return new VisitShape(
                order,
                visits,
                map.value("repeats", WholeNumber.between(1, SuiteReader.MOST_REPEATS), usual.repeats()),
                map.value("warm_ups", WholeNumber.between(0, MOST_WARM_UPS), usual.warmUps()),
                stop(looks, order, visits),
                looks);
    }

    private void refuseLooks(List<Integer> looks, VisitOrder order, int visits) {
        if (looks.isEmpty()) {
            return;
        }
        String remedy = "write, for example, `looks: [4, 6, 8, 12]` with `visits: 12`";
        if (order == VisitOrder.SEQUENTIAL) {
            map.refuse("looks", "are after complete blocks, and a sequential order has none", remedy);
        }
        if (!looks.stream().sorted().toList().equals(looks)) {
            map.refuse("looks", "are not in ascending order", remedy);
        } else if (looks.get(looks.size() - 1) > visits) {
            map.refuse("looks", "are after more visits than the experiment has, " + visits, remedy);
        }
    }

    /** Reads the condition for stopping early: {@code decided}, or a map about the width of intervals. */
    private StopCondition stop(List<Integer> looks, VisitOrder order, int visits) {
        if (map.items("stop").stream().noneMatch(YamlTree.Scalar.class::isInstance)) {
            return map.map("stop", STOP_KEYS)
                    .map(found -> stop(found, order, visits))
                    .orElse(null);
        }
        Optional<String> word = map.value("stop", AllowedValues.of("condition", List.of("decided")));
        if (word.isPresent() && looks.isEmpty()) {
            map.refuse("stop", "`decided` ends at one of the declared looks, and there are none", "add `looks:`");
            return null;
        }
        return word.isEmpty() ? null : StopCondition.decided(looks.get(0));
    }

    private StopCondition stop(StrictMap found, VisitOrder order, int visits) {
        if (order == VisitOrder.SEQUENTIAL) {
            problems.add(Problem.at(
                            found.location(),
                            "stop",
                            "the rule is checked after complete blocks, and a sequential order has none")
                    .withRemedy("write `order: abba`, or remove the rule"));
        }
        Optional<Double> within = found.value("within", Fraction::parse);
        if (within.isPresent() && within.get() <= 0) {
            problems.add(found.problem("within", "no interval can be that narrow")
                    .withValue("0")
                    .withAllowed("a number above 0 and up to 1, such as 0.05"));
        }
        int atLeast =
                found.value("at_least", WholeNumber.between(StoppingRule.FEWEST, MOST_VISITS), StoppingRule.FEWEST);
        if (atLeast > visits) {
            problems.add(Problem.at(
                            found.locationOf("at_least"),
                            "stop",
                            "the rule first looks after " + atLeast + " visits, but the experiment has " + visits)
                    .withRemedy("raise `visits`, the largest number of visits, or remove the rule"));
        }
        return new StopCondition(within.orElse(1.0), atLeast);
    }

    /** Reads a list of numbers that a publication prints. */
    public static final class ReferencesReader {
        private static final Keys KEYS = Keys.of(
                "name: NAME",
                "source: \"AUTHORS, title, year\"",
                "date",
                "results: [{where: Table 4, job: terasort, setup: ssd, measure: duration, value: 207}]");
        private static final Keys RESULT_KEYS =
                Keys.of("where", "job", "setup: ssd", "measure: duration", "value: 207");

        private ReferencesReader() {}

        /** Reads the list in a text. If any part cannot be parsed, adds problems and returns empty. */
        public static Optional<PublishedNumbers> read(String source, String text, Problems problems) {
            return StrictMap.read(source, text, "a list of printed results", KEYS, problems, (map, own) -> list(map));
        }

        private static PublishedNumbers list(StrictMap map) {
            List<Printed> results = map.maps("results", "a printed result", RESULT_KEYS).stream()
                    .map(ReferencesReader::printed)
                    .toList();
            return new PublishedNumbers(
                    map.value("name", FileSafeName::parse, ""), map.text("source"), map.text("date"), results);
        }

        /**
         * Reads a result. A part that is missing or cannot be parsed gets an arbitrary value, after the problem is
         * reported.
         */
        private static Printed printed(StrictMap map) {
            return new Printed(
                    map.text("where"),
                    map.value("job", FileSafeName::parse, ""),
                    map.value("setup", FileSafeName::parse, ""),
                    map.value(
                            "measure",
                            AllowedValues.of("measure", new TreeSet<>(PublishedNumbers.UNITS.keySet())),
                            "duration"),
                    map.value("value", Decimal.atLeast(0), 0.0));
        }
    }

    /** Reads the hypotheses of an experiment's file. It does not check job names, because the suite lists the jobs. */
    static final class HypothesisReader {
        static final Keys KEYS = Keys.of(
                "says: \"SSDs sort faster\"",
                "measure",
                "over",
                "jobs: [terasort]",
                "settings",
                "with",
                "best_settings",
                "mean_of_settings",
                "baseline",
                "contender",
                "and",
                "order",
                "expect: faster",
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

        /** Reads an experiment's hypotheses. If a hypothesis cannot be parsed, adds problems and leaves it out. */
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
            String says = map.text("says");
            ClaimedMeasure measure = measure();
            List<String> jobs = jobs();
            SortedMap<String, String> settings = settings("settings");
            SortedMap<String, String> with = with(settings);
            List<String> order = map.list("order", this::setup);
            String baseline = order.isEmpty() ? map.value("baseline", this::setup, "") : order.get(order.size() - 1);
            String contender = order.isEmpty() ? map.value("contender", this::setup, "") : order.get(0);
            requireSetups(measure, jobs, order);
            if (!contender.isEmpty() && contender.equals(baseline)) {
                problems.add(map.problem("contender", "the baseline itself")
                        .withValue(contender)
                        .withRemedy("name another setup of the experiment"));
            }
            boolean ofSpeed = !map.has("measure") || map.text("measure").equals(MeasureName.DURATION.word());
            Optional<Expectation> expected = map.value(
                    "expect", AllowedValues.of("expectation", Expectation.values(), one -> one.word(ofSpeed)));
            if (expected.isEmpty()) {
                // The same report then also contains problems with these keys.
                map.value("by", Decimal.upTo10());
                map.value("times", Decimal.positive());
            }
            Optional<Prediction> claim = expected.flatMap(expectation -> checked(expectation, measure, jobs))
                    .flatMap(expectation -> expectation == Expectation.BETWEEN
                            ? between(List.of(baseline, contender))
                            : claim(expectation, settings, order));
            Under under = under(measure, jobs, settings);
            Bottleneck limit = map.value(
                    "limited_by",
                    AllowedValues.of("part of a node", Bottleneck.values(), Bottleneck::word),
                    Bottleneck.STORAGE);
            return problems.isEmpty() && !jobs.isEmpty()
                    ? claim.map(known -> new Hypothesis(
                            says, measure, jobs, settings, with, baseline, contender, known, under, limit))
                    : Optional.empty();
        }

        private Optional<Expectation> checked(Expectation expectation, ClaimedMeasure measure, List<String> jobs) {
            refuseBetter(measure, expectation);
            if (expectation == Expectation.BETWEEN) {
                refuse("order", expectation);
                if (jobs.equals(List.of(Hypothesis.TOGETHER))) {
                    map.refuse("jobs", "`together` is about two setups, and between about three", "list the jobs");
                }
            }
            return Optional.of(expectation);
        }

        /** Returns the other values of settings with which the contender is compared on the same setup. */
        private SortedMap<String, String> with(SortedMap<String, String> settings) {
            SortedMap<String, String> with = settings("with");
            Set<String> twice = new TreeSet<>(with.keySet());
            twice.retainAll(settings.keySet());
            twice.forEach(
                    key -> map.refuse("settings", "holds `" + key + "`, which `with` varies", "keep one of the two"));
            if (map.has("with") && with.isEmpty()) {
                map.refuse("with", "names no setting", "write, for example, `with: {containers_per_node: 16}`");
            }
            if (!with.isEmpty()) {
                for (String key : List.of("baseline", "order", "over", "best_settings")) {
                    if (map.has(key)) {
                        map.refuse(
                                key, "does not apply to `with`, which compares one setup's own settings", "remove it");
                    }
                }
            }
            return with;
        }

        private Under under(ClaimedMeasure measure, List<String> jobs, SortedMap<String, String> settings) {
            boolean best = map.value("best_settings", AllowedValues::truth, false);
            boolean mean = map.value("mean_of_settings", AllowedValues::truth, false);
            if (best) {
                refuseSearched(settings.keySet());
                refuseSearched(measure, jobs);
            }
            if (mean && (best || map.has("from") || map.has("than") || map.has("and"))) {
                map.refuse("mean_of_settings", "is about one ratio", "remove it");
            }
            return best ? Under.BEST : mean ? Under.MEAN : Under.EACH;
        }

        private ClaimedMeasure measure() {
            ValueParser<MeasureName> names = AllowedValues.of("measure", MeasureName.values(), MeasureName::word);
            MeasureName quantity = map.value("measure", names, MeasureName.DURATION);
            Optional<MeasureName> over = map.value("over", names);
            if (over.isPresent() && (map.has("baseline") || map.has("order"))) {
                map.refuse(
                        "over", "compares two measures of the contender's own runs", "remove the baseline, or `over`");
            }
            return new ClaimedMeasure(quantity, over.orElse(null));
        }

        /** Returns the jobs; the word {@code together} in place of a list means all jobs as one. */
        private List<String> jobs() {
            List<String> jobs = map.list("jobs", FileSafeName::parse);
            if (!jobs.equals(List.of("together"))) {
                return jobs;
            }
            for (String key : List.of("than", "from")) {
                if (map.has(key)) {
                    map.refuse(key, "compares single jobs", "list the jobs, or remove it");
                }
            }
            return List.of(Hypothesis.TOGETHER);
        }

        /** Requires both setups, unless an order names all setups, or the claim is about a setup's own values. */
        private void requireSetups(ClaimedMeasure measure, List<String> jobs, List<String> order) {
            if (order.isEmpty()) {
                map.require("contender", "ssd");
            } else {
                for (String key : List.of("baseline", "contender")) {
                    if (map.has(key)) {
                        map.refuse(key, "is one of `order`", "remove it");
                    }
                }
                if (order.size() == 1 || order.stream().distinct().count() < order.size()) {
                    map.refuse("order", "needs two or more different setups", "list each setup once");
                }
            }
            boolean own = order.isEmpty() && !map.has("baseline");
            if (own && ((measure.quantity().quantities().isEmpty() && !map.has("with")) || map.has("and"))) {
                map.require("baseline", "hdd-11");
            } else if (own) {
                requireOwnValues(measure, jobs);
            }
        }

        /** Without a baseline, a claim is about the contender's own values, each job and choice of settings alone. */
        private void requireOwnValues(ClaimedMeasure measure, List<String> jobs) {
            if (measure.over() == null && !map.has("with")) {
                map.require("times", "0.9");
            }
            for (String key : List.of("than", "from", "mean_of_settings")) {
                if (map.has(key)) {
                    map.refuse(key, "compares setups, and there is no `baseline`", "name a baseline, or remove it");
                }
            }
            if (jobs.equals(List.of(Hypothesis.TOGETHER))) {
                map.refuse("jobs", "`together` compares setups, and there is no `baseline`", "list the jobs");
            }
        }

        /** Refuses a claim that a value is better, if neither larger nor smaller values are better. */
        private void refuseBetter(ClaimedMeasure measure, Expectation expectation) {
            boolean better = expectation == Expectation.GREATER_GAIN || expectation == Expectation.IN_ORDER;
            Set<MeasureName> neither =
                    Set.of(MeasureName.HDFS_IO_SIZE, MeasureName.SHUFFLE_IO_SIZE, MeasureName.CPU_BUSY);
            if (better && neither.contains(measure.quantity())) {
                map.refuse(
                        "expect",
                        "needs a measure that is better when it is larger, or smaller, unlike "
                                + measure.quantity().word(),
                        "claim `higher` or `lower`");
            }
        }

        private void refuseSearched(ClaimedMeasure measure, List<String> jobs) {
            if (!measure.quantity().quantities().isEmpty()) {
                map.refuse("measure", "is not a measure by which `best_settings` searches", "remove one of the two");
            }
            if (jobs.equals(List.of(Hypothesis.TOGETHER))) {
                map.refuse("jobs", "cannot be `together` with `best_settings`", "list the jobs");
            }
        }

        /** Refuses a constant value for a setting that the search for the best settings varies. */
        private void refuseSearched(Set<String> settings) {
            List<String> keys = new ArrayList<>(settings);
            keys.removeAll(ComparisonOptions.OTHER_WORK);
            keys.forEach(key -> map.refuse(
                    "settings", "holds `" + key + "`, which `best_settings` searches", "keep one of the two"));
            if (map.has("from")) {
                map.refuse("from", "does not apply to best_settings", "leave one of the two out");
            }
        }

        /**
         * Returns the experiment's setup with the given name. If any setup is given as a file, every name is accepted.
         */
        private String setup(String text) throws NotUnderstoodException {
            boolean known =
                    setups.contains(text) || setups.stream().anyMatch(setup -> setup.matches(".*(/|\\.ya?ml$).*"));
            if (!known) {
                throw AllowedValues.unknown("setup of the experiment", text, setups);
            }
            return FileSafeName.parse(text);
        }

        private Optional<Prediction> claim(
                Expectation expectation, SortedMap<String, String> settings, List<String> order) {
            refuse("and", expectation);
            if (expectation == Expectation.IN_ORDER) {
                List.of("by", "times", "than", "from", "to").forEach(key -> refuse(key, expectation));
                map.require("order", "[ssd, hdd-11]");
                return problems.isEmpty() ? Optional.of(Prediction.inOrder(order)) : Optional.empty();
            }
            refuse("order", expectation);
            if (expectation == Expectation.SMALLER_DIFFERENCE) {
                return smallerDifference(settings);
            }
            refuse("from", expectation);
            refuse("to", expectation);
            if (expectation == Expectation.GREATER_GAIN) {
                return greaterGain();
            }
            refuse("than", expectation);
            Optional<Double> by = map.value("by", Decimal.upTo10());
            Optional<Double> times = map.value("times", Decimal.positive());
            if (expectation == Expectation.ALIKE || expectation == Expectation.UP_TO) {
                map.require("by", "0.05");
                if (by.isPresent() && by.get() == 0) {
                    problems.add(map.problem("by", "no two durations are that similar")
                            .withValue("0")
                            .withAllowed("a share above 0, such as 0.05"));
                }
            }
            if (!problems.isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(Prediction.ofTimes(expectation, times.orElse(1.0), by.orElse(0.0)));
        }

        private Optional<Prediction> between(List<String> two) {
            List.of("by", "times", "than", "from", "to").forEach(key -> refuse(key, Expectation.BETWEEN));
            Optional<String> third =
                    setups.stream().filter(one -> !two.contains(one)).findFirst();
            if (third.isEmpty()) {
                map.refuse("expect", "needs a third setup, and the experiment has two", "list another setup");
                return Optional.empty();
            }
            map.require("and", third.get());
            Optional<String> other = map.value("and", this::setup);
            other.filter(two::contains)
                    .ifPresent(name -> problems.add(map.problem("and", "the baseline or the contender itself")
                            .withValue(name)
                            .withRemedy("name a third setup of the experiment")));
            return problems.isEmpty() ? other.map(Prediction::between) : Optional.empty();
        }

        private Optional<Prediction> greaterGain() {
            refuse("by", Expectation.GREATER_GAIN);
            refuse("times", Expectation.GREATER_GAIN);
            map.require("than", "[teravalidate]");
            List<String> than = map.list("than", FileSafeName::parse);
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
                problems.add(map.problem("to", "needs the keys of `from` with another value")
                        .withValue(String.join(", ", to.keySet()))
                        .withAllowed(String.join(", ", from.keySet())));
            }
            Set<String> twice = new TreeSet<>(from.keySet());
            twice.retainAll(settings.keySet());
            twice.forEach(
                    key -> map.refuse("settings", "holds `" + key + "`, which `from` varies", "keep one of the two"));
            return problems.isEmpty() ? Optional.of(Prediction.smallerDifference(from, to)) : Optional.empty();
        }

        private void refuse(String key, Expectation expectation) {
            if (map.has(key)) {
                map.refuse(key, "does not apply to " + expectation.word(), "remove it");
            }
        }

        /** Returns settings with their values in the form that records use. */
        private SortedMap<String, String> settings(String key) {
            SortedMap<String, String> settings = new TreeMap<>();
            Map<String, RunSetting> known = RunSetting.byLabel();
            map.map(key, Keys.optional(SETTINGS))
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
