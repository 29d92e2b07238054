package org.spindlebench.runner.collect;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.CounterGroup;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.TypeConverter;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.GetCountersRequest;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.GetJobReportRequest;
import org.apache.hadoop.mapreduce.v2.api.records.JobReport;
import org.apache.hadoop.mapreduce.v2.jobhistory.JobHistoryUtils;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.util.Records;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.cluster.HadoopCluster;
import org.spindlebench.runner.cluster.Outage;
import org.spindlebench.runner.collect.JobHistory.HistoryReader;
import org.spindlebench.runner.collect.JobHistory.JobTimes;
import org.spindlebench.runner.collect.JobHistory.Metric;
import org.spindlebench.runner.collect.JobHistoryImporter.HistoryFile;
import org.spindlebench.runner.conf.HadoopKeys.HadoopValue;
import org.spindlebench.runner.conf.Secrets;

/** Runs every collector on the JobHistoryServer, one after another. */
public final class Collectors implements HistoryReader {
    /** All metrics. In a record they are under {@code metrics}, except for metrics with their own field. */
    public static final List<Metric> METRICS = List.of(new ReduceSkew(), new MapOutputRatio());

    private final HadoopCluster cluster;

    public Collectors(HadoopCluster cluster) {
        this.cluster = cluster;
    }

    @Override
    public JobHistory read(String jobId, Duration appears) throws IOException {
        try {
            probe();
            return completed(readFromServer(jobId, appears));
        } catch (IOException e) {
            Optional<JobHistory> left =
                    Outage.of(e).isEmpty() ? Optional.empty() : LeftHistory.read(cluster.configuration(), jobId);
            return completed(left.orElseThrow(() -> e));
        }
    }

    private JobHistory readFromServer(String jobId, Duration appears) throws IOException {
        try (HistoryJob job = HistoryJob.open(cluster.configuration(), jobId, appears)) {
            JobTimes times = times(job);
            TaskTimesCollector.EndedAttempts attempts = TaskTimesCollector.collect(job);
            Map<String, String> inForce = settings(job);
            return new JobHistory(
                            times,
                            counters(job),
                            attempts.times(),
                            attempts.mapped(),
                            attempts.fetched(),
                            Map.of(),
                            inForce)
                    .reading(attempts.read());
        }
    }

    @Override
    public void probe() throws IOException {
        HistoryJob.probe(cluster.configuration());
    }

    /** Returns a history with the settings that differ from Hadoop's defaults, and with the metrics. */
    private JobHistory completed(JobHistory read) {
        Map<String, String> inForce = read.inForce() == null ? Map.of() : read.inForce();
        return read.with(different(cluster.configuration(), inForce)).measured(METRICS);
    }

    /** Reads the finished job's settings from the JobHistoryServer's web service; null if it does not answer. */
    private static Map<String, String> settings(HistoryJob job) {
        Optional<JsonNode> properties =
                job.web("conf").map(json -> json.path("conf").path("property"));
        if (properties.isEmpty()) {
            return null;
        }
        Map<String, String> settings = new TreeMap<>();
        for (JsonNode property : properties.get()) {
            settings.put(property.path("name").asText(), property.path("value").asText());
        }
        return settings;
    }

    /** Returns the settings that differ from Hadoop's defaults, without the secrets in them. */
    private static Map<String, String> different(Configuration client, Map<String, String> settings) {
        Configuration defaults = new Configuration(false);
        List.of("core-default.xml", "hdfs-default.xml", "mapred-default.xml", "yarn-default.xml")
                .forEach(defaults::addResource);
        Secrets secrets = HadoopCluster.secrets(client);
        Map<String, String> different = new TreeMap<>();
        settings.forEach((name, value) -> {
            if (!HadoopValue.same(value, defaults.getRaw(name)) && !HadoopValue.same(value, defaults.get(name))) {
                different.put(name, secrets.shown(name, value));
            }
        });
        return different;
    }

    /** Reads all counters of the job. The result is null if the history has none, as for some failed jobs. */
    private static Map<String, Map<String, Long>> counters(HistoryJob job) throws IOException {
        GetCountersRequest request = Records.newRecord(GetCountersRequest.class);
        request.setJobId(job.id());
        Counters counters =
                TypeConverter.fromYarn(job.protocol().getCounters(request).getCounters());
        if (counters == null) {
            return null;
        }
        Map<String, Map<String, Long>> groups = new TreeMap<>();
        for (CounterGroup group : counters) {
            Map<String, Long> values = new TreeMap<>();
            for (Counter counter : group) {
                values.put(counter.getName(), counter.getValue());
            }
            groups.put(group.getName(), values);
        }
        return groups;
    }

