package org.spindlebench.runner.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.RunRecord.Steps;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.runner.check.Estimator.Trend;
import org.spindlebench.runner.cluster.ClusterShape;
import org.spindlebench.runner.cluster.ClusterShape.NodeShape;
import org.spindlebench.runner.jobs.InputData.ContentKind;
import org.spindlebench.runner.jobs.JobCatalog;
import org.spindlebench.runner.jobs.MeasuredJob;
import org.spindlebench.runner.lab.LabState;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.PlanFile;
import org.spindlebench.runner.run.CampaignDirectory;
import org.spindlebench.runner.run.Environment;
import org.spindlebench.runner.run.Eviction;

/** The time that earlier runs took, according to the records of campaigns and calibrations. */
public record PastRuns(List<PastRun> runs) {
    /**
     * The subdirectory of a results root for calibration campaigns, which make one small run of each job. These runs
     * are not results.
     */
    public static final String CALIBRATION = "calibration";

    /**
     * The largest number of campaigns to read. Older runs add little, and all of their records would have to be read.
     */
    private static final int MOST_CAMPAIGNS = 20;

    private static final Comparator<NodeShape> ORDER = Comparator.comparing(NodeShape::host)
            .thenComparingLong(NodeShape::memory)
            .thenComparingInt(NodeShape::vcores);

    public PastRuns {
        runs = List.copyOf(runs);
    }

    /**
     * Reads the runs of the latest campaigns on the same nodes. Records that are damaged or of another version are
     * skipped, because an estimate must not prevent a campaign.
     */
    public static PastRuns read(Path out, Environment now) {
        return latest(Stream.of(out, out.resolve(CALIBRATION))
                .flatMap(PastRuns::campaigns)
                .filter(campaign -> ranHere(campaign, now)));
    }

    static PastRuns readAll(Path out) {
        return latest(campaigns(out));
    }

    private static PastRuns latest(Stream<CampaignDirectory> campaigns) {
        List<PastRun> runs = new ArrayList<>();
        campaigns
                .sorted(Comparator.comparing(PastRuns::planned).reversed())
                .limit(MOST_CAMPAIGNS)
                .forEach(campaign -> addRuns(campaign, runs));
        return new PastRuns(runs);
    }

    private static Stream<CampaignDirectory> campaigns(Path root) {
        if (!Files.isDirectory(root)) {
            return Stream.empty();
        }
        try (Stream<Path> found = Files.list(root)) {
            return found
                    .filter(directory -> Files.isRegularFile(directory.resolve(PlanFile.NAME)))
                    .map(CampaignDirectory::new)
                    .flatMap(PastRuns::conditions)
                    .toList()
                    .stream();
        } catch (IOException unreadable) {
            return Stream.empty();
        }
    }

    /** Returns the directories with a campaign's conditions. An experiment has one for each setup. */
    private static Stream<CampaignDirectory> conditions(CampaignDirectory campaign) {
        List<String> setups = campaign.setups();
        return setups.isEmpty() ? Stream.of(campaign) : setups.stream().map(campaign::ofSetup);
    }

    private static long planned(CampaignDirectory campaign) {
        return campaign.plan().toFile().lastModified();
    }

    private static boolean ranHere(CampaignDirectory campaign, Environment now) {
        try {
            Environment then = JsonDocument.read(campaign.environment(), Environment.class, Environment.SCHEMA);
            return then.embedded() == now.embedded()
                    && Objects.equals(scale(then), scale(now))
                    && then.shape().dataNodes() == now.shape().dataNodes()
                    && nodes(then.shape()).equals(nodes(now.shape()));
        } catch (IOException | RuntimeException none) {
            return false;
        }
    }

    /** Returns the number by which bandwidths are divided; null on real disks. */
    private static Integer scale(Environment environment) {
        LabState laboratory = environment.laboratory();
        return laboratory == null ? null : (Integer) laboratory.scale();
    }

    /** Returns the hosts with their capacity, ignoring current use. */
    private static List<NodeShape> nodes(ClusterShape shape) {
        return shape.nodes().stream()
                .map(node -> new NodeShape(node.host(), node.memory(), 0, node.vcores(), 0))
                .sorted(ORDER)
                .toList();
    }

    private static void addRuns(CampaignDirectory campaign, List<PastRun> runs) {
        try (Stream<RunRecord> records = Records.read(campaign.root())) {
            Integer scale = scale(JsonDocument.read(campaign.environment(), Environment.class, Environment.SCHEMA));
            records.filter(campaign::isOfConditions)
                    .map(run -> PastRun.of(run, scale))
                    .flatMap(Optional::stream)
                    .forEach(runs::add);
        } catch (IOException | RuntimeException damaged) {
            // The runs before the damaged record are still usable.
        }
    }

    /** Returns the runs of a job that are most similar to the given setup and settings; empty if none are known. */
    List<PastRun> like(String job, String setup, Map<String, String> settings) {
        List<PastRun> ofJob = runs.stream().filter(run -> run.job().equals(job)).toList();
        int most = ofJob.stream()
                .mapToInt(run -> run.likeness(setup, settings))
                .max()
                .orElse(0);
        return ofJob.stream()
                .filter(run -> run.likeness(setup, settings) == most)
                .toList();
    }

    /**
     * Returns runs with all of these settings. Returns runs under other setups only if there are none under this setup.
     *
     * @param scale the number by which bandwidths are divided; null on real disks
     */
    List<PastRun> same(String job, String setup, Integer scale, Map<String, String> settings) {
        List<PastRun> same = runs.stream()
                .filter(run -> run.job().equals(job)
                        && Objects.equals(run.scale(), scale)
                        && run.settings().entrySet().containsAll(settings.entrySet()))
                .toList();
        List<PastRun> ofSetup =
                same.stream().filter(run -> run.setup().equals(setup)).toList();
        return ofSetup.isEmpty() ? same : ofSetup;
    }

