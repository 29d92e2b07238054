package org.spindlebench.jobs.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.Test;
import org.spindlebench.jobs.hdfs.StreamParts.Part;

class StreamMeterTest {
    private static final TaskAttemptContextImpl CONTEXT =
            new TaskAttemptContextImpl(new Configuration(false), new TaskAttemptID("made", 1, TaskType.MAP, 3, 0));

    private long nanos = Long.MAX_VALUE - 10;
    private long cpu;
    private long waited = 5;

    private void after(long time, long computing) {
        nanos += time;
        cpu += computing;
    }

    private StreamMeter opened() {
        StreamMeter meter = new StreamMeter(() -> nanos, () -> cpu, () -> waited);
        after(7, 1);
        meter.opened(CONTEXT);
        return meter;
    }

    private void request(StreamMeter meter, long making, long time, long total) {
        after(making, making);
        meter.ready();
        after(time, 0);
        meter.moved(total);
    }

    @Test
    void every_nanosecond_of_a_write_is_in_one_part() {
        StreamMeter meter = opened();
        request(meter, 30, 100, 4096);
        request(meter, 40, 5000, 8192);
        after(2, 2);
        meter.ready();
        after(600, 0);
        meter.forced();
        meter.closing("part-m-00003");
        after(80, 0);
        waited += 40;
        StreamSamples samples = meter.closed();
        StreamParts parts = samples.parts();

        assertThat(parts.nanos(Part.OPEN)).isEqualTo(7);
        assertThat(parts.nanos(Part.DATA)).isEqualTo(72);
        assertThat(parts.nanos(Part.REQUESTS)).isEqualTo(5100);
        assertThat(parts.nanos(Part.HSYNC)).isEqualTo(600);
        assertThat(parts.nanos(Part.CLOSE)).isEqualTo(80);
        assertThat(parts.total()).isEqualTo(7 + 72 + 5100 + 600 + 80);
        assertThat(parts.nanos(Part.TASK_CPU)).isEqualTo(73);
        assertThat(parts.nanos(Part.TASK_WAIT)).isEqualTo(40);
        assertThat(parts.nanos(Part.BUSIEST)).isEqualTo(113);
        assertThat(parts.requests()).isEqualTo(2);
        assertThat(samples.bytes(samples.size() - 1)).isEqualTo(8192);
        assertThat(samples.attempt()).isEqualTo("attempt_made_0001_m_000003_0");
    }

    @Test
    void the_samples_of_a_read_end_before_the_file_is_closed() throws Exception {
        StreamMeter meter = new StreamMeter(System::nanoTime, () -> -1, () -> 0);
        meter.opened(CONTEXT);
        meter.ready();
        meter.moved(10);
        meter.ended();
        Thread.sleep(300);
        StreamSamples samples = meter.closed();

        assertThat(samples.millis(samples.size() - 1) - samples.millis(0)).isLessThan(250);
        assertThat(samples.parts().nanos(Part.CLOSE)).isGreaterThanOrEqualTo(250_000_000);
        assertThat(samples.parts().nanos(Part.TASK_CPU)).isZero();
    }

    /** The HDFS client's threads are told by their name and their file. */
    @Test
    void the_processor_time_of_the_threads_that_send_the_file_counts() throws Exception {
        StreamMeter meter = opened();
        Thread own = spinning("DataStreamer for file /out/_temporary/part-m-00003 block BP-1:blk_2");
        Thread other = spinning("DataStreamer for file /history/job_1.jhist");
        Thread none = spinning("part-m-00003");
        try {
            Thread.sleep(200);
            meter.closing("part-m-00003");
        } finally {
            own.interrupt();
            other.interrupt();
            none.interrupt();
        }
        StreamParts parts = meter.closed().parts();

        assertThat(parts.nanos(Part.SENDER_CPU)).isBetween(1_000_000L, 10_000_000_000L);
        assertThat(parts.nanos(Part.BUSIEST)).isEqualTo(parts.nanos(Part.SENDER_CPU));
        assertThat(parts.nanos(Part.TASK_CPU)).isOne();
    }

    private static Thread spinning(String name) {
        Thread thread = new Thread(
                () -> {
                    while (!Thread.currentThread().isInterrupted()) {
                        Thread.onSpinWait();
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