    /** Reads when the job was submitted, launched and finished, by its ApplicationMaster's clock. */
    private static JobTimes times(HistoryJob job) throws IOException {
        GetJobReportRequest request = Records.newRecord(GetJobReportRequest.class);
        request.setJobId(job.id());
        JobReport report = job.whenPresent(
                () -> present(job.protocol().getJobReport(request).getJobReport()));
        return new JobTimes(
                EndedJob.instant(report.getSubmitTime()),
                EndedJob.instant(report.getStartTime()),
                EndedJob.instant(report.getFinishTime()));
    }

    private static JobReport present(JobReport report) throws IOException {
        if (report == null) {
            throw new IOException("the job is not available yet");
        }
        return report;
    }

    /** The bytes of the largest reduce / the mean over all reduces. Returns no value for fewer than two reduces. */
    public static final class ReduceSkew implements Metric {
        public static final String NAME = "reduceSkew";

        @Override
        public String name() {
            return NAME;
        }

        @Override
        public OptionalDouble of(JobHistory job) {
            Double skew = CounterSizes.largestOverMean(job.fetched().values());
            return skew == null ? OptionalDouble.empty() : OptionalDouble.of(skew);
        }
    }

    /**
     * The bytes of map output before compression / after it. Has no value if the output was not compressed, or if a
     * combiner changed it. The lengths that an IFile adds to records are counted after compression only.
     */
    static final class MapOutputRatio implements Metric {
        @Override
        public String name() {
            return "mapOutputRatio";
        }

        @Override
        public OptionalDouble of(JobHistory job) {
            CounterSizes counters = new CounterSizes(job.counters());
            Long before = counters.task("MAP_OUTPUT_BYTES");
            Long after = counters.task("MAP_OUTPUT_MATERIALIZED_BYTES");
            boolean compressed = Boolean.parseBoolean(job.configuration().get("mapreduce.map.output.compress"));
            return compressed && before != null && after > 0 && counters.task("COMBINE_INPUT_RECORDS") == 0
                    ? OptionalDouble.of((double) before / after)
                    : OptionalDouble.empty();
        }
    }

    /**
     * A job's history in the user's directory in HDFS, where its ApplicationMaster leaves it. The JobHistoryServer
     * moves it from there to its own directory, which users cannot read. So the history of a job that ended while the
     * server is away is here.
     */
    private static final class LeftHistory {
        private final FileSystem fileSystem;
        private final RecordedJob job = new RecordedJob();
        private Map<String, String> inForce;

        private LeftHistory(FileSystem fileSystem) {
            this.fileSystem = fileSystem;
        }

        /** Reads a job's history; empty if there is none, or if it is incomplete. */
        static Optional<JobHistory> read(Configuration client, String jobId) throws IOException {
            String user = UserGroupInformation.getCurrentUser().getShortUserName();
            Path directory = new Path(JobHistoryUtils.getConfiguredHistoryIntermediateDoneDirPrefix(client), user);
            LeftHistory left = new LeftHistory(directory.getFileSystem(client));
            return left.collect(directory, jobId);
        }

        private Optional<JobHistory> collect(Path directory, String jobId) throws IOException {
            try {
                for (FileStatus file : fileSystem.listStatus(directory)) {
                    String name = file.getPath().getName();
                    if (name.equals(jobId + "_conf.xml")) {
                        inForce = settings(file.getPath());
                    } else if (name.startsWith(jobId + "-") && name.endsWith(".jhist")) {
                        try (InputStream in = new BufferedInputStream(fileSystem.open(file.getPath()))) {
                            HistoryFile.read(in, file.getLen(), job);
                        }
                    }
                }
            } catch (FileNotFoundException moved) {
                return Optional.empty();
            }
            return job.status() == null || inForce == null ? Optional.empty() : Optional.of(history());
        }

        private Map<String, String> settings(Path file) throws IOException {
            Configuration of = new Configuration(false);
            try (InputStream in = fileSystem.open(file)) {
                of.addResource(in);
                Map<String, String> settings = new TreeMap<>();
                for (Map.Entry<String, String> each : of) {
                    settings.put(each.getKey(), of.getRaw(each.getKey()));
                }
                return settings;
            }
        }

        private JobHistory history() {
            return new JobHistory(
                    new JobTimes(job.submitted(), job.launched(), job.finished()),
                    job.counters(),
                    job.tasks(),
                    job.mapped(),
                    job.fetched(),
                    Map.of(),
                    inForce);
        }
    }
}
