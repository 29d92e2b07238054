package org.spindlebench.it.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.CounterGroup;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.spindlebench.jobs.base.JobTool;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.collect.JobHistory;
import org.spindlebench.runner.jobs.JobCatalog;
import org.spindlebench.runner.jobs.JobRequest;

/**
 * Spindle's own jobs, whose tasks run in this JVM, one after another, and whose files are in a real HDFS. None is a
 * MapReduce job of a cluster. Their history has only counters.
 *
 * @param fileSystem the HDFS
 */
record LocalJobs(FileSystem fileSystem) {

    /** Runs a job of the catalog, which must succeed. */
    RanJob run(String job, JobRequest request) throws Exception {
        return run((ToolCall) JobCatalog.named(job).call(request), request);
    }

    /** Runs a tool, which must succeed. */
    RanJob run(ToolCall call, JobRequest request) throws Exception {
        JobTool tool = (JobTool) call.tool().create();
        tool.setConf(configuration(call.over(request.configuration())));
        Job job = tool.createJob(call.arguments().toArray(new String[0]));
        assertThat(job.waitForCompletion(false))
                .as("%s: %s", call.tool(), job.getStatus().getFailureInfo())
                .isTrue();
        return new RanJob(
                request,
                new JobHistory(null, values(job.getCounters()), List.of(), Map.of(), Map.of(), Map.of(), null));
    }

    /** Returns the configuration with which to run a call's tool. */
    Configuration configuration(ToolCall call) {
        Configuration conf = new Configuration(fileSystem.getConf());
        conf.set("mapreduce.framework.name", "local");
        conf.set("fs.defaultFS", fileSystem.getUri().toString());
        // A cached file system of this JVM would keep another job's settings; a container has no cached one.
        conf.setBoolean("fs.hdfs.impl.disable.cache", true);
        conf.setInt("mapreduce.client.completion.pollinterval", 50);
        conf.setInt("mapreduce.client.progressmonitor.pollinterval", 50);
        call.configuration().forEach(conf::set);
        return conf;
    }

    private static Map<String, Map<String, Long>> values(Counters counters) {
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
}
