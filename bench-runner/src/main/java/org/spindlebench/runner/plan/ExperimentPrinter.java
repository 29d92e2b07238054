package org.spindlebench.runner.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.spindlebench.analysis.cost.CostOptions.StorageTerms;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.record.ErasureCoding;
import org.spindlebench.runner.conf.Experiment;
import org.spindlebench.runner.conf.Experiment.VisitOrder;
import org.spindlebench.runner.conf.RunSetting;
import org.spindlebench.runner.conf.SetupWay;
import org.spindlebench.runner.conf.Size;
import org.spindlebench.runner.conf.StorageSetup;
import org.spindlebench.runner.plan.Plan.Visit;
import org.spindlebench.runner.plan.SetupFacts.RoleTotal;

/** Prints an experiment's plan as text for people. {@link PlanFile} is for programs. */
public final class ExperimentPrinter {
    private ExperimentPrinter() {}

    /** Returns a heading, the rules, the devices of each setup, a table of all runs by visits, and the totals. */
    public static String text(Plan plan, List<StorageSetup> setups, MeasuredSetups measured) {
        List<String> lines = new ArrayList<>();
        lines.add("experiment " + plan.experiment());
        lines.add("suite      " + plan.suite());
        lines.add("setups     " + String.join(", ", plan.setups()) + " (the first is the baseline)");
        lines.add("campaign   " + plan.campaign());
        lines.add("seed       " + plan.seed() + " (--seed " + plan.seed() + " gives this order and these data again)");
        lines.addAll(rules(plan));
        DifferentMachines.warning(setups).ifPresent(warning -> lines.add("warning    " + warning));
        List<StorageTerms> stored = stored(plan);
        List<SetupFacts> figures = figures(setups, stored.get(0), measured);
        lines.add("premise    " + Premise.of(figures).describe());
        lines.add("");
        lines.add(SetupTable.text(figures));
        stored.stream().skip(1).forEach(terms -> lines.add(SetupTable.usable(figures(setups, terms, measured))));
        lines.add("");
        lines.addAll(PlanPrinter.programs(plan.runs()));
        lines.addAll(PlanPrinter.settings(plan.runs()));
        lines.add(PlanPrinter.total(plan.runs()));
        return String.join(System.lineSeparator(), lines);
    }

    /**
     * Returns a line with the time in which the runs could move their bytes once, at the bandwidths that the setups state
     * or that {@code devices} measured; empty if some are unknown. Real runs take longer.
     */
    public static Optional<String> leastHours(Plan plan, List<StorageSetup> setups, MeasuredSetups measured) {
        Map<String, SetupFacts> facts = figures(setups, StorageTerms.DEFAULT, measured).stream()
                .collect(Collectors.toMap(SetupFacts::setup, Function.identity(), (first, second) -> first));
        double seconds = 0;
        for (Visit visit : plan.visits()) {
            long best = facts.containsKey(visit.setup()) ? best(facts.get(visit.setup())) : 0;
            for (RunSpec run : visit.runs()) {
                if (best == 0 || run.size().scope() != Size.Scope.PER_NODE) {
                    return Optional.empty();
                }
                seconds += (double) run.size().bytes() / best;
            }
        }
        return Optional.of(String.format(
                Locale.ROOT,
                "hours      at least %.2f, in which the runs could move their bytes once at the bandwidth of the faster"
                        + " role; no earlier run is known",
                seconds / Duration.ofHours(1).toSeconds()));
    }

    private static long best(SetupFacts facts) {
        return Stream.of(facts.hdfs(), facts.shuffle())
                .map(role -> role.measured() == null ? role.nominal() : role.measured())
                .filter(Objects::nonNull)
                .mapToLong(bandwidth -> Math.max(bandwidth.read(), bandwidth.write()))
                .max()
                .orElse(0);
    }

    private static List<SetupFacts> figures(List<StorageSetup> setups, StorageTerms terms, MeasuredSetups measured) {
        return setups.stream()
                .map(setup -> SetupFacts.of(setup, terms).with(measured))
                .toList();
    }

