package org.spindlebench.runner.collect;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptReport;
import org.apache.hadoop.mapreduce.v2.api.records.impl.pb.TaskAttemptReportPBImpl;
import org.junit.jupiter.api.Test;

class TaskTimesCollectorTest {
    /**
     * The JobHistoryServer puts an attempt's counters into its report, which the client receives through its protocol.
     */
    @Test
    void whatAReduceFetchedIsInItsReport() {
        Counters counters = new Counters();
        counters.findCounter(TaskCounter.REDUCE_SHUFFLE_BYTES).setValue(1040);
        TaskAttemptReportPBImpl sent = new TaskAttemptReportPBImpl();
        sent.setRawCounters(counters);

        TaskAttemptReport received = new TaskAttemptReportPBImpl(sent.getProto());

        assertThat(TaskTimesCollector.fetched(received)).hasValue(1040L);
        assertThat(TaskTimesCollector.fetched(new TaskAttemptReportPBImpl())).isEmpty();
    }
}
