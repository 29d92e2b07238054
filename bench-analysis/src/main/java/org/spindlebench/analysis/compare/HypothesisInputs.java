package org.spindlebench.analysis.compare;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.CellMeasures.MeasuredQuantity;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.DeviceMeans;
import org.spindlebench.analysis.claim.Claim;
import org.spindlebench.analysis.cost.PriceList;
import org.spindlebench.analysis.cost.SetupCost;
import org.spindlebench.analysis.hypothesis.Hypothesis;
import org.spindlebench.analysis.hypothesis.Hypothesis.MeasureName;
import org.spindlebench.analysis.hypothesis.Hypothesis.SetupPair;
import org.spindlebench.analysis.hypothesis.Hypothesis.Study;
import org.spindlebench.analysis.hypothesis.Judgement;
import org.spindlebench.analysis.hypothesis.Judgement.Observed;
import org.spindlebench.analysis.hypothesis.Judgement.Observed.Load;
import org.spindlebench.analysis.proof.RoleIo;
import org.spindlebench.analysis.stats.Contrast;
import org.spindlebench.analysis.stats.SuiteRatio;
import org.spindlebench.analysis.stats.VisitedPair;
import org.spindlebench.analysis.stats.VisitedSample;

/** Provides a hypothesis with the values on its setups. */
final class HypothesisInputs {
    private final Hypothesis hypothesis;
    private final ComparisonOptions options;
    private final List<BestSettings> best;
    private final Map<String, List<CellSummary>> bySetup;

    private HypothesisInputs(
            Hypothesis hypothesis,
            ComparisonOptions options,
            List<BestSettings> best,
            Map<String, List<CellSummary>> bySetup) {
        this.hypothesis = hypothesis;
        this.options = options;
        this.best = best;
        this.bySetup = bySetup;
    }

    /** Judges the study's hypotheses, those that were stated before the first run first. */
    static List<Judgement> judgements(
            ComparisonOptions options, List<BestSettings> best, Map<String, List<CellSummary>> bySetup) {
        Study study = options.study();
        return Stream.concat(
                        study.hypotheses().stream()
                                .map(one -> new HypothesisInputs(one, options, best, bySetup).judgement())
                                .map(one -> one.with(one.claim().in(Claim.HYPOTHESES))),
                        study.later().stream()
                                .map(one -> new HypothesisInputs(one, options, best, bySetup).judgement()))
                .toList();
    }

    private Judgement judgement() {
        Judgement judgement = Judgement.of(hypothesis, observed(), options.confidence());
        List<String> absent = Stream.concat(hypothesis.against().stream(), Stream.of(hypothesis.contender()))
                .filter(options.study().notEmulated()::contains)
                .toList();
        return absent.isEmpty() ? judgement : judgement.lacking("not emulated: " + String.join(", ", absent));
    }

    private List<Observed> observed() {
        if (hypothesis.isOfOwnValues()) {
            return cells(hypothesis.contender()).stream().map(this::ofValues).toList();
        }
        if (!hypothesis.with().isEmpty()) {
            return ofOtherSettings();
        }
        return hypothesis.pairs().stream()
                .flatMap(pair -> hypothesis.isPooled()
                        ? pooled(pair).stream()
                        : hypothesis.bestSettings() ? ofBest(pair).stream() : observed(pair).stream())
                .toList();
    }

    /** Returns the values of the claim's quantity; null if a run, or the price list, does not state it. */
    private VisitedSample values(MeasureName quantity, CellSummary cell) {
        if (!cell.isMeasured()) {
            return null;
        }
        return quantity.quantities().isEmpty()
                ? values(quantity, cell.sample(), cell.subject().setup())
                : shared(quantity).map(cell.measures().samples()::get).orElse(null);
    }

    /**
     * Returns the first quantity that all cells of the hypothesis state. No kind of throughput replaces another, so
     * Spindle never compares two kinds.
     */
    private Optional<MeasuredQuantity> shared(MeasureName quantity) {
        List<CellSummary> measured = Stream.concat(hypothesis.against().stream(), Stream.of(hypothesis.contender()))
                .flatMap(setup -> cells(setup).stream())
                .filter(CellSummary::isMeasured)
                .toList();
        return quantity.quantities().stream()
                .filter(one -> measured.stream()
                        .allMatch(cell -> cell.measures().samples().containsKey(one)))
                .findFirst();
    }