    /**
     * Returns the ways in which the plan's runs store files in HDFS, beginning with the ways that take the most space.
     */
    static List<StorageTerms> stored(Plan plan) {
        List<StorageTerms> found = plan.runs().stream()
                .filter(run -> run.benchmark().follows(RunSetting.ERASURE_CODING))
                .map(run -> stored(run.configuration()))
                .distinct()
                .sorted(Comparator.comparingDouble(terms -> terms.usable(1)))
                .toList();
        return found.isEmpty() ? List.of(StorageTerms.DEFAULT) : found;
    }

    private static StorageTerms stored(Map<String, String> configuration) {
        int copies = RunSetting.REPLICATION
                .in(configuration)
                .map(Integer::valueOf)
                .orElse(StorageTerms.DEFAULT.replication());
        Optional<ErasureCoding> coding =
                RunSetting.ERASURE_CODING.in(configuration).flatMap(ErasureCoding::of);
        return new StorageTerms(
                coding.isPresent() ? StorageTerms.DEFAULT.replication() : copies, coding.orElse(null), 0, 1);
    }

    private static List<String> rules(Plan plan) {
        Experiment.VisitShape shape = plan.shape();
        List<String> lines = new ArrayList<>();
        lines.add("visits     " + shape.visits() + " to each setup, each with "
                + HumanText.counted(shape.repeats(), "run") + " of every cell" + warmUps(shape)
                + "; the visit is the unit of the statistics");
        lines.add("order      " + order(shape));
        if (shape.visits() == 1) {
            lines.add("warning    setup confounded with time: one visit to a setup gives no interval; raise --visits");
        }
        if (!shape.looks().isEmpty()) {
            lines.add("looks      after " + shape.looks() + " visits to each setup"
                    + (shape.stop() != null && shape.stop().isDecided()
                            ? "; the experiment ends at the look that decides every speed-up"
                            : "")
                    + ". Each look may claim less, so that all together keep the error rate");
        }
        if (shape.stop() != null && !shape.stop().isDecided()) {
            lines.add(String.format(
                    Locale.ROOT,
                    "stop       after %d visits to each setup or more, as soon as every interval is within %s %% of its"
                            + " speed-up",
                    shape.stop().atLeast(),
                    number(shape.stop().within() * 100)));
            plan.coverage().forEach(coverage -> lines.add("           " + coverage.describe()));
        }
        return lines;
    }

    private static String warmUps(Experiment.VisitShape shape) {
        return shape.warmUps() == 0
                ? ""
                : " after " + HumanText.counted(shape.warmUps(), "warm-up") + " that count for nothing";
    }

    private static String order(Experiment.VisitShape shape) {
        String order =
                switch (shape.order()) {
                    case ABBA -> "abba: each block of visits is followed by the same in reverse";
                    case BLOCKS -> "blocks: each block of visits holds every setup once, in random order";
                    case SEQUENTIAL ->
                        "sequential: one setup after the other. A drift of the cluster looks like a difference of the"
                                + " setups";
                };
        boolean odd = shape.order() == VisitOrder.ABBA && shape.visits() % 2 == 1;
        return odd ? order + "; an even number of visits would balance a drift completely" : order;
    }

    private static String number(double number) {
        return number == Math.rint(number) ? String.valueOf((long) number) : String.valueOf(number);
    }

    /** Returns the setup and visit of each run, by the run's id. */
    static Map<String, String> visits(Plan plan) {
        Map<String, String> visits = new TreeMap<>();
        plan.visits().forEach(visit -> visit.runs()
                .forEach(run -> visits.put(
                        run.id(), visit.number() + " " + visit.setup() + (run.isWarmUp() ? " (warm-up)" : ""))));
        return visits;
    }

    /**
     * The premise of a comparison: its setups have equal bandwidth, as in the papers, or equal cost, as buyers compare
     * them. Measured bandwidths override the bandwidths that the setups' files state.
     *
     * @param bandwidth whether HDFS and the shuffle have the same bandwidth under all setups
     * @param cost whether the devices' prices are the same
     */
    record Premise(Agreement bandwidth, Agreement cost) {
        /** Setups that differ by at most this fraction count as equal. */
        private static final double ALIKE = 0.1;

        /** Returns whether a value is equal for all setups. */
        enum Agreement {
            EQUAL,
            DIFFERENT,
            NOT_STATED
        }

