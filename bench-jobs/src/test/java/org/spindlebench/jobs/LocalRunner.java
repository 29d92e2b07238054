package org.spindlebench.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.jobs.base.JobTool;

/**
 * Runs jobs in Hadoop's local job runner on the local file system.
 *
 * @param directory the directory of all its files
 */
public record LocalRunner(Path directory) {
    /** Returns the configuration of a job with this many maps and bytes. */
    public Configuration conf(int maps, long bytes) {
        Configuration conf = new Configuration();
        conf.set("mapreduce.framework.name", "local");
        conf.set("fs.defaultFS", "file:///");
        conf.set("hadoop.tmp.dir", path("tmp"));
        conf.setInt("mapreduce.client.completion.pollinterval", 20);
        conf.setInt("mapreduce.client.progressmonitor.pollinterval", 20);
        conf.setInt("mapreduce.task.io.sort.mb", 8);
        conf.setInt(JobKeys.BUFFER_BYTES, 4096);
        conf.setInt(JobKeys.MAPS, maps);
        conf.setLong(JobKeys.BYTES, bytes);
        // Hadoop's local file system cannot force data to the medium, neither every block nor on close.
        conf.set(JobKeys.SYNC, "none");
        return conf;
    }

    public String path(String name) {
        return directory.resolve(name).toString();
    }

    /** Returns the names of the files in a directory, without checksums. */
    public List<String> names(String name) throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve(name))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> !file.startsWith("."))
                    .toList();
        }
    }

    /** Deletes a file's checksum, so that a test can corrupt the file without Hadoop's local file system noticing. */
    public String withoutChecksum(String name) throws IOException {
        Path file = directory.resolve(name);
        Files.delete(file.resolveSibling("." + file.getFileName() + ".crc"));
        return file.toString();
    }

    /** Runs a job that must succeed, and returns its counters. */
    public static Counters succeed(Configuration conf, JobTool tool, String... args) throws Exception {
        tool.setConf(conf);
        Job job = tool.createJob(args);
        assertThat(job.waitForCompletion(false)).isTrue();
        return job.getCounters();
    }

    public static long value(Counters counters, Enum<?> counter) {
        return counters.findCounter(counter).getValue();
    }
}
