package org.spindlebench.jobs.scaled;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.CombineFileSplit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.spindlebench.jobs.base.JobKeys;

/** Checks splits of a pool that is only listed. Its files have three blocks of 100 bytes, each on its own hosts. */
class PoolInputFormatTest {
    private static final long BLOCK = 100;

    /** Lists files as the NameNode would, and counts how often it was asked. */
    public static final class Listed extends RawLocalFileSystem {
        static final AtomicInteger CALLS = new AtomicInteger();
        static int files;
        static int empty = -1;

        @Override
        public URI getUri() {
            return URI.create("listed:///");
        }

        @Override
        public RemoteIterator<LocatedFileStatus> listLocatedStatus(Path directory) {
            CALLS.incrementAndGet();
            AtomicInteger next = new AtomicInteger();
            return new RemoteIterator<>() {
                @Override
                public boolean hasNext() {
                    return next.get() < files;
                }

                @Override
                public LocatedFileStatus next() {
                    return file(directory, next.getAndIncrement());
                }
            };
        }

        private static LocatedFileStatus file(Path directory, int index) {
            int blocks = index == empty ? 0 : 3;
            BlockLocation[] located = new BlockLocation[blocks];
            for (int i = 0; i < blocks; i++) {
                String[] hosts = {"h" + index + i, "h" + index};
                located[i] = new BlockLocation(hosts, hosts, i * BLOCK, BLOCK);
            }
            Path path = new Path(directory, String.format("part-m-%05d", index));
            return new LocatedFileStatus(new FileStatus(blocks * BLOCK, false, 2, BLOCK, 0, path), located);
        }

        @Override
        public BlockLocation[] getFileBlockLocations(Path file, long start, long length) {
            CALLS.incrementAndGet();
            return new BlockLocation[0];
        }
    }

    @BeforeEach
    void noCalls() {
        Listed.CALLS.set(0);
        Listed.empty = -1;
    }

    private static List<CombineFileSplit> splits(int files, int maps, long bytes, long offset) throws IOException {
        Listed.files = files;
        Configuration conf = new Configuration(false);
        conf.setClass("fs.listed.impl", Listed.class, FileSystem.class);
        conf.setBoolean("fs.listed.impl.disable.cache", true);
        conf.set(PoolInputFormat.DIRECTORY, "listed:/pool");
        conf.setInt(JobKeys.MAPS, maps);
        conf.setLong(JobKeys.INPUT_BYTES, bytes);
        conf.setLong(JobKeys.INPUT_OFFSET, offset);
        conf.setLong(JobKeys.SHUFFLE_BYTES, 0);
        conf.setLong(JobKeys.OUTPUT_BYTES, 0);
        List<CombineFileSplit> splits = new ArrayList<>();
        for (InputSplit split : new PoolInputFormat().getSplits(Job.getInstance(conf))) {
            splits.add((CombineFileSplit) split);
        }
        return splits;
    }

    private static String text(CombineFileSplit split) {
        return IntStream.range(0, split.getNumPaths())
                .mapToObj(range -> split.getPath(range).getName().substring(11) + ":" + split.getOffset(range) + "+"
                        + split.getLength(range))
                .collect(Collectors.joining(" "));
    }

    @Test
    void the_ring_is_parted_in_order_and_begun_again_at_its_end() throws IOException {
        List<CombineFileSplit> splits = splits(2, 3, 750, 550);
        assertThat(splits)
                .extracting(PoolInputFormatTest::text)
                .containsExactly("1:250+50 0:0+200", "0:200+100 1:0+150", "1:150+150 0:0+100");
    }

    @Test
    void files_without_bytes_are_passed_over() throws IOException {
        Listed.empty = 1;
        assertThat(splits(3, 2, 600, 300)).extracting(PoolInputFormatTest::text).containsExactly("2:0+300", "0:0+300");
    }

    @Test
    void a_split_is_given_to_the_hosts_that_hold_most_of_its_bytes() throws IOException {
        CombineFileSplit split = splits(2, 1, 280, 290).get(0);
        assertThat(text(split)).isEqualTo("0:290+10 1:0+270");
        assertThat(split.getLocations())
                .as("not those of the first block")
                .hasSize(2)
                .startsWith("h1")
                .doesNotContain("h0", "h02");
    }

    @Test
    @Timeout(20)
    void many_maps_of_many_files_are_split_after_one_listing() throws IOException {
        int files = 10_000;
        int maps = 100_000;
        List<CombineFileSplit> splits = splits(files, maps, files * 3L * BLOCK, 0);
        assertThat(splits).hasSize(maps);
        assertThat(splits.stream().mapToLong(CombineFileSplit::getLength).sum()).isEqualTo(files * 3L * BLOCK);
        assertThat(Listed.CALLS).hasValue(1);
        Set<String> hosts = new HashSet<>();
        for (CombineFileSplit split : splits) {
            hosts.addAll(Arrays.asList(split.getLocations()));
        }
        assertThat(hosts).hasSizeGreaterThan(files);
    }
}
