package org.spindlebench.analysis.cost;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.spindlebench.analysis.cost.CostFindings.EqualCost;
import org.spindlebench.analysis.cost.CostFindings.QuadrantPoint;
import org.spindlebench.analysis.cost.CostOptions.Assumptions;
import org.spindlebench.analysis.cost.CostOptions.StorageTerms;
import org.spindlebench.analysis.cost.CostValue.CostMeasure;
import org.spindlebench.analysis.cost.CostValue.TimeCost;
import org.spindlebench.analysis.cost.CostValue.UnrankedCost;
import org.spindlebench.analysis.cost.JobDurations.JobSet;
import org.spindlebench.analysis.cost.PriceList.NothingPricedException;
import org.spindlebench.analysis.cost.PriceList.RunningCosts;
import org.spindlebench.analysis.cost.Ranking.RelativeCosts;
import org.spindlebench.analysis.record.ErasureCoding;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.analysis.stats.VisitedSample;

/** Computes the costs of all setups and jobs. */
final class CostStudy {
    private final PriceList list;
    private final CostOptions options;
    private final List<JobDurations> measured;
    private final SortedMap<String, SetupCost> costs = new TreeMap<>();
    private final CostWarnings warnings;

    CostStudy(PriceList list, List<JobDurations> all, CostOptions options) {
        this.list = list;
        this.options = options;
        this.warnings = new CostWarnings(list, options);
        requireDistinct(all);
        this.measured = all.stream()
                .filter(job -> list.setups().containsKey(job.setup()))
                .toList();
        requireSome(all);
        measured.forEach(job -> costs.computeIfAbsent(job.setup(), setup -> SetupCost.of(list, setup)));
        warnings.ofSetups(unpriced(all), costs.values());
        warnings.ofJobs(measured, costs);
    }

    private static void requireDistinct(List<JobDurations> all) {
        Set<UnrankedCost.CostSubject> seen = new HashSet<>();
        for (JobDurations job : all) {
            if (!seen.add(new UnrankedCost.CostSubject(job.setup(), job.job(), job.settings()))) {
                throw new IllegalArgumentException("two cells of " + job.job() + " on " + job.setup()
                        + " with settings " + job.settings() + ": merge their runs into one cell");
            }
        }
    }

    private void requireSome(List<JobDurations> all) {
        if (measured.isEmpty()) {
            throw new NothingPricedException("the price list " + list.about().name()
                    + " prices none of the measured setups: " + unpriced(all) + " were measured, and the list prices "
                    + list.setups().keySet() + ". Name the measured setups under `setups:` in the price list");
        }
    }

    private Set<String> unpriced(List<JobDurations> all) {
        Set<String> names = new TreeSet<>();
        all.forEach(job -> names.add(job.setup()));
        names.removeIf(name -> list.setups().containsKey(name));
        return names;
    }

    CostFindings findings() {
        List<UnrankedCost> drafts = new ArrayList<>();
        for (SetupCost cost : costs.values()) {
            StorageTerms stated = storage(list, cost.setup());
            drafts.addAll(PriceCosts.of(cost, stated));
            codings(cost.setup())
                    .filter(coding -> !coding.equals(stated.coding()))
                    .forEach(coding -> drafts.addAll(PriceCosts.coded(cost, stated.with(coding))));
        }
        measured.forEach(job -> drafts.addAll(JobCosts.of(list, options, costs.get(job.setup()), job)));
        List<EqualCost> equalCosts = List.of();
        SetupCost baseline = options.baseline() == null ? null : costs.get(options.baseline());
        if (options.baseline() != null && baseline == null) {
            warnings.ofBaseline();
        }
        if (baseline != null) {
            drafts.addAll(ofEachJob(baseline));
            drafts.addAll(overJobs(baseline));
            equalCosts = new EqualCosts(list, baseline, costs.values(), measured).all();
            drafts.addAll(counts(equalCosts));
            warnings.ofEqualCosts(equalCosts);
        }
        List<UnrankedCost> possible = warnings.withoutImpossible(drafts);
        List<CostValue> figures = new Ranking(list.about().currency(), options).of(possible);
        List<Warning> doubts = warnings.list();
        return new CostFindings(list.about(), list.terms(), figures, QuadrantPoint.of(possible), equalCosts, doubts);
    }

