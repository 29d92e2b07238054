package org.spindlebench.runner.collect;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptReport;
import org.apache.hadoop.mapreduce.v2.api.records.impl.pb.TaskAttemptReportPBImpl;
import org.junit.jupiter.api.Test;
import org.spindlebench.runner.collect.JobHistory.MapOutput;

class TaskTimesCollectorTest {
    private final Counters counters = new Counters();

    @Test
    void whatAReduceFetchedIsInItsReport() {
        assertThat(TaskTimesCollector.counter(received(), TaskCounter.REDUCE_SHUFFLE_BYTES))
                .isEmpty();

        counters.findCounter(TaskCounter.REDUCE_SHUFFLE_BYTES).setValue(1040);
        assertThat(TaskTimesCollector.counter(received(), TaskCounter.REDUCE_SHUFFLE_BYTES))
                .hasValue(1040L);
    }

    @Test
    void whatAMapPutOutIsInItsReport() {
        counters.findCounter(TaskCounter.MAP_OUTPUT_RECORDS).setValue(10);
        counters.findCounter(TaskCounter.MAP_OUTPUT_BYTES).setValue(1000);
        assertThat(TaskTimesCollector.mapped(received())).isEmpty();

        counters.findCounter(TaskCounter.SPILLED_RECORDS).setValue(20);
        assertThat(TaskTimesCollector.mapped(received())).hasValue(new MapOutput(10, 1000, 20));
    }

    /**
     * The JobHistoryServer puts an attempt's counters into its report, which the client receives through its protocol.
     */
    private TaskAttemptReport received() {
        TaskAttemptReportPBImpl sent = new TaskAttemptReportPBImpl();
        sent.setRawCounters(counters);
        return new TaskAttemptReportPBImpl(sent.getProto());
    }
}
