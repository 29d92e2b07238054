package org.spindlebench.runner.collect;

import java.io.BufferedInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.v2.jobhistory.JobHistoryUtils;
import org.apache.hadoop.security.UserGroupInformation;
import org.spindlebench.runner.collect.JobHistory.JobTimes;
import org.spindlebench.runner.collect.JobHistoryImporter.HistoryFile;

/**
 * A job's history in the user's directory of HDFS in which its ApplicationMaster leaves it. The JobHistoryServer moves
 * it from there to its own directory, which users cannot read. So the history of a job that ended while the server is
 * away is here.
 */
final class LeftHistory {
    private final FileSystem fileSystem;
    private final RecordedJob job = new RecordedJob();
    private Map<String, String> inForce;

    private LeftHistory(FileSystem fileSystem) {
        this.fileSystem = fileSystem;
    }

    /** Reads a job's history; empty if there is none, or not all of it. */
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
