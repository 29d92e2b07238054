package org.spindlebench.runner.check;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.spindlebench.jobs.tera.TeraSample;
import org.spindlebench.runner.check.PastRuns.PastRun;
import org.spindlebench.runner.cluster.ClusterShape;
import org.spindlebench.runner.cluster.ClusterShape.NodeShape;
import org.spindlebench.runner.jobs.InputData;
import org.spindlebench.runner.jobs.InputData.ContentKind;
import org.spindlebench.runner.jobs.JobCatalog;
import org.spindlebench.runner.jobs.TeraSortJob;
import org.spindlebench.runner.plan.Plan.Visit;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.run.CampaignSettings;
import org.spindlebench.runner.run.ClusterAccess;
import org.spindlebench.runner.run.Cooling;
import org.spindlebench.runner.run.Inputs;
import org.spindlebench.runner.run.SizedRun;
import org.spindlebench.runner.run.Sizing;

/** Estimates the time and space that a plan takes, from the cluster's shape and from earlier runs on it. */
public final class Estimator {
    /** Reduces store map output when they fetch it and while they merge it, in addition to the maps' own copy. */
    private static final int REDUCE_COPIES = 2;

    /**
     * The bytes per node of the largest small plan. At 10 MB/s per node, which is slower than any disk, such a plan
     * takes a few minutes.
     */
    private static final long SMALL_BYTES_PER_NODE = 4_000_000_000L;

    private static final int SMALL_RUNS = 100;

    private final ClusterAccess cluster;
    private final Sizing sizing;
    private final CampaignSettings settings;
    private final PastRuns past;

    public Estimator(ClusterAccess cluster, Sizing sizing, CampaignSettings settings, PastRuns past) {
        this.cluster = cluster;
        this.sizing = sizing;
        this.settings = settings;
        this.past = past;
    }

    public Estimate estimate() throws IOException {
        Visit visit = settings.visit();
        return new Estimate(
                Estimate.SCHEMA,
                new Estimate.Hdfs(
                        new Preflight(cluster, sizing, settings).peakBytes(visit.runs()),
                        cluster.storage().remainingOn(settings.hosts())),
                new Estimate.LocalSpace(localBytesPerNode(visit), null),
                queueShare(visit),
                time(visit),
                null);
    }

    private long localBytesPerNode(Visit visit) {
        long most = 0;
        long together = 0;
        for (RunSpec run : visit.runs()) {
            SizedRun sized = sizing.size(run);
            long mapOutput = sized.job().mapOutput(sized.bytes());
            for (InputData content : Inputs.kept(sized.input())) {
                // TeraSort makes the sorted rows, which needs space for its map output.
                if (content.kind() == ContentKind.TERA_SORTED) {
                    mapOutput = Math.max(mapOutput, JobCatalog.named("terasort").mapOutput(content.bytes()));
                }
            }
            // If a job has fewer tasks than there are hosts, some hosts get nothing and the others get more.
            long perNode = (long)
                    Math.ceil(mapOutput * (1 + REDUCE_COPIES * unevenness(sized)) / Math.max(1, sized.busyNodes()));
            most = Math.max(most, perNode);
            together += run.isConcurrent() ? perNode : 0;
        }
        return Math.max(most, together);
    }

    /**
     * Returns the most bytes that the reduces of one host fetch, as a multiple of the mean. Some hosts run one
     * reduce more than others, and TeraSort's reduces are of uneven size. The result is an upper limit, because it
     * assumes that all of the host's reduces are as large as the largest reduce.
     */
    private static double unevenness(SizedRun sized) {
        int nodes = Math.max(1, sized.nodes());
        int reduces = Math.max(1, sized.reduces());
        double most = Math.ceil((double) reduces / nodes) * Math.min(nodes, reduces) / reduces;
        boolean sampled = sized.input()
                .filter(content -> content.kind() == ContentKind.TERA || content.kind() == ContentKind.TERA_SORTED)
                .isPresent();
        return sampled
                ? most * TeraSample.largest(TeraSortJob.sampledKeys(sized.configuration(), reduces), reduces)
                : most;
    }

    private Double queueShare(Visit visit) {
        ClusterShape shape = sizing.shape();
        long granted = Math.min(
                shape.queue().userMemory(),
                shape.nodes().stream().mapToLong(NodeShape::memory).sum());
        long most = visit.runs().stream().mapToLong(sizing::memory).max().orElse(0);
        return most == 0 || granted <= 0 ? null : Double.valueOf(Math.min(1, (double) most / granted));
    }

    /** Returns the estimated seconds of each run of the visit, without the runs that have no estimate. */
    public Map<RunSpec, Double> seconds() {
        return seconds(settings.visit(), new TreeSet<>());
    }

    /** Returns the estimated seconds of the job of each run, without the runs that have no estimate. */
    public Map<RunSpec, Double> jobSeconds() {
        Map<RunSpec, Double> seconds = new LinkedHashMap<>();
        Visit visit = settings.visit();
        for (RunSpec run : visit.runs()) {
            List<PastRun> known = past.like(run.job(), visit.setup(), asked(run));
            if (!known.isEmpty()) {
                seconds.put(run, trend(known).at(sizing.size(run).bytes()));
            }
        }
        return seconds;
    }

