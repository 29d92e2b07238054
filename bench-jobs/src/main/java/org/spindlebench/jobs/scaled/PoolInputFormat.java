package org.spindlebench.jobs.scaled;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.CombineFileRecordReader;
import org.apache.hadoop.mapreduce.lib.input.CombineFileSplit;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.security.TokenCache;
import org.spindlebench.jobs.base.SplitFiles;
import org.spindlebench.jobs.hdfs.BufferInputFormat.BufferReader;

/**
 * Reads a part of a pool of files that the jobs of a workload share. The files are concatenated and treated as a ring.
 * A job reads {@code spindle.input.bytes}, starting at {@code spindle.input.offset}. Each map reads an equal part.
 */
public final class PoolInputFormat extends InputFormat<BufferReader, BytesWritable> {
    /** The key of the pool's directory. */
    static final String DIRECTORY = "spindle.scaled.pool";

    @Override
    public List<InputSplit> getSplits(JobContext context) throws IOException {
        Configuration conf = context.getConfiguration();
        ScaledConfig config = ScaledConfig.read(conf);
        Path directory = new Path(conf.get(DIRECTORY));
        FileSystem fs = directory.getFileSystem(conf);
        TokenCache.obtainTokensForNamenodes(context.getCredentials(), new Path[] {directory}, conf);
        Ring ring = new Ring(config.inputBytes() == 0 ? new ArrayList<>() : files(fs, directory));
        if (config.inputBytes() > 0 && ring.total() == 0) {
            throw new IOException(directory + " holds no bytes to read");
        }
        List<InputSplit> splits = new ArrayList<>(config.maps());
        long start = ring.total() == 0 ? 0 : config.inputOffset() % ring.total();
        for (int map = 0; map < config.maps(); map++) {
            long share = config.inputShare(map);
            splits.add(ring.split(start, share));
            start = ring.total() == 0 ? 0 : (start + share % ring.total()) % ring.total();
        }
        return splits;
    }

    /** Lists files with the hosts of all blocks in one call to the NameNode, instead of one call by each map. */
    private static List<LocatedFileStatus> files(FileSystem fs, Path directory) throws IOException {
        List<LocatedFileStatus> files = new ArrayList<>();
        RemoteIterator<LocatedFileStatus> listed = fs.listLocatedStatus(directory);
        while (listed.hasNext()) {
            LocatedFileStatus file = listed.next();
            if (!file.getPath().getName().startsWith("_")) {
                // The file's index, taken from its name, determines its content. A bad name fails here.
                SplitFiles.index(file.getPath());
                files.add(file);
            }
        }
        files.sort(Comparator.comparing(FileStatus::getPath));
        return files;
    }

    /** The concatenated files, treated as a ring. */
    private static final class Ring {
        /** The files that have bytes, by the position at which each begins. */
        private final NavigableMap<Long, LocatedFileStatus> files = new TreeMap<>();

        private final long total;

        Ring(List<LocatedFileStatus> all) {
            long begin = 0;
            for (LocatedFileStatus file : all) {
                if (file.getLen() > 0) {
                    files.put(begin, file);
                    begin += file.getLen();
                }
            }
            total = begin;
        }

        long total() {
            return total;
        }

        /** Returns a split of the given number of bytes that starts at a position. */
        CombineFileSplit split(long start, long bytes) throws IOException {
            List<Path> paths = new ArrayList<>();
            List<Long> offsets = new ArrayList<>();
            List<Long> lengths = new ArrayList<>();
            Map<String, Long> byHost = new LinkedHashMap<>();
            int replicas = 0;
            long left = bytes;
            long at = start;
            while (left > 0) {
                Map.Entry<Long, LocatedFileStatus> found = files.floorEntry(at);
                LocatedFileStatus file = found.getValue();
                long offset = at - found.getKey();
                long length = Math.min(left, file.getLen() - offset);
                paths.add(file.getPath());
                offsets.add(offset);
                lengths.add(length);
                replicas = Math.max(replicas, weigh(file, offset, length, byHost));
                left -= length;
                at = (at + length) % total;
            }
            return new CombineFileSplit(
                    paths.toArray(new Path[0]), array(offsets), array(lengths), most(byHost, replicas));
        }

        private static long[] array(List<Long> values) {
            return values.stream().mapToLong(Long::longValue).toArray();
        }

        /**
         * Adds the bytes of a range to each host that stores them. Returns the largest number of replicas of a block.
         */
        private static int weigh(LocatedFileStatus file, long offset, long length, Map<String, Long> byHost)
                throws IOException {
            int replicas = 0;
            for (BlockLocation block : file.getBlockLocations()) {
                long from = Math.max(offset, block.getOffset());
                long to = Math.min(offset + length, block.getOffset() + block.getLength());
                if (to > from) {
                    replicas = Math.max(replicas, block.getHosts().length);
                    for (String host : block.getHosts()) {
                        byHost.merge(host, to - from, Long::sum);
                    }
                }
            }
            return replicas;
        }

        /** Returns the hosts that store most of the split, in descending order, at most one for each replica. */
        private static String[] most(Map<String, Long> byHost, int replicas) {
            return byHost.entrySet().stream()
                    .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                    .limit(replicas)
                    .map(Map.Entry::getKey)
                    .toArray(String[]::new);
        }
    }

    @Override
    public RecordReader<BufferReader, BytesWritable> createRecordReader(InputSplit split, TaskAttemptContext context)
            throws IOException {
        return new CombineFileRecordReader<>((CombineFileSplit) split, context, RangeReader.class);
    }

    /** Reads one range of a split in buffers. */
    public static final class RangeReader extends BufferReader {
        private final FileSplit range;

        /** Hadoop calls this constructor for each range of a split. */
        public RangeReader(CombineFileSplit split, TaskAttemptContext context, Integer index) {
            range = new FileSplit(split.getPath(index), split.getOffset(index), split.getLength(index), null);
        }

        @Override
        public void initialize(InputSplit whole, TaskAttemptContext context) throws IOException {
            super.initialize(range, context);
        }
    }
}
