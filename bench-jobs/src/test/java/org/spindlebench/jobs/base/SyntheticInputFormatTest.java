package org.spindlebench.jobs.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
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

    private static List<InputSplit> splits(long bytes, int maps) {
        Configuration conf = new Configuration(false);
        conf.setLong("spindle.bytes", bytes);
        conf.setInt("spindle.maps", maps);
        return new SyntheticInputFormat().getSplits(new JobContextImpl(conf, new JobID("test", 1)));
    }
}