    /** Returns the values of a quantity that follows from durations; null if the price list does not state it. */
    private VisitedSample values(MeasureName quantity, VisitedSample seconds, String setup) {
        if (quantity == MeasureName.DURATION) {
            return seconds;
        }
        PriceList list = options.prices();
        if (list == null || !list.setups().containsKey(setup)) {
            return null;
        }
        SetupCost.Prices prices = SetupCost.of(list, setup).prices();
        Double price =
                switch (quantity) {
                    case DEVICE_PRICE_PER_PERFORMANCE -> prices.device();
                    case COST_PER_JOB -> prices.total();
                    default -> prices.hourly();
                };
        return price == null || price <= 0 ? null : seconds.times(price);
    }

    /** Returns a pair of values. Its ratio is a speed-up, or the contender's value over the baseline's. */
    private VisitedPair pair(VisitedSample baseline, VisitedSample contender) {
        if (baseline == null || contender == null) {
            return null;
        }
        return hypothesis.isOfSpeed() ? new VisitedPair(baseline, contender) : new VisitedPair(contender, baseline);
    }

    private Observed ofValues(CellSummary cell) {
        SetupPair own = new SetupPair("", hypothesis.contender());
        MeasureName over = hypothesis.measure().over();
        VisitedSample values = values(hypothesis.measure().quantity(), cell);
        VisitedSample divisor = over == null ? null : values(over, cell);
        Contrast contrast = values == null || (over != null && divisor == null)
                ? null
                : Contrast.ofValues(over == null ? values : values.over(divisor));
        return new Observed(own, cell.subject().job(), cell.comparable(), contrast);
    }

    /** Compares the contender's cells that have the claim's settings with its cells that differ in nothing else. */
    private List<Observed> ofOtherSettings() {
        SortedMap<String, String> with = hypothesis.with();
        Map<Boolean, List<CellSummary>> cells = cells(hypothesis.contender()).stream()
                .collect(Collectors.partitioningBy(
                        cell -> cell.comparable().entrySet().containsAll(with.entrySet())));
        SetupPair own = new SetupPair(hypothesis.contender(), hypothesis.contender());
        List<Observed> observed = new ArrayList<>();
        for (CellSummary cell : cells.get(true)) {
            List<CellSummary> others = cells.get(false).stream()
                    .filter(other -> other.subject().job().equals(cell.subject().job())
                            && hypothesis.differOnlyInWith(cell.comparable(), other.comparable()))
                    .toList();
            if (others.isEmpty()) {
                observed.add(new Observed(own, cell.subject().job(), cell.comparable(), (VisitedPair) null));
            }
            others.forEach(other -> observed.add(observed(own, other, cell, other.comparable())));
        }
        return observed;
    }

    /** The job and the settings that all measurements of one pooled ratio share. */
    private record Pool(String job, SortedMap<String, String> settings) {}

    /**
     * Returns one ratio of all jobs together, or of all settings, for each pool. There is no ratio if anything is
     * missing on one side, or has too few visits together with the rest: the claim would then be about only the rest.
     */
    private List<Observed> pooled(SetupPair setups) {
        Map<Pool, List<Observed>> pools = new LinkedHashMap<>();
        for (Observed one : observed(setups)) {
            SortedMap<String, String> kept =
                    hypothesis.under() == Hypothesis.Under.MEAN ? new TreeMap<>() : Judgement.shared(one.settings());
            kept.putAll(hypothesis.settings());
            Pool pool = new Pool(hypothesis.isTogether() ? Hypothesis.TOGETHER : one.job(), kept);
            pools.computeIfAbsent(pool, none -> new ArrayList<>()).add(one);
        }
        Set<String> jobs = jobs(pools.values().stream().flatMap(List::stream).toList());
        return pools.entrySet().stream()
                .map(pool -> new Observed(
                        setups,
                        pool.getKey().job(),
                        pool.getKey().settings(),
                        null,
                        hypothesis.isTogether() && !jobs(pool.getValue()).equals(jobs)
                                ? null
                                : contrast(pool.getValue()),
                        Load.least(
                                pool.getValue().stream().map(Observed::baseline).toList()),
                        Load.least(pool.getValue().stream()
                                .map(Observed::contender)
                                .toList()),
                        false))
                .toList();
    }

    private static Set<String> jobs(List<Observed> observed) {
        return observed.stream().map(Observed::job).collect(Collectors.toSet());
    }

    private Contrast contrast(List<Observed> pool) {
        if (pool.stream().anyMatch(one -> one.pair() == null)) {
            return null;
        }
        SuiteRatio ratio = SuiteRatio.of(pool.stream().map(Observed::pair).toList(), options.confidence(), null);
        return ratio.leftOut().isEmpty() ? ratio.contrast() : null;
    }