    /**
     * Returns the coefficient of variation of a job's time from visit to visit, pooled over the plan's jobs and over
     * earlier campaigns that visited the same setup at least twice; empty if there are none.
     *
     * @param scales the number by which the bandwidths of a setup's disks are divided; nothing for real disks
     */
    OptionalDouble variation(Plan plan, Map<String, Integer> scales) {
        double squares = 0;
        int df = 0;
        for (List<PastRun> cell : runs.stream()
                .filter(one -> one.visit() != null
                        && Objects.equals(one.scale(), scales.get(one.setup()))
                        && isPlanned(plan, one))
                .collect(Collectors.groupingBy(one -> List.of(one.campaign(), one.setup(), one.job(), one.settings())))
                .values()) {
            Sample visits = Sample.of(List.copyOf(cell.stream()
                    .collect(Collectors.groupingBy(
                            PastRun::visit, Collectors.averagingDouble(one -> Math.log(one.elapsed()))))
                    .values()));
            double sd = visits.sd().orElse(0);
            squares += sd * sd * (visits.n() - 1);
            df += visits.n() - 1;
        }
        return squares == 0 ? OptionalDouble.empty() : OptionalDouble.of(Math.sqrt(Math.expm1(squares / df)));
    }

    /** Checks whether a plan has the same run. The settings of a record include those that follow from its job. */
    private static boolean isPlanned(Plan plan, PastRun past) {
        return plan.visits().stream()
                .filter(visit -> visit.setup().equals(past.setup()))
                .limit(1)
                .flatMap(visit -> visit.runs().stream())
                .anyMatch(run -> run.job().equals(past.job())
                        && past.settings().entrySet().containsAll(run.settings().entrySet()));
    }

    /**
     * Returns the longest time that it took to make an input of a kind, for each campaign and size. Only the first run
     * makes the input, and later runs reuse it.
     */
    List<Trend.TrendPoint> preparations(ContentKind kind) {
        if (runs.isEmpty()) {
            return List.of();
        }
        Set<String> readers = JobCatalog.all().stream()
                .filter(job -> job.input().equals(Optional.of(kind)))
                .map(MeasuredJob::name)
                .collect(Collectors.toSet());
        Map<List<Object>, Trend.TrendPoint> longest = new HashMap<>();
        runs.stream()
                .filter(run -> readers.contains(run.job()))
                .forEach(run -> longest.merge(
                        List.of(run.campaign(), run.bytes()),
                        new Trend.TrendPoint(run.bytes(), run.prepare()),
                        (one, other) -> one.seconds() > other.seconds() ? one : other));
        return List.copyOf(longest.values());
    }

    /**
     * The time that a valid run of an earlier campaign took.
     *
     * @param visit the number of its visit; null in a campaign of one setup
     * @param scale the number by which the bandwidths of its disks were divided; null on real disks
     * @param settings the settings that runs must share to be comparable
     * @param bytes the requested total size in bytes
     * @param tasks the seconds from the start of its first task to the end of its last task, which grow with the bytes
     * @param elapsed the seconds that reports compare, from YARN's acceptance to the job's end
     * @param evicted whether its caches were cooled with decoys, which takes a long time
     * @param rest other seconds by the client's clock: starting and ending the job, cooling, verifying, cleaning
     * @param prepare seconds for finding or making its input
     */
    record PastRun(
            String campaign,
            Integer visit,
            String job,
            String setup,
            Integer scale,
            Map<String, String> settings,
            long bytes,
            boolean evicted,
            double elapsed,
            double tasks,
            double rest,
            double prepare) {
        private static final double MILLIS = 1000;

        /** Returns the times of a run; empty if the run was not valid or has no times. */
        static Optional<PastRun> of(RunRecord run, Integer scale) {
            Steps steps = run.steps();
            Long bytes = run.sizes() == null ? null : run.sizes().bytes();
            Optional<Double> tasks = tasks(run.tasks());
            if (run.status() != Status.OK || steps == null || bytes == null || bytes < 1 || tasks.isEmpty()) {
                return Optional.empty();
            }
            double prepare = Objects.requireNonNullElse(steps.prepare(), 0.0);
            return Optional.of(new PastRun(
                    run.identity().campaign(),
                    run.position() == null ? null : run.position().visit(),
                    run.subject().job(),
                    run.subject().setup(),
                    scale,
                    run.subject().settings(),
                    bytes,
                    run.cache() != null && run.cache().method().equals(Eviction.METHOD),
                    Objects.requireNonNullElse(run.times().elapsed(), tasks.get()),
                    tasks.get(),
                    Math.max(0, steps.total() - prepare - tasks.get()),
                    prepare));
        }

        private static Optional<Double> tasks(List<TaskTimes> tasks) {
            Optional<Instant> first = tasks.stream()
                    .map(TaskTimes::started)
                    .filter(Objects::nonNull)
                    .min(Comparator.naturalOrder());
            Optional<Instant> last = tasks.stream()
                    .map(TaskTimes::finished)
                    .filter(Objects::nonNull)
                    .max(Comparator.naturalOrder());
            return first.flatMap(
                    from -> last.map(to -> Duration.between(from, to).toMillis() / MILLIS));
        }

        /** Counts the settings that runs share. The setup outweighs all settings, because setups are compared. */
        int likeness(String otherSetup, Map<String, String> otherSettings) {
            int alike = (int) otherSettings.entrySet().stream()
                    .filter(setting -> setting.getValue().equals(settings.get(setting.getKey())))
                    .count();
            return alike + (setup.equals(otherSetup) ? otherSettings.size() + 1 : 0);
        }
    }
}
