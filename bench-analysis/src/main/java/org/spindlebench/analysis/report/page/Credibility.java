package org.spindlebench.analysis.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.CellSummary.CacheProofs;
import org.spindlebench.analysis.cell.CellSummary.CacheProofs.CacheState;
import org.spindlebench.analysis.compare.Comparison;
import org.spindlebench.analysis.compare.DriftFinding;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.device.SetupBandwidth;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.proof.RoleIo;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.analysis.report.page.HtmlReport.StatusLight;
import org.spindlebench.analysis.stats.SpeedUp;

/** Judges from the findings whether a reader can trust the answer. */
public final class Credibility {
    private static final int MOST_NAMES = 4;
    private static final Set<String> OF_ORDER = Set.of("not-interleaved", "confounded-with-time", "visits-incomplete");

    private final Findings findings;
    private final Set<String> warned;

    private Credibility(Findings findings) {
        this.findings = findings;
        this.warned = warnings(findings).map(Warning::code).collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Returns the status lights in the order of the HTML report. Without a valid run, no number can be trusted, and a
     * single light says so.
     */
    public static List<StatusLight> of(Findings findings, RunEvidence evidence) {
        Credibility trust = new Credibility(findings);
        List<StatusLight> lights = new ArrayList<>();
        lights.add(trust.runs());
        if (findings.cells().stream().noneMatch(CellSummary::isMeasured)) {
            return lights;
        }
        lights.add(trust.repeats());
        lights.add(trust.caches());
        lights.add(trust.order());
        lights.add(trust.drift());
        BandwidthLight.of(findings, evidence).ifPresent(lights::add);
        return lights;
    }

    /** Returns every warning on cells, comparisons and cost. */
    public static Stream<Warning> warnings(Findings findings) {
        return Stream.of(
                        findings.doubts().stream().map(doubt -> doubt.warning()),
                        findings.comparisons().flatMap(one -> one.warnings().stream()),
                        findings.cost() == null ? Stream.<Warning>empty() : findings.cost().warnings().stream())
                .flatMap(stream -> stream)
                .distinct();
    }

    private StatusLight runs() {
        int all = findings.cells().stream()
                .mapToInt(cell -> cell.counts().total())
                .sum();
        int valid =
                findings.cells().stream().mapToInt(cell -> cell.runs().size()).sum();
        List<String> without = findings.cells().stream()
                .filter(cell -> !cell.isMeasured())
                .map(cell -> cell.subject().job() + " on " + cell.subject().setup())
                .distinct()
                .toList();
        String says = valid + " of " + all + " runs are valid and used in the statistics" + unfinished();
        if (!without.isEmpty()) {
            return new StatusLight(
                    "valid runs",
                    StatusLight.Colour.RED,
                    says + "; none is valid of " + FewNames.of(without, MOST_NAMES));
        }
        boolean whole = valid == all && unfinished().isEmpty();
        return new StatusLight("valid runs", whole ? StatusLight.Colour.GREEN : StatusLight.Colour.AMBER, says);
    }

    /** Describes campaigns that are still running, or were ended. */
    private String unfinished() {
        int missing = Notices.unfinished(findings).stream()
                .mapToInt(campaign -> campaign.planned() - campaign.finished())
                .sum();
        return missing == 0
                ? ""
                : "; " + missing + (missing == 1 ? " planned run has" : " planned runs have")
                        + " not ended: still to come, interrupted, or given up";
    }

    private StatusLight repeats() {
        List<Comparison> all = findings.comparisons().toList();
        long without = all.stream()
                .filter(one -> one.speedUp().basis() != SpeedUp.IntervalBasis.INTERVAL)
                .count();
        if (all.isEmpty()) {
            long single = findings.cells().stream()
                    .filter(cell -> cell.runs().size() < 2)
                    .count();
            return single == 0
                    ? new StatusLight("repeats", StatusLight.Colour.GREEN, "every measurement was repeated")
                    : new StatusLight(
                            "repeats",
                            StatusLight.Colour.AMBER,
                            single + " of " + findings.cells().size() + " measurements have fewer than two valid runs");
        }
        if (without == 0) {
            return new StatusLight("repeats", StatusLight.Colour.GREEN, "every comparison has an interval");
        }
        return new StatusLight(
                "repeats",
                without == all.size() ? StatusLight.Colour.RED : StatusLight.Colour.AMBER,
                without + " of " + all.size()
                        + " comparisons have no interval: too few runs to distinguish a difference from chance");
    }

    private StatusLight caches() {
        List<CellSummary> measured =
                findings.cells().stream().filter(CellSummary::isMeasured).toList();
        Set<CacheState> states = measured.stream().map(CellSummary::cache).collect(Collectors.toSet());
        if (states.equals(Set.of(CacheState.COLD))) {
            return cooled(measured);
        }
        Map<String, Long> found = measured.stream()
                .collect(Collectors.groupingBy(Credibility::caches, TreeMap::new, Collectors.counting()));
        boolean warm = states.contains(CacheState.WARM) || states.contains(CacheState.MIXED);
        return new StatusLight(
                "caches",
                warm ? StatusLight.Colour.RED : StatusLight.Colour.AMBER,
                found.entrySet().stream()
                                .map(entry -> entry.getValue()
                                        + (entry.getValue() == 1 ? " measurement " : " measurements ")
                                        + entry.getKey())
                                .collect(Collectors.joining(", "))
                        + (warm ? ": data in memory did not come from the disks" : ""));
    }

    private static StatusLight cooled(List<CellSummary> cells) {
        CacheProofs proofs = cells.stream().map(CellSummary::cacheProofs).reduce(CacheProofs.NONE, CacheProofs::plus);
        if (proofs.complete()) {
            return new StatusLight(
                    "caches",
                    StatusLight.Colour.GREEN,
                    "emptied before every run, and proved cold for every job with input");
        }
        List<String> without = cells.stream()
                .filter(cell -> !cell.cacheProofs().complete())
                .map(cell -> cell.subject().job() + " on " + cell.subject().setup() + " "
                        + cell.cacheProofs().cold() + " of "
                        + cell.cacheProofs().runs())
                .toList();
        return new StatusLight(
                "caches",
                StatusLight.Colour.AMBER,
                "emptied before every run; " + proofs.text() + " (incomplete: " + FewNames.of(without, MOST_NAMES)
                        + ")");
    }

    private static String caches(CellSummary cell) {
        return switch (cell.cache()) {
            case COLD ->
                cell.cacheProofs().complete()
                        ? "with cold caches"
                        : "with caches that were emptied, not all proved cold";
            case WARM -> "with warm caches";
            case MIXED -> "with caches in several states";
            case UNKNOWN ->
                cell.comparable().containsKey("cache")
                        ? "whose source calls the caches " + cell.comparable().get("cache") + ", without proof"
                        : "without a record of their caches";
        };
    }

    private StatusLight order() {
        Set<String> found = new TreeSet<>(warned);
        found.retainAll(OF_ORDER);
        long setups = findings.cells().stream()
                .map(cell -> cell.subject().setup())
                .distinct()
                .count();
        if (found.isEmpty() && setups < 2) {
            return new StatusLight("order", StatusLight.Colour.GREEN, "there is only one setup");
        }
        if (found.isEmpty() && findings.families().isEmpty()) {
            return new StatusLight("order", StatusLight.Colour.AMBER, "nothing was compared, so this was not examined");
        }
        if (found.isEmpty() && !isTimed()) {
            return new StatusLight(
                    "order",
                    StatusLight.Colour.AMBER,
                    "the times of runs are unknown, so setups may not have taken turns");
        }
        if (found.isEmpty()) {
            return unwarnedOrder();
        }
        return new StatusLight(
                "order",
                found.contains("confounded-with-time") ? StatusLight.Colour.RED : StatusLight.Colour.AMBER,
                "setups were not measured in turn: any change over time looks like a difference between setups");
    }

    private StatusLight unwarnedOrder() {
        long all = findings.comparisons().count();
        long unknown =
                findings.comparisons().filter(one -> !one.isOrderExamined()).count();
        return unknown == 0
                ? new StatusLight("order", StatusLight.Colour.GREEN, "setups were measured in turn")
                : new StatusLight(
                        "order",
                        StatusLight.Colour.AMBER,
                        "whether setups were measured in turn is unknown for " + unknown + " of " + all
                                + " comparisons: a side has a single observation, or how much campaigns differ was stated");
    }

    private boolean isTimed() {
        return findings.cells().stream().flatMap(cell -> cell.runs().stream()).allMatch(run -> run.started() != null);
    }

    private StatusLight drift() {
        if (findings.drifts().isEmpty()) {
            return new StatusLight(
                    "drift",
                    StatusLight.Colour.AMBER,
                    "too few runs, or no times, to tell whether the cluster changed");
        }
        List<String> suspicious = findings.drifts().stream()
                .filter(one -> one.drift().isSuspicious())
                .map(DriftFinding::campaign)
                .toList();
        return suspicious.isEmpty()
                ? new StatusLight(
                        "drift",
                        StatusLight.Colour.GREEN,
                        String.format(
                                Locale.ROOT,
                                "no drift detected; from the first run to the last, durations may still have changed by up"
                                        + " to %.1f %%",
                                100
                                        * findings.drifts().stream()
                                                .mapToDouble(one -> one.drift().mostHidden())
                                                .max()
                                                .orElseThrow()))
                : new StatusLight(
                        "drift",
                        StatusLight.Colour.AMBER,
                        "durations changed with time in "
                                + (suspicious.size() <= 3
                                        ? String.join(", ", suspicious)
                                        : suspicious.size() + " campaigns"));
    }

    /** Judges whether the compared setups have equal bandwidth, as the papers assume. */
    static final class BandwidthLight {
        private static final String ABOUT = "bandwidth";

        /** The share by which setups' bandwidths may differ and still count as equal, as in a plan. */
        private static final double ALIKE = 0.1;

        private static final int MOST_SETUPS = 4;
        private static final double MEGA = 1e6;

        private BandwidthLight() {}

        /** Returns the light; empty if there is only one setup. */
        static Optional<StatusLight> of(Findings findings, RunEvidence evidence) {
            List<String> setups = findings.cells().stream()
                    .map(cell -> cell.subject().setup())
                    .distinct()
                    .toList();
            if (setups.size() < 2) {
                return Optional.empty();
            }
            List<SetupBandwidth> measured = DeviceCharts.compared(findings, evidence);
            List<String> without = setups.stream()
                    .filter(setup ->
                            measured.stream().noneMatch(one -> one.setup().equals(setup) && isWhole(one)))
                    .toList();
            if (!without.isEmpty()) {
                return Optional.of(amber("not measured"
                        + (without.size() == setups.size() ? "" : " of " + FewNames.of(without, MOST_SETUPS))
                        + ": nothing shows that the setups have equal bandwidth, as the papers assume"));
            }
            if (measured.stream().map(one -> one.named(ABOUT)).distinct().count() == 1) {
                return Optional.of(
                        amber(
                                "one measurement" + when(measured.get(0))
                                        + " stands for all, since they have the same setup. It cannot show whether their bandwidth was equal"));
            }
            List<String> different = new ArrayList<>();
            for (String role : List.of(RoleIo.HDFS, RoleIo.SHUFFLE)) {
                for (String operation : List.of("read", "write")) {
                    if (!alike(measured, role, operation)) {
                        different.add(figures(measured, role, operation));
                    }
                }
            }
            return Optional.of(
                    different.isEmpty()
                            ? new StatusLight(
                                    ABOUT,
                                    StatusLight.Colour.GREEN,
                                    "measured bandwidth of the setups is equal within 10 %")
                            : amber("this is not a comparison at equal bandwidth: " + String.join("; ", different)));
        }

        private static String when(SetupBandwidth measured) {
            return measured.measured() == null ? "" : " (" + measured.measured() + ")";
        }

        private static StatusLight amber(String says) {
            return new StatusLight(ABOUT, StatusLight.Colour.AMBER, says);
        }

        private static boolean isWhole(SetupBandwidth setup) {
            return List.of(RoleIo.HDFS, RoleIo.SHUFFLE).stream()
                    .allMatch(role -> setup.alone(role, "read").isPresent()
                            && setup.alone(role, "write").isPresent());
        }

        private static boolean alike(List<SetupBandwidth> setups, String role, String operation) {
            var all = setups.stream()
                    .mapToDouble(setup -> setup.alone(role, operation).orElseThrow())
                    .summaryStatistics();
            return all.getMax() <= all.getMin() * (1 + ALIKE);
        }

        /** Lists bandwidths, such as {@code HDFS read 720 MB/s on hdd-6, 1300 MB/s on ssd}. */
        private static String figures(List<SetupBandwidth> setups, String role, String operation) {
            return (role.equals(RoleIo.HDFS) ? "HDFS" : role) + " " + operation + " "
                    + FewNames.of(
                            setups.stream()
                                    .map(setup -> String.format(
                                            Locale.ROOT,
                                            "%.0f MB/s on %s",
                                            setup.alone(role, operation).orElseThrow() / MEGA,
                                            setup.setup()))
                                    .toList(),
                            MOST_SETUPS);
        }
    }
}
