package org.spindlebench.jobs.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.FileSystemCounter;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.jobs.base.JobKeys;

@Timeout(120)
class SleepJobTest {
    private static final long HOLD = 300;

    @TempDir
    private Path directory;

    private Configuration conf(int maps, int reduces, String hold) {
        Configuration conf = new Configuration();
        conf.set("mapreduce.framework.name", "local");
        conf.set("fs.defaultFS", "file:///");
        conf.set("hadoop.tmp.dir", directory.toString());
        conf.setInt("mapreduce.task.io.sort.mb", 1);
        conf.setInt("mapreduce.client.completion.pollinterval", 20);
        conf.setInt("mapreduce.client.progressmonitor.pollinterval", 20);
        conf.setInt(JobKeys.MAPS, maps);
        conf.setInt(JobKeys.BYTES, maps);
        conf.setInt("mapreduce.job.reduces", reduces);
        conf.set(JobKeys.HOLD_MILLIS, hold);
        return conf;
    }

    private Job run(int maps, int reduces) throws Exception {
        SleepJob tool = new SleepJob();
        tool.setConf(conf(maps, reduces, String.valueOf(HOLD)));
        Job job = tool.createJob();
        assertThat(job.waitForCompletion(false)).isTrue();
        return job;
    }

    @Test
    void mapsHoldTheirContainersAndNothingIsWritten() throws Exception {
        long begin = System.nanoTime();
        Job job = run(2, 0);
        assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin)).isGreaterThanOrEqualTo(HOLD);
        assertThat(job.getCounters().findCounter(TaskCounter.MAP_OUTPUT_RECORDS).getValue())
                .isZero();
        assertThat(job.getCounters()
                        .findCounter("FILE", FileSystemCounter.WRITE_OPS)
                        .getValue())
                .isZero();
    }

    @Test
    void theReducesOfAJobThatHasAnyHoldInstead() throws Exception {
        long begin = System.nanoTime();
        Job job = run(1, 2);
        // The local job runner runs one reduce after the other.
        assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin)).isGreaterThanOrEqualTo(2 * HOLD);
        assertThat(job.getCounters()
                        .findCounter(TaskCounter.REDUCE_INPUT_RECORDS)
                        .getValue())
                .isZero();
    }

    @Test
    void aTimeThatIsNoneIsRefusedBeforeSubmission() {
        for (String hold : new String[] {"5s", "-1", "3600001"}) {
            SleepJob tool = new SleepJob();
            tool.setConf(conf(1, 0, hold));
            assertThatThrownBy(tool::createJob)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("spindle.hold.ms=" + hold);
        }
    }
}
