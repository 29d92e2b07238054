package org.spindlebench.it.embedded;

import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.ToolRunner;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.runner.cluster.AmTail;
import org.spindlebench.runner.cluster.LogLevels;
import org.spindlebench.runner.cluster.embedded.EmbeddedCluster;
import org.spindlebench.runner.cluster.embedded.EmbeddedOptions;

/**
 * Measures the overhead of a job: runs a TeraGen of 2 maps and 2 MB several times, each until its ApplicationMaster's
 * container has gone. A separate program, for the numbers in docs/embedded.md.
 */
public final class TinyJobs {

    private static final int JOBS = 7;
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final double NANOS = 1e9;

    private TinyJobs() {}

    /** @param args settings as key=value, which override the tuned ones */
    public static void main(String[] args) throws Exception {
        LogLevels.quiet();
        Map<String, String> overrides = new HashMap<>();
        for (String arg : args) {
            overrides.put(arg.substring(0, arg.indexOf('=')), arg.substring(arg.indexOf('=') + 1));
        }
        long begin = System.nanoTime();
        try (EmbeddedCluster cluster =
                EmbeddedCluster.start(EmbeddedOptions.defaults().withOverrides(overrides))) {
            System.out.printf("cluster up after %.1f s%n", secondsSince(begin));
            measure(cluster.configuration());
            begin = System.nanoTime();
        }
        System.out.printf("cluster down after %.1f s%n", secondsSince(begin));
        // CHECKSTYLE:OFF daemons leave threads behind
        System.exit(0);
        // CHECKSTYLE:ON
    }

    private static void measure(Configuration conf) throws Exception {
        double[] done = new double[JOBS];
        double[] gone = new double[JOBS];
        try (YarnClient yarn = YarnClient.createYarnClient()) {
            yarn.init(conf);
            yarn.start();
            for (int i = 0; i < JOBS; i++) {
                long begin = System.nanoTime();
                teraGen(conf, "/tiny" + i);
                done[i] = secondsSince(begin);
                ApplicationId application = lastOf(yarn);
                AmTail.await(yarn, conf, application, LIMIT);
                gone[i] = secondsSince(begin);
                System.out.printf("job %d: done %.1f s, AM gone %.1f s%n", i + 1, done[i], gone[i]);
            }
        }
        System.out.printf("median: done %.1f s, AM gone %.1f s%n", median(done), median(gone));
    }

    private static void teraGen(Configuration conf, String output) throws Exception {
        Configuration job = new Configuration(conf);
        job.setInt("mapreduce.job.maps", 2);
        if (ToolRunner.run(job, ToolName.TERAGEN.create(), new String[] {"20000", output}) != 0) {
            throw new IllegalStateException("TeraGen failed");
        }
    }

    private static ApplicationId lastOf(YarnClient yarn) throws Exception {
        return yarn.getApplications().stream()
                .map(ApplicationReport::getApplicationId)
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    private static double secondsSince(long begin) {
        return (System.nanoTime() - begin) / NANOS;
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