    /** Computes the costs of all priced setups that follow from prices alone. */
    static List<CostValue> ofPrices(PriceList list) {
        return list.setups().keySet().stream()
                .flatMap(setup -> PriceCosts.of(SetupCost.of(list, setup), storage(list, setup)).stream())
                .map(draft -> draft.ranked(list.about().currency(), null, List.of()))
                .toList();
    }

    CostFindings unranked() {
        List<UnrankedCost> drafts = new ArrayList<>();
        measured.forEach(job -> drafts.addAll(JobCosts.of(list, options, costs.get(job.setup()), job)));
        List<CostValue> figures = drafts.stream()
                .map(draft -> draft.ranked(list.about().currency(), null, List.of()))
                .toList();
        return new CostFindings(list.about(), list.terms(), figures, List.of(), List.of(), List.of());
    }

    /** Compares each job with the same job and settings on the baseline. */
    private List<UnrankedCost> ofEachJob(SetupCost baseline) {
        Map<JobSet.Task, VisitedSample> ofBaseline = new JobSet(measured, options).of(baseline.setup());
        List<UnrankedCost> drafts = new ArrayList<>();
        for (JobDurations job : measured) {
            VisitedSample base = ofBaseline.get(new JobSet.Task(job.job(), job.settings()));
            if (base != null) {
                drafts.addAll(RelativeCosts.figures(
                        list,
                        options,
                        new RelativeCosts.PricedSide(baseline, List.of(base)),
                        new RelativeCosts.PricedSide(
                                costs.get(job.setup()), List.of(options.runs().of(job.seconds()))),
                        new UnrankedCost.CostSubject(job.setup(), job.job(), job.settings())));
            }
        }
        return drafts;
    }

    /** Compares all jobs with the same shared settings together. Only jobs that every setup has run are included. */
    private List<UnrankedCost> overJobs(SetupCost baseline) {
        List<UnrankedCost> drafts = new ArrayList<>();
        Map<SortedMap<String, String>, JobSet> groups = JobSet.bySharedSettings(measured, options);
        groups.values().removeIf(jobs -> !jobs.setups().contains(baseline.setup()));
        warnings.ofLeftOut(groups);
        groups.values().removeIf(jobs -> jobs.common().size() < 2);
        for (var group : groups.entrySet()) {
            JobSet jobs = group.getValue();
            RelativeCosts.PricedSide base = new RelativeCosts.PricedSide(baseline, jobs.commonOf(baseline.setup()));
            for (String setup : jobs.setups()) {
                RelativeCosts.PricedSide side = new RelativeCosts.PricedSide(costs.get(setup), jobs.commonOf(setup));
                UnrankedCost.CostSubject about = new UnrankedCost.CostSubject(setup, null, group.getKey());
                drafts.addAll(RelativeCosts.figures(list, options, base, side, about));
            }
        }
        return drafts;
    }

    private static List<UnrankedCost> counts(List<EqualCost> equalCosts) {
        return equalCosts.stream()
                .map(equal -> UnrankedCost.ofPrices(
                        UnrankedCost.CostSubject.setup(equal.forPriceOf()),
                        equal.unit() == EqualCost.CountedUnit.WORKERS
                                ? CostMeasure.EQUAL_COST_WORKERS
                                : CostMeasure.EQUAL_COST_DEVICES,
                        (double) equal.count()))
                .toList();
    }

    private static StorageTerms storage(PriceList list, String setup) {
        return list.terms().storage().with(list.setups().get(setup).coding());
    }

    /** Returns the erasure-coding policies that measured runs of a setup used. */
    private Stream<ErasureCoding> codings(String setup) {
        return measured.stream()
                .filter(job -> job.setup().equals(setup) && job.settings().containsKey(PriceCosts.CODING))
                .map(job -> job.settings().get(PriceCosts.CODING))
                .distinct()
                .flatMap(name -> ErasureCoding.of(name).stream());
    }

