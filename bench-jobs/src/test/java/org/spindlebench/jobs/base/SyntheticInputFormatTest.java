package org.spindlebench.jobs.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.task.JobContextImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.jobs.base.SyntheticInputFormat.MarkReader;
import org.spindlebench.jobs.base.SyntheticInputFormat.SyntheticSplit;

class SyntheticInputFormatTest {
    @ParameterizedTest
    @CsvSource({"1,1", "10,3", "1000,7", "9223372036854775807,100000", "264,264"})
    void the_splits_sum_up_to_all_bytes_and_differ_by_at_most_one(long bytes, int maps) {
        List<InputSplit> splits = splits(bytes, maps);
        long[] shares = splits.stream()
                .mapToLong(split -> ((SyntheticSplit) split).bytes())
                .toArray();
        assertThat(shares).hasSize(maps);
        assertThat(Arrays.stream(shares).sum()).isEqualTo(bytes);
        assertThat(shares[0] - shares[maps - 1]).isBetween(0L, 1L);
        assertThat(splits.stream().map(split -> ((SyntheticSplit) split).index()))
                .containsExactlyElementsOf(IntStream.range(0, maps).boxed().toList());
    }

    @ParameterizedTest
    @CsvSource({"1", "7", "100", "12345678901"})
    void the_marks_of_a_split_rise_to_its_whole_share(long bytes) {
        MarkReader reader = new MarkReader(new SyntheticSplit(0, bytes));
        long last = 0;
        int marks = 0;
        while (reader.nextKeyValue()) {
            assertThat(reader.getCurrentValue().get()).isGreaterThan(last);
            assertThat(reader.getProgress()).isBetween(0f, 1f);
            last = reader.getCurrentValue().get();
            marks++;
        }
        assertThat(last).isEqualTo(bytes);
        assertThat(marks).isEqualTo((int) Math.min(100, bytes));
    }

    @Test
    void a_split_travels_to_its_task_unchanged() throws IOException {
        DataOutputBuffer out = new DataOutputBuffer();
        new SyntheticSplit(17, 1L << 40).write(out);
        DataInputBuffer in = new DataInputBuffer();
        in.reset(out.getData(), out.getLength());
        SyntheticSplit read = new SyntheticSplit();
        read.readFields(in);
        assertThat(read).hasToString("synthetic split 17, 1099511627776 bytes");
    }

    @Test
    void a_missing_setting_is_named() {
        assertThatThrownBy(() -> SyntheticConfig.read(new Configuration(false), 1, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("spindle.maps is not set; it must be a whole number from 1 to 100000");
    }

    @Test
    void a_file_name_gives_back_its_split_and_other_names_are_refused() throws IOException {
        for (int index : new int[] {0, 7, 99_999, 123_456}) {
            assertThat(SplitFiles.index(new Path("/a", SplitFiles.name(index)))).isEqualTo(index);
        }
        for (String name : List.of("part-r-00001", "part-m-1", "part-m-", "part-m-0000x", "data")) {
            assertThatThrownBy(() -> SplitFiles.index(new Path("/a", name)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(name);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'a=2,b=2,c=2',6,'a=2,b=2,c=2'",
        "'a=2,b=2,c=2',5,'a=2,b=2,c=1'",
        "'a=40,b=1',41,'a=40,b=1'",
        "'a=3,b=1',8,'a=6,b=2'",
        "'a=1',3,'a=3'",
        "'h=7=2,a=2',4,'a=2,h=7=2'",
        "'a=5,b=5,c=5',2,'a=1,b=1'"
    })
    void hosts_get_splits_in_proportion_to_their_room_and_no_more_than_it_while_others_have_some(
            String hosts, int maps, String expected) throws Exception {
        Configuration conf = conf(maps, maps);
        conf.set(SplitHosts.KEY, hosts);
        Map<String, Integer> given = new TreeMap<>();
        for (InputSplit split : splits(conf)) {
            assertThat(split.getLocations()).hasSize(1);
            given.merge(split.getLocations()[0], 1, Integer::sum);
        }
        assertThat(SplitHosts.text(given)).isEqualTo(expected);
    }

    @Test
    void the_largest_job_is_spread_over_a_thousand_hosts_within_a_moment_and_exactly() throws Exception {
        Configuration conf = conf(100_000, 100_000);
        Map<String, Integer> room = new TreeMap<>();
        IntStream.range(0, 1000).forEach(host -> room.put("worker-" + host, 90 + host % 21));
        conf.set(SplitHosts.KEY, SplitHosts.text(room));
        Map<String, Integer> given = new TreeMap<>();
        for (InputSplit split : splits(conf)) {
            given.merge(split.getLocations()[0], 1, Integer::sum);
        }
        assertThat(given).hasSize(1000).allSatisfy((host, maps) -> assertThat(maps)
                .isBetween(room.get(host) - 1, room.get(host) + 1));
    }

    @Test
    void splits_without_hosts_name_none_and_the_settings_of_the_job_keep_no_hosts() throws Exception {
        JobContextImpl job = new JobContextImpl(conf(2, 2), new JobID("test", 1));
        assertThat(new SyntheticInputFormat().getSplits(job).get(0).getLocations())
                .isEmpty();
        job.getConfiguration().set(SplitHosts.KEY, "a=1");
        assertThat(new SyntheticInputFormat().getSplits(job).get(0).getLocations())
                .containsExactly("a");
        assertThat(job.getConfiguration().get(SplitHosts.KEY)).isNull();
        assertThat(SplitHosts.text(Map.of("full", 0))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "a=", "=1", "a=0", "a=-1", "a=1,b"})
    void hosts_that_are_not_understood_are_refused(String hosts) {
        Configuration conf = conf(2, 2);
        conf.set(SplitHosts.KEY, hosts);
        assertThatThrownBy(() -> splits(conf))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(SplitHosts.KEY);
    }

    private static List<InputSplit> splits(long bytes, int maps) {
        return splits(conf(bytes, maps));
    }

    private static Configuration conf(long bytes, int maps) {
        Configuration conf = new Configuration(false);
        conf.setLong("spindle.bytes", bytes);
        conf.setInt("spindle.maps", maps);
        return conf;
    }

    private static List<InputSplit> splits(Configuration conf) {
        return new SyntheticInputFormat().getSplits(new JobContextImpl(conf, new JobID("test", 1)));
    }
}
