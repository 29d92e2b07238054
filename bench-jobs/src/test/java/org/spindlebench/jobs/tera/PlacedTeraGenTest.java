package org.spindlebench.jobs.tera;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.examples.terasort.TeraGen;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.jobs.LocalRunner;
import org.spindlebench.jobs.base.SplitHosts;
import org.spindlebench.jobs.tera.PlacedTeraGen.PlacedRange;
import org.spindlebench.jobs.tera.PlacedTeraGen.PlacedRows;

@Timeout(120)
class PlacedTeraGenTest {
    @TempDir
    Path directory;

    private LocalRunner local;

    @Test
    void rows_on_hosts_are_those_of_stock_teragen_byte_for_byte() throws Exception {
        local = new LocalRunner(directory);
        List<byte[]> stock = generated("stock", new TeraGen(), "");
        assertThat(generated("without", new PlacedTeraGen(), "")).containsExactlyElementsOf(stock);
        assertThat(generated("placed", new PlacedTeraGen(), "a=2,b=1")).containsExactlyElementsOf(stock);
        assertThat(stock).isNotEmpty().allMatch(file -> file.length > 0);
    }

    /** Hadoop's local job runner gives TeraGen one map. */
    private List<byte[]> generated(String name, Tool tool, String hosts) throws Exception {
        Configuration conf = local.conf(1, 1);
        conf.setBoolean("mapreduce.terasort.final.sync", false);
        if (!hosts.isEmpty()) {
            conf.set(SplitHosts.KEY, hosts);
        }
        assertThat(ToolRunner.run(conf, tool, new String[] {"1000", local.path(name)}))
                .isZero();
        List<byte[]> files = new ArrayList<>();
        for (String file : local.names(name)) {
            if (file.startsWith("part-")) {
                files.add(Files.readAllBytes(directory.resolve(name).resolve(file)));
            }
        }
        return files;
    }

    @Test
    void ranges_name_their_hosts_and_travel_to_their_tasks_without_them() throws Exception {
        local = new LocalRunner(directory);
        PlacedTeraGen tool = new PlacedTeraGen();
        tool.setConf(local.conf(1, 1));
        tool.getConf().set("mapreduce.job.maps", "3");
        tool.getConf().set(SplitHosts.KEY, "a=2,b=1");
        Job job = tool.createJob("1000", local.path("out"));
        assertThat(job.getJobName()).isEqualTo("TeraGen");
        List<InputSplit> splits = new PlacedRows().getSplits(job);
        assertThat(splits).hasSize(3);
        List<String> hosts = new ArrayList<>();
        List<Long> rows = new ArrayList<>();
        for (InputSplit split : splits) {
            hosts.add(String.join("+", split.getLocations()));
            PlacedRange read = afterTheWayToItsTask((PlacedRange) split);
            assertThat(read.getLocations()).isEmpty();
            RecordReader<LongWritable, NullWritable> reader = new PlacedRows().createRecordReader(read, null);
            reader.initialize(read, null);
            while (reader.nextKeyValue()) {
                rows.add(reader.getCurrentKey().get());
            }
        }
        assertThat(hosts).containsExactlyInAnyOrder("a", "a", "b");
        assertThat(rows)
                .containsExactlyElementsOf(LongStream.range(0, 1000).boxed().toList());
        assertThat(job.getConfiguration().get(SplitHosts.KEY)).isNull();
    }

    private static PlacedRange afterTheWayToItsTask(PlacedRange split) throws Exception {
        DataOutputBuffer out = new DataOutputBuffer();
        split.write(out);
        DataInputBuffer in = new DataInputBuffer();
        in.reset(out.getData(), out.getLength());
        PlacedRange read = new PlacedRange();
        read.readFields(in);
        return read;
    }
}