    /**
     * Returns the measurements of a hypothesis's jobs, with the best settings on each setup. For a job that was run
     * with one choice of settings for the same work, that choice is the best.
     */
    private List<Observed> ofBest(SetupPair setups) {
        List<BestSettings> own = best.stream()
                .filter(one -> one.choice() == BestSettings.Choice.OWN)
                .filter(one -> hypothesis.isAbout(one.job(), one.settings()))
                .toList();
        List<Observed> observed = observed(setups).stream()
                .filter(one -> best.stream().noneMatch(searched -> isOfTheSameWork(one, searched)))
                .collect(Collectors.toCollection(ArrayList::new));
        for (BestSettings base : own) {
            for (BestSettings contender : own) {
                if (base.setup().equals(setups.baseline())
                        && contender.setup().equals(setups.contender())
                        && base.job().equals(contender.job())
                        && base.settings().equals(contender.settings())) {
                    observed.add(ofBest(setups, base, contender));
                }
            }
        }
        return observed;
    }

    private Observed ofBest(SetupPair setups, BestSettings base, BestSettings contender) {
        MeasureName quantity = hypothesis.measure().quantity();
        VisitedPair pair = pair(
                values(quantity, base.estimate(), base.setup()),
                values(quantity, contender.estimate(), contender.setup()));
        return new Observed(
                setups,
                base.job(),
                base.settings(),
                pair,
                null,
                load(base.best()),
                load(contender.best()),
                base.isInSample() || contender.isInSample());
    }

    private static boolean isOfTheSameWork(Observed one, BestSettings searched) {
        return one.job().equals(searched.job())
                && one.settings().entrySet().containsAll(searched.settings().entrySet());
    }

    private static Load load(CellSummary cell) {
        DeviceMeans devices = cell.devices();
        return devices == null || devices.limits() == null
                ? Load.UNKNOWN
                : new Load(
                        devices.limits().storage(),
                        devices.limits().processors(),
                        premise(devices, cell.sizes().peakContainers()));
    }

    /** Returns other facts that show a reader whether a job uses the devices, each after a semicolon. */
    private static String premise(DeviceMeans devices, Double tasks) {
        StringBuilder text = new StringBuilder();
        Map<String, Integer> directories = devices.directories();
        if (tasks != null && directories.containsKey(RoleIo.HDFS) && directories.containsKey(RoleIo.SHUFFLE)) {
            text.append("; at most ").append(Math.round(tasks));
            text.append(" tasks at once for ").append(directories.get(RoleIo.HDFS));
            text.append(" directories of HDFS and ").append(directories.get(RoleIo.SHUFFLE));
            text.append(" of the shuffle");
        }
        if (devices.shuffleReads() != null) {
            text.append("; at most ").append(Math.round(100 * devices.shuffleReads()));
            text.append(" % of the shuffle's reads reached a device");
        }
        return text.toString();
    }

    /** Returns the measurements of a hypothesis's jobs with equal settings, even of jobs on only one setup. */
    private List<Observed> observed(SetupPair setups) {
        List<CellSummary> baselines = cells(setups.baseline());
        List<CellSummary> contenders = cells(setups.contender());
        List<Observed> observed = new ArrayList<>();
        Set<CellSummary> paired = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Pairing.Pair pair :
                Pairing.of(baselines, contenders, Collections.emptySortedSet()).pairs()) {
            observed.add(observed(setups, pair.baseline(), pair.contender(), pair.settings()));
            paired.add(pair.baseline());
            paired.add(pair.contender());
        }
        Stream.of(baselines, contenders)
                .flatMap(Collection::stream)
                .filter(cell -> !paired.contains(cell))
                .forEach(cell -> observed.add(
                        new Observed(setups, cell.subject().job(), cell.comparable(), (VisitedPair) null)));
        return observed;
    }

    private Observed observed(
            SetupPair setups, CellSummary baseline, CellSummary contender, SortedMap<String, String> settings) {
        MeasureName quantity = hypothesis.measure().quantity();
        return new Observed(
                setups,
                baseline.subject().job(),
                settings,
                pair(values(quantity, baseline), values(quantity, contender)),
                load(baseline),
                load(contender));
    }

    private List<CellSummary> cells(String setup) {
        return bySetup.getOrDefault(setup, List.of()).stream()
                .filter(cell -> hypothesis.isAbout(cell.subject().job(), cell.comparable()))
                .toList();
    }
}
