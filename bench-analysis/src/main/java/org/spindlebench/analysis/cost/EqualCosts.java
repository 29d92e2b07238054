package org.spindlebench.analysis.cost;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Asks for every other setup how much of the baseline its price buys. */
final class EqualCosts {
    /** Prices are decimal: 14000 / 0.1 must not fall below its whole number by a rounding. */
    private static final double ROUNDING = 1e-9;

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

    /** As many of the baseline's devices per worker as the other's devices per worker cost. */
    private Optional<EqualCost> devices(SetupCost other) {
        Map<String, Integer> own = list.setups().get(baseline.setup()).devices();
        Double price = baseline.prices().device();
        Double spent = other.prices().device();
        if (own.size() != 1 || price == null || price == 0 || spent == null) {
            return Optional.empty();
        }
        int count = baseline.devices().count();
        long buys = whole(spent / (price / count));
        String as = buys == count
                ? baseline.setup()
                : setupWith(own.keySet().iterator().next(), buys);
        EqualCost.BindingLimit limit = as == null ? limitOfDevices(buys, count) : null;
        return Optional.of(new EqualCost(
                baseline.setup(), other.setup(), EqualCost.Unit.DEVICES_PER_WORKER, buys, count, limit, as));
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
        EqualCost.BindingLimit containers =
                limit(EqualCost.BindingLimit.Kind.CONTAINERS_PER_NODE, JobDurations.Work::containersPerNode);
        EqualCost.BindingLimit threads =
                limit(EqualCost.BindingLimit.Kind.HARDWARE_THREADS, JobDurations.Work::hardwareThreads);
        return Stream.of(containers, threads)
                .filter(limit -> limit != null && limit.measured() < buys)
                .min((one, other) -> Long.compare(one.measured(), other.measured()))
                .orElse(new EqualCost.BindingLimit(EqualCost.BindingLimit.Kind.DEVICES_PER_WORKER, count));
    }

    /** The most of it in any run of the baseline; null where no run says. */
    private EqualCost.BindingLimit limit(
            EqualCost.BindingLimit.Kind kind, Function<JobDurations.Work, Integer> property) {
        return durations.stream()
                .filter(job -> job.setup().equals(baseline.setup()))
                .map(job -> property.apply(job.work()))
                .filter(Objects::nonNull)
                .max(Integer::compare)
                .map(most -> new EqualCost.BindingLimit(kind, most))
                .orElse(null);
    }

    /** As many of the baseline's workers as the other's cluster costs, masters and switches as they are. */
    private Optional<EqualCost> workers(SetupCost other) {
        SetupCost.Prices own = baseline.prices();
        Double spent = other.prices().cluster();
        boolean known = own.node() != null && own.node() > 0 && own.cluster() != null && baseline.workers() != null;
        if (!known || spent == null) {
            return Optional.empty();
        }
        int count = baseline.workers();
        long buys = Math.max(0, whole((spent - own.cluster()) / own.node() + count));
        boolean same = buys == count;
        return Optional.of(new EqualCost(
                baseline.setup(),
                other.setup(),
                EqualCost.Unit.WORKERS,
                buys,
                count,
                same ? null : new EqualCost.BindingLimit(EqualCost.BindingLimit.Kind.WORKERS, count),
                same ? baseline.setup() : null));
    }

    private static long whole(double count) {
        return (long) Math.floor(count * (1 + ROUNDING));
    }
}