        static Premise of(List<SetupFacts> setups) {
            List<Agreement> bandwidths = new ArrayList<>();
            for (List<RoleTotal> role : List.of(
                    setups.stream().map(SetupFacts::hdfs).toList(),
                    setups.stream().map(SetupFacts::shuffle).toList())) {
                List<RoleTotal.Bandwidth> known = role.stream()
                        .map(Premise::bandwidth)
                        .filter(Objects::nonNull)
                        .toList();
                boolean all = known.size() == setups.size();
                bandwidths.add(
                        all ? alike(known.stream().mapToDouble(RoleTotal.Bandwidth::read)) : Agreement.NOT_STATED);
                bandwidths.add(
                        all ? alike(known.stream().mapToDouble(RoleTotal.Bandwidth::write)) : Agreement.NOT_STATED);
            }
            return new Premise(all(bandwidths), cost(setups));
        }

        private static RoleTotal.Bandwidth bandwidth(RoleTotal role) {
            return role.measured() == null ? role.nominal() : role.measured();
        }

        private static Agreement cost(List<SetupFacts> setups) {
            boolean stated = setups.stream().allMatch(setup -> setup.price() != null)
                    && setups.stream().map(SetupFacts::currency).distinct().count() == 1;
            return stated ? alike(setups.stream().mapToDouble(SetupFacts::price)) : Agreement.NOT_STATED;
        }

        private static Agreement alike(DoubleStream figures) {
            double[] sorted = figures.sorted().toArray();
            boolean alike = sorted[sorted.length - 1] <= sorted[0] * (1 + ALIKE);
            return alike ? Agreement.EQUAL : Agreement.DIFFERENT;
        }

        private static Agreement all(List<Agreement> answers) {
            if (answers.contains(Agreement.DIFFERENT)) {
                return Agreement.DIFFERENT;
            }
            return answers.contains(Agreement.NOT_STATED) ? Agreement.NOT_STATED : Agreement.EQUAL;
        }

        String describe() {
            String both = bandwidth == Agreement.DIFFERENT && cost == Agreement.DIFFERENT
                    ? "neither equal bandwidth nor equal cost"
                    : say("bandwidth", bandwidth) + ", " + say("cost", cost);
            return both + " (alike: within 10 %)";
        }

        private static String say(String what, Agreement answer) {
            return switch (answer) {
                case EQUAL -> "equal " + what;
                case DIFFERENT -> "different " + what;
                case NOT_STATED -> what + " not stated by all setups";
            };
        }
    }

    /** Warns if setups of an experiment use different machines, instead of different storage on the same machines. */
    public static final class DifferentMachines {
        public static final String CODE = "different-machines";

        private static final String ADVICE =
                "the machines, rather than the storage, may cause a difference. First compare the groups of machines under"
                        + " storage that both have (A/A), or measure again with the storage of the groups exchanged (crossover)";

        private DifferentMachines() {}

        /**
         * Returns the warning about an experiment; empty if no node labels and no lists of hosts separate its setups.
         */
        static Optional<String> warning(List<StorageSetup> setups) {
            boolean oneList = setups.stream()
                            .map(setup -> Set.copyOf(setup.demands().hosts()))
                            .distinct()
                            .count()
                    == 1;
            List<String> chosen = setups.stream()
                    .filter(setup -> isLabelled(setup)
                            || (!oneList && !setup.demands().hosts().isEmpty()))
                    .map(StorageSetup::name)
                    .toList();
            return chosen.isEmpty() || setups.size() < 2
                    ? Optional.empty()
                    : Optional.of(CODE + ": node labels or lists of hosts choose the machines of "
                            + String.join(", ", chosen) + ": " + ADVICE);
        }

        /** Returns the warning about each run under a setup; empty if no node label selects the setup's machines. */
        public static Optional<String> warning(StorageSetup setup) {
            return isLabelled(setup)
                    ? Optional.of("a node label chooses the machines of setup " + setup.name() + ": " + ADVICE)
                    : Optional.empty();
        }

        private static boolean isLabelled(StorageSetup setup) {
            return setup.way() instanceof SetupWay.Label;
        }
    }
}
