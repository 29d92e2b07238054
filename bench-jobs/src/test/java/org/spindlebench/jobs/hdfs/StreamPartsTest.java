package org.spindlebench.jobs.hdfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.spindlebench.jobs.hdfs.StreamParts.Part;

class StreamPartsTest {
    private static final double[] PERCENTS = {1, 50, 95, 99, 99.9, 100};

    private static double percentile(StreamParts histogram, double percent) {
        return histogram.percentile(percent).orElseThrow(AssertionError::new);
    }

    @Test
    void every_time_is_within_0_8_percent_of_its_buckets_middle() {
        Random random = new Random(5);
        for (int i = 0; i < 100_000; i++) {
            long time = i < 70_000 ? i : random.nextLong() >>> (1 + random.nextInt(40));
            StreamParts one = new StreamParts();
            if (i % 1000 == 0 || i < 300) {
                one.add(Part.REQUESTS, time);
                assertThat(percentile(one, 50)).isCloseTo((double) time, within(time / 128.0 + 1e-9));
            }
        }
        StreamParts ends = new StreamParts();
        ends.add(Part.REQUESTS, Long.MAX_VALUE);
        ends.add(Part.REQUESTS, 0);
        assertThat(percentile(ends, 1)).isZero();
        assertThat(percentile(ends, 100)).isCloseTo((double) Long.MAX_VALUE, within(Long.MAX_VALUE / 128.0));
        assertThat(new StreamParts().percentile(50)).isEmpty();
    }

    @Test
    void buckets_follow_one_another_without_gaps() {
        StreamParts histogram = new StreamParts();
        double before = -1;
        for (long time = 0; time < 5000; time++) {
            histogram = new StreamParts();
            histogram.add(Part.REQUESTS, time);
            assertThat(percentile(histogram, 50)).isGreaterThanOrEqualTo(before);
            before = percentile(histogram, 50);
        }
    }

    /** Requests of fast and of stalled streams: a mean of the streams' percentiles would be wrong by far. */
    @Test
    void percentiles_over_merged_streams_are_those_of_all_their_requests() {
        Random random = new Random(7);
        StreamParts all = new StreamParts();
        double[] times = new double[40 * 500];
        int count = 0;
        for (int stream = 0; stream < 40; stream++) {
            StreamParts one = new StreamParts();
            for (int request = 0; request < 500; request++) {
                long time = (long) Math.exp(13 + random.nextGaussian() + (stream % 10 == 0 ? 3 : 0));
                one.add(Part.REQUESTS, time);
                times[count++] = time;
            }
            all.add(one);
        }
        Arrays.sort(times);

        assertThat(all.requests()).isEqualTo(times.length);
        for (double percent : PERCENTS) {
            double exact = times[(int) Math.ceil(times.length * percent / 100) - 1];
            assertThat(percentile(all, percent)).isCloseTo(exact, within(exact / 128));
        }
        assertThat(all.nanos(Part.REQUESTS))
                .isEqualTo((long) Arrays.stream(times).sum());
    }

    @Test
    void the_text_form_keeps_everything() throws Exception {
        StreamParts parts = new StreamParts();
        long time = 1000;
        for (Part part : Part.values()) {
            parts.add(part, time);
            time *= 2;
        }
        parts.add(Part.REQUESTS, 77);
        StringBuilder text = new StringBuilder();
        parts.write(text);

        StreamParts read = new StreamParts();
        String[] lines = text.toString().split("\n", -1);
        read.read(lines[0], lines[1]);
        StringBuilder again = new StringBuilder();
        read.write(again);

        assertThat(again.toString()).isEqualTo(text.toString());
        assertThat(lines).hasSize(3);
        assertThat(read.requests()).isEqualTo(2);
        assertThat(read.total()).isEqualTo(31_000 + 77);
    }
}
