package org.spindlebench.runner.campaign;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.spindlebench.analysis.device.DeviceProbeReport;
import org.spindlebench.analysis.device.DeviceProbeReport.DeviceMeasurement;
import org.spindlebench.jobs.device.DeviceProbe;
import org.spindlebench.jobs.device.ProbeSettings;
import org.spindlebench.jobs.probe.layout.Finding;
import org.spindlebench.runner.campaign.CampaignRequest.SetupDirectories;
import org.spindlebench.runner.options.Cold;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.SmallPlan;
import org.spindlebench.runner.probe.DeviceFindings;
import org.spindlebench.runner.process.ThisHost;

/**
 * Gives a comparison of directories the sizes that suit their speed, which Spindle measures before the first run. The
 * slowest directory should be busy for most of each job, and the whole comparison should take about an hour.
 */
public final class SizedCampaign {
    /** The bandwidth in bytes/s for which the suite states its sizes. */
    public static final double STATED_FOR = 100e6;

    private static final double SMALLEST = 0.1;

    /**
     * One processor can handle the stated sizes in the time of a job. Larger sizes would only make the campaign longer.
     */
    private static final double MOST_PER_PROCESSOR = 1;

    /**
     * The share of a directory's free space that the runs may take; it is smaller than the share that Spindle refuses.
     */
    private static final double SHARE_OF_FREE = 0.4;

    /** The longest time for reading decoys, in all runs together. */
    private static final Duration LONGEST_EVICTION = Duration.ofMinutes(10);

    private static final long FILE_BYTES = 512L << 20;
    private static final Duration LIMIT = Duration.ofSeconds(90);
    private static final double MB = 1e6;
    private static final double GB = 1e9;

    private SizedCampaign() {}

    /** Returns the request with its final sizes and its way of cooling. Other requests stay as they are. */
    static CampaignRequest of(CampaignRequest request) throws IOException, InterruptedException {
        Optional<SetupDirectories> sized = request.source().sized();
        if (sized.isEmpty()) {
            return request;
        }
        request.err().println("Measuring the directories, about a minute ...");
        Map<String, Double> speeds = measure(sized.get(), request.plan().seed());
        if (speeds.isEmpty()) {
            request.err()
                    .println("warning: no directory could be measured, so the sizes are those of the suite, which are"
                            + " for " + megabytes(STATED_FOR) + ".");
            return request;
        }
        SizeFactors sizes = SizeFactors.of(
                speeds,
                Runtime.getRuntime().availableProcessors(),
                free(sized.get()),
                request.plan().first().runs().stream()
                        .mapToLong(run -> run.size().bytes())
                        .sum());
        request.err().println(sizes.describe());
        Plan plan = SmallPlan.scaled(request.plan(), sizes.factor());
        if (sized.get().cools()) {
            EvictionTime eviction = EvictionTime.of(speeds, plan, memory());
            request.err().println(eviction.describe());
            if (eviction.fits()) {
                request.options().imply("--cold", new Cold.Evict(OptionalLong.empty()).text());
            }
        }
        return request.with(plan);
    }

    /** Returns the bandwidth of each setup's directory in bytes/s. Directories that could not be measured are omitted. */
    private static Map<String, Double> measure(SetupDirectories directories, long seed)
            throws IOException, InterruptedException {
        ProbeSettings settings = new ProbeSettings.Builder()
                .seed(seed)
                .fileBytes(FILE_BYTES)
                .randomBlocks(List.of())
                .limit(LIMIT)
                .build();
        List<Finding> findings = new ArrayList<>();
        List<String> paths =
                directories.bySetup().values().stream().map(Path::toString).toList();
        new DeviceProbe(settings).run(paths, findings::add);
        DeviceProbeReport result = DeviceFindings.of(ThisHost.name(), findings);
        Map<String, Double> speeds = new LinkedHashMap<>();
        directories.bySetup().forEach((setup, path) -> {
            List<Double> seconds = result.measurements().stream()
                    .filter(one -> one.others() == 0 && one.directory().equals(path.toString()))
                    .map(DeviceMeasurement::bandwidth)
                    .filter(Objects::nonNull)
                    .map(bandwidth -> 1 / bandwidth)
                    .toList();
            if (!seconds.isEmpty()) {
                speeds.put(
                        setup,
                        1
                                / seconds.stream()
                                        .mapToDouble(Double::doubleValue)
                                        .average()
                                        .orElseThrow());
            }
        });
        return speeds;
    }

