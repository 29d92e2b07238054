package org.spindlebench.jobs.scaled;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.security.TokenCache;
import org.spindlebench.jobs.synthetic.SplitFiles;

/**
 * A part of a pool of files, such as jobs of a workload share them: the files one after the other are a ring, of which a job reads {@code spindle.input.bytes} from
 * {@code spindle.input.offset} on, in equal parts for its maps.
 */
public final class PoolInputFormat extends InputFormat<PoolPlace, BytesWritable> {
    /** The directory of the pool. */
    static final String DIRECTORY = "spindle.scaled.pool";

    @Override
    public List<InputSplit> getSplits(JobContext context) throws IOException {
        Configuration conf = context.getConfiguration();
        ScaledConfig config = ScaledConfig.read(conf);
        Path directory = new Path(conf.get(DIRECTORY));
        FileSystem fs = directory.getFileSystem(conf);
        TokenCache.obtainTokensForNamenodes(context.getCredentials(), new Path[] {directory}, conf);
        List<FileStatus> files = config.inputBytes() == 0 ? new ArrayList<>() : files(fs, directory);
        long total = files.stream().mapToLong(FileStatus::getLen).sum();
        if (config.inputBytes() > 0 && total == 0) {
            throw new IOException(directory + " holds no bytes to read");
        }
        List<InputSplit> splits = new ArrayList<>(config.maps());
        long start = total == 0 ? 0 : config.inputOffset() % total;
        for (int map = 0; map < config.maps(); map++) {
            long share = config.inputShare(map);
            List<PoolSplit.Range> ranges = ranges(files, start, share);
            splits.add(new PoolSplit(map, ranges, hosts(fs, ranges)));
            start = total == 0 ? 0 : (start + share % total) % total;
        }
        return splits;
    }

    private static List<FileStatus> files(FileSystem fs, Path directory) throws IOException {
        List<FileStatus> files = new ArrayList<>();
        for (FileStatus file : fs.listStatus(directory, path -> !path.getName().startsWith("_"))) {
            // The name says what the file holds.
            SplitFiles.index(file.getPath());
            files.add(file);
        }
        files.sort(Comparator.comparing(FileStatus::getPath));
        return files;
    }

    /** So many bytes of the ring from a place on. */
    private static List<PoolSplit.Range> ranges(List<FileStatus> files, long start, long bytes) {
        List<PoolSplit.Range> ranges = new ArrayList<>();
        long skip = start;
        long left = bytes;
        for (int i = 0; left > 0; i = (i + 1) % files.size()) {
            FileStatus file = files.get(i);
            if (skip >= file.getLen()) {
                skip -= file.getLen();
            } else {
                long length = Math.min(left, file.getLen() - skip);
                ranges.add(new PoolSplit.Range(file.getPath(), skip, length));
                left -= length;
                skip = 0;
            }
        }
        return ranges;
    }

    private static String[] hosts(FileSystem fs, List<PoolSplit.Range> ranges) throws IOException {
        if (ranges.isEmpty()) {
            return new String[0];
        }
        PoolSplit.Range first = ranges.get(0);
        BlockLocation[] blocks = fs.getFileBlockLocations(first.file(), first.offset(), 1);
        return blocks == null || blocks.length == 0
                ? new String[0]
                : Arrays.copyOf(blocks[0].getHosts(), blocks[0].getHosts().length);
    }

    @Override
    public RecordReader<PoolPlace, BytesWritable> createRecordReader(InputSplit split, TaskAttemptContext context) {
        return new PoolReader((PoolSplit) split);
    }
}