    /** Computes the costs of one job on one setup: a constant times the duration, its square or its reciprocal. */
    static final class JobCosts {
        private static final double SECONDS_PER_HOUR = 3600;
        private static final double SECONDS_PER_DAY = 86_400;
        private static final double JOULES_PER_KWH = 3.6e6;

        private final PriceList list;
        private final CostOptions options;
        private final SetupCost cost;
        private final JobDurations job;
        private final List<UnrankedCost> drafts = new ArrayList<>();

        private JobCosts(PriceList list, CostOptions options, SetupCost cost, JobDurations job) {
            this.list = list;
            this.options = options;
            this.cost = cost;
            this.job = job;
        }

        static List<UnrankedCost> of(PriceList list, CostOptions options, SetupCost cost, JobDurations job) {
            JobCosts figures = new JobCosts(list, options, cost, job);
            figures.byTheHour();
            figures.overTheYears();
            figures.energy();
            figures.wear();
            return figures.drafts;
        }

        private void byTheHour() {
            add(CostMeasure.TIME, 1.0, 1);
            add(CostMeasure.HOURLY_COST, cost.perSecond().value(), 1);
            add(CostMeasure.COST_TIMES_TIME, cost.perSecond().value(), 2);
        }

        private void overTheYears() {
            Assumptions terms = list.terms();
            if (terms.utilisation() != null) {
                add(CostMeasure.JOBS_PER_DAY, terms.utilisation() * SECONDS_PER_DAY, -1);
                add(CostMeasure.JOBS_IN_LIFE, terms.busySeconds().value(), -1);
            }
            add(CostMeasure.COST_PER_JOB, cost.perBusySecond(terms).value(), 1);
            Double total = cost.prices().total();
            boolean known = total != null && total > 0 && job.work().bytes() != null;
            add(CostMeasure.THROUGHPUT_PER_PRICE, known ? job.work().bytes() / total : null, -1);
        }

        private void energy() {
            if (cost.watts() == null) {
                return;
            }
            RunningCosts running = list.running();
            double kwhPerSecond = cost.watts() * running.powerUsageEffectiveness() / JOULES_PER_KWH;
            add(CostMeasure.ENERGY_PER_JOB, kwhPerSecond, 1);
            add(
                    CostMeasure.ENERGY_COST_PER_JOB,
                    running.pricePerKwh() == null ? null : kwhPerSecond * running.pricePerKwh(),
                    1);
        }

        private void wear() {
            Double written = job.work().bytesWrittenToDevices();
            Double endurance = cost.devices().enduranceOfEach();
            Double utilisation = list.terms().utilisation();
            if (written == null || written == 0 || endurance == null || utilisation == null || cost.workers() == null) {
                return;
            }
            double perDevice = written
                    * list.terms().storage().writeAmplification()
                    / (cost.workers() * cost.devices().count());
            double jobsPerYearTimesSeconds = utilisation * Assumptions.HOURS_PER_YEAR * SECONDS_PER_HOUR;
            double wearPerYear = perDevice / endurance * jobsPerYearTimesSeconds;
            add(CostMeasure.DEVICE_WEAR, wearPerYear * list.terms().years(), -1);
            add(CostMeasure.DEVICE_LIFE, 1 / wearPerYear, 1);
        }

        private void add(CostMeasure measure, Double factor, int power) {
            if (factor == null) {
                return;
            }
            VisitedSample seconds = options.runs().of(job.seconds());
            TimeCost timed = new TimeCost(List.of(seconds), factor, power);
            drafts.add(new UnrankedCost(
                    new UnrankedCost.CostSubject(job.setup(), job.job(), job.settings()),
                    measure,
                    timed.value(),
                    timed.interval(options.confidence()),
                    options.runs().ofJob(),
                    timed));
        }
    }

    /** Computes the number of devices or workers of the baseline that the price of every other setup would buy. */
    static final class EqualCosts {
        private final PriceList list;
        private final SetupCost baseline;
        private final Collection<SetupCost> measured;
        private final List<JobDurations> durations;

