package org.spindlebench.analysis.cost;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.spindlebench.analysis.cost.CostFindings.EqualCost;
import org.spindlebench.analysis.cost.CostValue.CostMeasure;
import org.spindlebench.analysis.cost.CostValue.UnrankedCost;
import org.spindlebench.analysis.cost.JobDurations.JobSet;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.record.Warning;

/** Collects reasons to distrust costs, and reasons why costs could not be computed. */
final class CostWarnings {
    private static final int MOST_SHOWN = 5;

    private final PriceList list;
    private final CostOptions options;
    private final List<Warning> found = new ArrayList<>();

    CostWarnings(PriceList list, CostOptions options) {
        this.list = list;
        this.options = options;
    }

    List<Warning> list() {
        return List.copyOf(found);
    }

    private void add(String code, String message) {
        found.add(new Warning(code, message));
    }

    void ofSetups(Set<String> unpriced, Collection<SetupCost> costs) {
        if (!unpriced.isEmpty()) {
            add(
                    "setup-not-priced",
                    "no cost of " + String.join(", ", unpriced) + ": the price list "
                            + list.about().name() + " does not price them; name them under `setups:`");
        }
        incomplete(CostMeasure.HOURLY_RATE, costs);
        if (!list.statesHourlyPrices()) {
            incomplete(CostMeasure.CLUSTER_PRICE, costs);
            incomplete(
                    CostMeasure.TOTAL_COST,
                    costs.stream()
                            .filter(cost -> cost.prices().cluster() != null)
                            .toList());
        }
    }

    /** Adds one warning for all setups that lack the same inputs. */
    private void incomplete(CostMeasure measure, Collection<SetupCost> costs) {
        if (measure == CostMeasure.HOURLY_RATE && !list.statesHourlyPrices()) {
            return;
        }
        Map<String, SortedSet<String>> setups = new TreeMap<>();
        for (SetupCost cost : costs) {
            SortedSet<String> missing = cost.missing(measure);
            if (!missing.isEmpty()) {
                setups.computeIfAbsent(String.join(", ", missing), keys -> new TreeSet<>())
                        .add(cost.setup());
            }
        }
        setups.forEach((keys, names) -> add(
                "price-incomplete",
                "no " + measure.code() + " of " + String.join(", ", names) + ": the price list does not state "
                        + keys));
    }

    void ofJobs(List<JobDurations> measured, SortedMap<String, SetupCost> costs) {
        boolean anyTotal =
                costs.values().stream().anyMatch(cost -> cost.prices().total() != null);
        if (list.terms().utilisation() == null && anyTotal) {
            add(
                    "utilisation-not-stated",
                    "no cost per job, jobs per day or wear: they need the share of time in which jobs run; state"
                            + " `utilisation:` in the price list");
        }
        if (options.runs() == CostOptions.CountedRuns.BEST) {
            add(
                    "best-of-runs",
                    "every cost is that of the fastest run, which favours setups with many or widely spread runs and has no"
                            + " interval");
        } else {
            singleRuns(measured);
        }
        mixedDevices(measured, costs);
    }

    private void singleRuns(List<JobDurations> measured) {
        SortedSet<String> single = new TreeSet<>();
        measured.stream()
                .filter(job -> job.seconds().observations().n() == 1)
                .forEach(job -> single.add(job.job() + " on " + job.setup()));
        if (!single.isEmpty()) {
            add(
                    "ranked-without-intervals",
                    "only one run, or one visit, of " + FewNames.of(single, MOST_SHOWN)
                            + ": costs have no interval, and ranks are uncertain");
        }
    }

    private void mixedDevices(List<JobDurations> measured, SortedMap<String, SetupCost> costs) {
        SortedSet<String> mixed = new TreeSet<>();
        for (JobDurations job : measured) {
            Map<String, Integer> devices = list.setups().get(job.setup()).devices();
            boolean worn = devices.keySet().stream()
                    .anyMatch(kind -> list.parts().devices().get(kind).writeEndurance() != null);
            if (worn && devices.size() > 1 && job.work().bytesWrittenToDevices() != null) {
                mixed.add(costs.get(job.setup()).setup());
            }
        }
        if (!mixed.isEmpty()) {
            add(
                    "wear-of-mixed-devices",
                    "no wear of " + String.join(", ", mixed) + ": it is unknown which kind of device took the"
                            + " bytes");
        }
    }

    void ofBaseline() {
        add(
                "baseline-not-priced",
                "costs are not compared: the baseline " + options.baseline()
                        + " was not measured, or the price list does not" + " price it");
    }

    /**
     * Warns of jobs left out of means.
     *
     * @param groups the jobs that are combined, by their shared settings
     */
    void ofLeftOut(Map<SortedMap<String, String>, JobSet> groups) {
        List<String> left = new ArrayList<>();
        groups.forEach((settings, jobs) -> {
            SortedSet<JobSet.Task> tasks = jobs.all();
            tasks.removeAll(jobs.common());
            tasks.forEach(task -> left.add(task + with(settings)));
        });
        if (!left.isEmpty()) {
            add(
                    "jobs-left-out",
                    "means over jobs leave out " + FewNames.of(left, MOST_SHOWN) + ": not all setups have run them");
        }
    }

    void ofEqualCosts(List<EqualCost> equalCosts) {
        for (EqualCost equal : equalCosts) {
            if (equal.limit() != null) {
                add(
                        "not-extrapolated",
                        "the price of " + equal.forPriceOf() + " buys " + equal.count() + " " + words(equal.unit())
                                + " of "
                                + equal.baseline() + " (measured with " + equal.measured()
                                + "), but their"
                                + " performance is unknown: no run had more than "
                                + equal.limit().measured() + " "
                                + equal.limit().kind().title());
            }
        }
    }

    private static String words(EqualCost.CountedUnit unit) {
        return unit == EqualCost.CountedUnit.WORKERS ? "workers" : "devices per worker";
    }

    /** Removes negative prices from the drafts, and warns of them. */
    List<UnrankedCost> withoutImpossible(List<UnrankedCost> drafts) {
        List<String> unpaid = new ArrayList<>();
        List<String> outOfReach = new ArrayList<>();
        List<UnrankedCost> possible = new ArrayList<>();
        for (UnrankedCost draft : drafts) {
            if (draft.value() < 0) {
                unpaid.add(draft.measure().code() + " of " + about(draft));
            } else {
                possible.add(draft);
            }
            if (draft.measure() == CostMeasure.BREAK_EVEN_UTILISATION && draft.value() > 1) {
                outOfReach.add(about(draft));
            }
        }
        if (!unpaid.isEmpty()) {
            add("no-break-even", "no " + FewNames.of(unpaid, MOST_SHOWN) + ": even free devices would not be worth it");
        }
        if (!outOfReach.isEmpty()) {
            add(
                    "utilisation-out-of-reach",
                    "break_even_utilisation is above 1 for " + FewNames.of(outOfReach, MOST_SHOWN)
                            + ": at every utilisation, a job costs more than on the baseline");
        }
        return possible;
    }

    private static String about(UnrankedCost draft) {
        UnrankedCost.CostSubject about = draft.about();
        String job = about.job() == null ? " over all jobs" : " for " + about.job();
        return about.setup() + job + with(about.settings());
    }

    private static String with(SortedMap<String, String> settings) {
        return settings.isEmpty() ? "" : " with " + settings;
    }
}