    private static long free(SetupDirectories directories) throws IOException {
        long least = Long.MAX_VALUE;
        for (Path directory : directories.bySetup().values()) {
            least = Math.min(least, Files.getFileStore(directory).getUsableSpace());
        }
        return least;
    }

    private static long memory() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
    }

    private static String megabytes(double bandwidth) {
        return String.format(Locale.ROOT, "%.0f MB/s", bandwidth / MB);
    }

    /**
     * The sizes of a comparison.
     *
     * @param speeds bandwidths of the directories in bytes/s, the mean of writing and reading the same bytes
     * @param wanted the factor that makes the stated sizes suit the slowest directory
     * @param byProcessors the factor above which the processors would limit the jobs
     * @param byRoom the largest factor that fits into the space
     */
    record SizeFactors(Map<String, Double> speeds, double wanted, double byProcessors, double byRoom) {
        /**
         * @param free the free bytes of the directory with the least space
         * @param bytes the bytes of all runs of a visit as stated; about the same number is stored at one time
         */
        static SizeFactors of(Map<String, Double> speeds, int processors, long free, long bytes) {
            return new SizeFactors(
                    speeds,
                    Collections.min(speeds.values()) / STATED_FOR,
                    processors * MOST_PER_PROCESSOR,
                    SHARE_OF_FREE * free / bytes);
        }

        double factor() {
            return Math.max(SMALLEST, Math.min(wanted, Math.min(byProcessors, byRoom)));
        }

        String describe() {
            String slowest = Collections.min(speeds.entrySet(), Map.Entry.comparingByValue())
                    .getKey();
            String measured = speeds.entrySet().stream()
                    .map(speed -> speed.getKey() + " " + megabytes(speed.getValue()))
                    .collect(Collectors.joining(", "));
            String text = String.format(
                    Locale.ROOT,
                    "Measured (writing and reading): %s. All sizes are %.1f times those of the suite.",
                    measured,
                    factor());
            if (factor() >= wanted) {
                return text + " Each directory takes about half an hour. " + slowest
                        + " should be busy for more than half of a job.";
            }
            return text
                    + (byRoom < byProcessors
                            ? " There is no room for larger ones, so " + slowest
                                    + " is busy for a smaller share of a job, and the comparison takes less than an"
                                    + " hour."
                            : " The processors limit the jobs more than " + slowest
                                    + " does, so expect small differences.");
        }
    }

    /**
     * The time that it takes to read decoys before each run, so that no earlier data stays in the page cache.
     *
     * @param memory the bytes of this machine's memory
     */
    record EvictionTime(Duration time, long memory) {
        static EvictionTime of(Map<String, Double> speeds, Plan plan, long memory) {
            // Each visit writes the decoys, and each run reads them.
            double seconds = plan.visits().stream()
                    .mapToDouble(visit ->
                            (visit.runs().size() + 1) * memory / speeds.getOrDefault(visit.setup(), STATED_FOR))
                    .sum();
            return new EvictionTime(Duration.ofSeconds(Math.round(seconds)), memory);
        }

        boolean fits() {
            return time.compareTo(LONGEST_EVICTION) <= 0;
        }

        String describe() {
            String text = String.format(
                    Locale.ROOT,
                    "This user cannot drop caches, and reading more than the %.0f GB of memory before each run takes about"
                            + " %d min in all.",
                    memory / GB,
                    Math.max(1, time.toMinutes()));
            return text
                    + (fits()
                            ? " Spindle does that (--cold evict)."
                            : " Spindle leaves that out, so caches stay WARM: what a job reads may come from memory. Run as"
                                    + " root for cold caches, or add --cold evict.");
        }
    }
}