    /** @param campaigns receives the campaigns from which the estimate comes */
    private Map<RunSpec, Double> seconds(Visit visit, Set<String> campaigns) {
        Map<RunSpec, Double> seconds = new LinkedHashMap<>();
        Set<String> inputs = new HashSet<>();
        Map<List<Object>, List<PastRun>> alike = new HashMap<>();
        for (RunSpec run : visit.runs()) {
            SizedRun sized = sizing.size(run);
            Map<String, String> asked = asked(run);
            List<PastRun> known = alike.computeIfAbsent(
                    List.of(run.job(), asked), any -> cooledAlike(past.like(run.job(), visit.setup(), asked)));
            if (!known.isEmpty()) {
                known.forEach(like -> campaigns.add(like.campaign()));
                double preparing = sized.input()
                        .filter(content -> inputs.add(content.id()))
                        .map(content -> new Trend(past.preparations(content.kind())).at(sized.bytes()))
                        .orElse(0.0);
                seconds.put(run, seconds(known, sized.bytes()) + preparing);
            }
        }
        return seconds;
    }

    private Estimate.Time time(Visit visit) {
        Set<String> campaigns = new TreeSet<>();
        Map<RunSpec, Double> known = seconds(visit, campaigns);
        Set<String> unknown = new LinkedHashSet<>();
        visit.runs().stream().filter(run -> !known.containsKey(run)).forEach(run -> unknown.add(run.job()));
        double bytesPerNode = visit.runs().stream()
                .map(sizing::size)
                .mapToDouble(SizedRun::bytesPerNode)
                .sum();
        boolean small = !evicts() && visit.runs().size() <= SMALL_RUNS && bytesPerNode <= SMALL_BYTES_PER_NODE;
        return new Estimate.Time(
                unknown.isEmpty()
                        ? Double.valueOf(known.values().stream()
                                .mapToDouble(Double::doubleValue)
                                .sum())
                        : null,
                new ArrayList<>(campaigns),
                new ArrayList<>(unknown),
                small);
    }

    /**
     * Returns only the runs that were cooled like this campaign, because reading decoys takes longer than most jobs.
     */
    private List<PastRun> cooledAlike(List<PastRun> known) {
        return known.stream().filter(run -> run.evicted() == evicts()).toList();
    }

    private boolean evicts() {
        return settings.cooling().storedBytes() > 0;
    }

    private static double seconds(List<PastRun> known, long bytes) {
        double rest = known.stream().mapToDouble(PastRun::rest).average().orElse(0);
        return trend(known).at(bytes) + rest;
    }

    private static Trend trend(List<PastRun> known) {
        return new Trend(known.stream()
                .map(run -> new Trend.TrendPoint(run.bytes(), run.tasks()))
                .toList());
    }

    /** Returns the settings, except the size, that distinguish a run from others. */
    private Map<String, String> asked(RunSpec run) {
        Map<String, String> asked = new TreeMap<>(run.settings());
        asked.remove(run.size().setting());
        asked.put("cache", settings.cooling() instanceof Cooling.NoCooling ? "warm" : "cold");
        return asked;
    }

    /**
     * Measured seconds as a function of bytes. Other sizes follow the line through the two nearest measured sizes. With
     * only one size, or if the line falls, seconds are assumed to be proportional to bytes.
     *
     * @param points the measurements; at least one
     */
    public record Trend(List<TrendPoint> points) {
        /**
         * A measured duration.
         *
         * @param bytes more than 0
         * @param seconds at least 0
         */
        public record TrendPoint(long bytes, double seconds) {}

        public Trend {
            if (points.isEmpty()) {
                throw new IllegalArgumentException("nothing was measured");
            }
            points = List.copyOf(points);
        }

        public double at(long bytes) {
            Map<Long, Double> means = points.stream()
                    .collect(Collectors.groupingBy(
                            TrendPoint::bytes, TreeMap::new, Collectors.averagingDouble(TrendPoint::seconds)));
            List<TrendPoint> nearest = means.entrySet().stream()
                    .map(mean -> new TrendPoint(mean.getKey(), mean.getValue()))
                    .sorted(Comparator.comparingDouble(point -> Math.abs(Math.log((double) point.bytes() / bytes))))
                    .limit(2)
                    .toList();
            TrendPoint one = nearest.get(0);
            double proportional = one.seconds() * bytes / one.bytes();
            if (one.bytes() == bytes || nearest.size() == 1) {
                return proportional;
            }
            TrendPoint other = nearest.get(1);
            double slope = (other.seconds() - one.seconds()) / (other.bytes() - one.bytes());
            double onLine = one.seconds() + slope * (bytes - one.bytes());
            return slope > 0 && onLine > 0 ? onLine : proportional;
        }
    }
}
