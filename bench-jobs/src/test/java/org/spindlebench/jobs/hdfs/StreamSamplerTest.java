package org.spindlebench.jobs.hdfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.jobs.hdfs.StreamSamples.StreamSampler;

class StreamSamplerTest {
    private static final long MILLI = 1_000_000;
    private static final String PARTS = "1 2 3 4 5 6 7 8 9\n500:3 510:1\n";

    private long nanos = Long.MAX_VALUE - 250 * MILLI;

    private StreamSampler started(long atMillis) {
        return StreamSampler.start(new StreamSamples("attempt_1", new StreamParts()), 100, atMillis, () -> nanos);
    }

    private void after(StreamSampler sampler, long millis, long bytes) {
        nanos += millis * MILLI;
        sampler.moved(nanos, bytes);
    }

    @Test
    void points_are_taken_at_the_buffers_around_each_multiple_of_the_interval() {
        StreamSampler sampler = started(1030);
        after(sampler, 69, 10);
        after(sampler, 1, 20);
        after(sampler, 50, 30);
        after(sampler, 60, 40);
        after(sampler, 300, 50);
        nanos += 7 * MILLI;

        assertThat(text(sampler.end(55))).isEqualTo("1030:0 1099:10 1100:20 1150:30 1210:40 1510:50 1517:55");
    }

    @Test
    void a_buffer_costs_no_point_within_an_interval() {
        StreamSampler sampler = started(1000);
        for (int i = 1; i <= 990; i++) {
            nanos += MILLI / 10;
            sampler.moved(nanos, i);
        }
        assertThat(sampler.end(990).size()).isEqualTo(3);
    }

    @Test
    void a_stream_that_stands_still_is_not_seen_to_creep() {
        StreamSampler sampler = started(1000);
        after(sampler, 90, 900);
        after(sampler, 800, 910);
        after(sampler, 5, 950);
        nanos += 700 * MILLI;

        assertThat(text(sampler.end(950))).isEqualTo("1000:0 1090:900 1890:910 1895:950 2595:950");
    }

    @Test
    void a_stream_shorter_than_a_millisecond_begins_and_ends_at_one_instant() {
        StreamSampler sampler = started(1000);
        nanos += 999_999;
        assertThat(text(sampler.end(7))).isEqualTo("1000:0 1000:7");
    }

    @Test
    void samples_are_read_as_they_were_written() throws IOException {
        StreamSampler sampler = started(1_700_000_000_123L);
        for (int i = 1; i <= 200; i++) {
            after(sampler, 99, i * 1_000_003L);
        }
        StreamSamples samples = sampler.end(200_000_700L);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        samples.write(out);

        StreamSamples read = StreamSamples.read(new ByteArrayInputStream(out.toByteArray()), "x");
        assertThat(read.attempt()).isEqualTo("attempt_1");
        assertThat(read.size()).isGreaterThan(190);
        assertThat(text(read)).isEqualTo(text(samples));
        assertThat(out.size()).isLessThan(15 * read.size() + 80);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "something else",
                "spindle-samples 1 a\n1000\n5 1\n",
                "spindle-samples 2 a",
                "spindle-samples 2 a\n" + PARTS,
                "spindle-samples 2 a\n1 2 3 4 5 6 7 8\n\n1000\n5 1\n",
                "spindle-samples 2 a\n1 2 3 4 5 6 7 8 -9\n\n1000\n5 1\n",
                "spindle-samples 2 a\n1 2 3 4 5 6 7 8 9\n5\n1000\n5 1\n",
                "spindle-samples 2 a\n1 2 3 4 5 6 7 8 9\n5:0\n1000\n5 1\n",
                "spindle-samples 2 a\n1 2 3 4 5 6 7 8 9\n99999:1\n1000\n5 1\n",
                "spindle-samples 2 a\n" + PARTS + "x\n",
                "spindle-samples 2 a\n" + PARTS + "1000\n5\n",
                "spindle-samples 2 a\n" + PARTS + "1000\n5 x\n",
                "spindle-samples 2 a\n" + PARTS + "1000\n-5 1\n",
                "spindle-samples 2 a\n" + PARTS + "1000\n5 -1\n"
            })
    void what_is_not_whole_is_refused(String text) {
        assertThatThrownBy(() -> StreamSamples.read(
                        new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII)), "_samples-m-00003"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("_samples-m-00003");
    }

    @Test
    void what_is_whole_is_read() throws IOException {
        String text = "spindle-samples 2 a\n" + PARTS + "1000\n5 1\n";
        StreamSamples read =
                StreamSamples.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII)), "x");

        assertThat(text(read)).isEqualTo("1000:0 1005:1");
        assertThat(read.parts().total()).isEqualTo(15);
        assertThat(read.parts().requests()).isEqualTo(4);
    }

    private static String text(StreamSamples samples) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < samples.size(); i++) {
            text.append(i == 0 ? "" : " ").append(samples.millis(i)).append(':').append(samples.bytes(i));
        }
        return text.toString();
    }
}