        EqualCosts(PriceList list, SetupCost baseline, Collection<SetupCost> measured, List<JobDurations> durations) {
            this.list = list;
            this.baseline = baseline;
            this.measured = measured;
            this.durations = durations;
        }

        List<EqualCost> all() {
            List<EqualCost> all = new ArrayList<>();
            for (SetupCost other : measured) {
                if (!other.setup().equals(baseline.setup())) {
                    devices(other).ifPresent(all::add);
                    workers(other).ifPresent(all::add);
                }
            }
            return all;
        }

        /**
         * Computes the number of the baseline's devices per worker that the other setup's devices per worker would buy.
         */
        private Optional<EqualCost> devices(SetupCost other) {
            Map<String, Integer> own = list.setups().get(baseline.setup()).devices();
            Double spent = new AgainstBaseline(other, baseline, list.terms())
                    .equalDevices()
                    .value();
            if (own.size() != 1 || spent == null) {
                return Optional.empty();
            }
            int count = baseline.devices().count();
            long buys = AgainstBaseline.whole(spent);
            String as = buys == count
                    ? baseline.setup()
                    : setupWith(own.keySet().iterator().next(), buys);
            EqualCost.BindingLimit limit = as == null ? limitOfDevices(buys, count) : null;
            return Optional.of(new EqualCost(
                    baseline.setup(), other.setup(), EqualCost.CountedUnit.DEVICES_PER_WORKER, buys, count, limit, as));
        }

        private String setupWith(String kind, long count) {
            return measured.stream()
                    .map(SetupCost::setup)
                    .filter(name -> {
                        Map<String, Integer> devices = list.setups().get(name).devices();
                        return devices.size() == 1 && devices.getOrDefault(kind, 0) == count;
                    })
                    .findFirst()
                    .orElse(null);
        }

        private EqualCost.BindingLimit limitOfDevices(long buys, int count) {
            EqualCost.BindingLimit containers = limit(
                    EqualCost.BindingLimit.LimitKind.CONTAINERS_PER_NODE, JobDurations.RunWork::containersPerNode);
            EqualCost.BindingLimit threads =
                    limit(EqualCost.BindingLimit.LimitKind.HARDWARE_THREADS, JobDurations.RunWork::hardwareThreads);
            return Stream.of(containers, threads)
                    .filter(limit -> limit != null && limit.measured() < buys)
                    .min((one, other) -> Long.compare(one.measured(), other.measured()))
                    .orElse(new EqualCost.BindingLimit(EqualCost.BindingLimit.LimitKind.DEVICES_PER_WORKER, count));
        }

        /** Returns the limit with the greatest value in any run of the baseline; null if no run states the value. */
        private EqualCost.BindingLimit limit(
                EqualCost.BindingLimit.LimitKind kind, Function<JobDurations.RunWork, Integer> property) {
            return durations.stream()
                    .filter(job -> job.setup().equals(baseline.setup()))
                    .map(job -> property.apply(job.work()))
                    .filter(Objects::nonNull)
                    .max(Integer::compare)
                    .map(most -> new EqualCost.BindingLimit(kind, most))
                    .orElse(null);
        }

        /** Computes the baseline's workers at the other cluster's price, with unchanged masters and switches. */
        private Optional<EqualCost> workers(SetupCost other) {
            Double spent = new AgainstBaseline(other, baseline, list.terms())
                    .equalWorkers()
                    .value();
            if (spent == null) {
                return Optional.empty();
            }
            int count = baseline.workers();
            long buys = AgainstBaseline.whole(spent);
            boolean same = buys == count;
            return Optional.of(new EqualCost(
                    baseline.setup(),
                    other.setup(),
                    EqualCost.CountedUnit.WORKERS,
                    buys,
                    count,
                    same ? null : new EqualCost.BindingLimit(EqualCost.BindingLimit.LimitKind.WORKERS, count),
                    same ? baseline.setup() : null));
        }
    }
}
