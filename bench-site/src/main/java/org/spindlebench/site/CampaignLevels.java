package org.spindlebench.site;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.spindlebench.analysis.cell.LimitMedians;
import org.spindlebench.analysis.device.SetupBandwidth;
import org.spindlebench.analysis.limit.LimitShares;
import org.spindlebench.analysis.limit.Limiter;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.runner.plan.MeasuredSetups;

/**
 * The levels that one campaign measured on one setup: a point of a timeline.
 *
 * @param started the start of the first run
 * @param jobs by job and settings, the mean of ln(seconds) over the valid runs
 * @param byProcessors the jobs whose pace processors set for at least 60 % of the time, in most runs that say so
 * @param versions what may have changed since the campaign before, such as the kernel, by name
 * @param devices by role and operation, ln(seconds per byte) of the devices, as {@code devices} measured them within a
 *     day before; empty if it did not
 */
record CampaignLevels(
        String campaign,
        String setup,
        Instant started,
        SortedMap<String, SortedMap<String, Double>> jobs,
        Set<String> byProcessors,
        SortedMap<String, String> versions,
        SortedMap<String, Double> devices) {
    /** Collects the runs of one campaign, setup by setup. */
    static final class Collector {
        private final Map<String, OneSetup> setups = new TreeMap<>();

        void add(RunRecord run) {
            if (run.status() == Status.OK && run.times() != null && run.times().elapsed() != null) {
                setups.computeIfAbsent(run.subject().setup(), none -> new OneSetup())
                        .add(run);
            }
        }

        /** Returns the levels of each setup whose runs have a time; without a time, campaigns have no order. */
        List<CampaignLevels> levels(String campaign, MeasuredSetups measured) {
            List<CampaignLevels> all = new ArrayList<>();
            setups.forEach((setup, runs) -> {
                if (runs.started != null) {
                    all.add(runs.levels(
                            campaign,
                            setup,
                            measured.before(setup, runs.started)
                                    .map(CampaignLevels::secondsPerByte)
                                    .orElseGet(TreeMap::new)));
                }
            });
            return all;
        }
    }

    private static SortedMap<String, Double> secondsPerByte(SetupBandwidth measured) {
        SortedMap<String, Double> levels = new TreeMap<>();
        measured.figures().stream()
                .filter(one -> one.alone() != null && one.alone() > 0)
                .forEach(one -> levels.put(one.role() + " " + one.operation(), -Math.log(one.alone())));
        return levels;
    }

    private static final class OneSetup {
        private final SortedMap<String, SortedMap<String, double[]>> sums = new TreeMap<>();
        private final Map<String, int[]> processors = new HashMap<>();
        private final Map<String, Set<String>> versions = new TreeMap<>();
        private Instant started;

        void add(RunRecord run) {
            Subject subject = run.subject();
            double[] sum = sums.computeIfAbsent(subject.job(), none -> new TreeMap<>())
                    .computeIfAbsent(subject.sortedSettings().toString(), none -> new double[2]);
            sum[0] += Math.log(run.times().elapsed());
            sum[1]++;
            LimitShares limits = run.evidence() == null ? null : run.evidence().limits();
            if (limits != null) {
                int[] counts = processors.computeIfAbsent(subject.job(), none -> new int[2]);
                counts[limits.pace(Limiter.PROCESSORS) >= LimitMedians.LEAST ? 1 : 0]++;
            }
            Instant start = run.times().yarnStarted();
            started = start == null || (started != null && started.isBefore(start)) ? started : start;
            addVersions(run);
        }

        private void addVersions(RunRecord run) {
            if (run.software() != null) {
                add("Hadoop", run.software().hadoopCluster());
                add("Java of the client", run.software().java());
                add("Spindle", run.software().spindle());
            }
            if (run.evidence() != null) {
                run.evidence().layout().forEach(node -> add("kernel", node.kernel()));
                run.evidence().layout().stream()
                        .map(NodeLayout::devices)
                        .filter(Objects::nonNull)
                        .flatMap(List::stream)
                        .filter(device -> device.hardware() != null)
                        .forEach(device ->
                                add("firmware of disks", device.hardware().firmware()));
            }
        }

        private void add(String name, String version) {
            if (version != null && !version.isBlank()) {
                versions.computeIfAbsent(name, none -> new TreeSet<>()).add(version);
            }
        }

        CampaignLevels levels(String campaign, String setup, SortedMap<String, Double> devices) {
            SortedMap<String, SortedMap<String, Double>> jobs = new TreeMap<>();
            sums.forEach((job, cells) -> {
                SortedMap<String, Double> means = new TreeMap<>();
                cells.forEach((settings, sum) -> means.put(settings, sum[0] / sum[1]));
                jobs.put(job, means);
            });
            Set<String> limited = new HashSet<>();
            processors.forEach((job, counts) -> {
                if (counts[1] > counts[0]) {
                    limited.add(job);
                }
            });
            SortedMap<String, String> joined = new TreeMap<>();
            versions.forEach((name, all) -> joined.put(name, String.join(", ", all)));
            return new CampaignLevels(campaign, setup, started, jobs, limited, joined, devices);
        }
    }
}
