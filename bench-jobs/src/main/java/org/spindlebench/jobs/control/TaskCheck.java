package org.spindlebench.jobs.control;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.apache.hadoop.util.ReflectionUtils;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.jobs.base.JobTool;
import org.spindlebench.jobs.base.SyntheticInputFormat;
import org.spindlebench.jobs.base.SyntheticInputFormat.SyntheticSplit;

/**
 * Checks the environment of a task. It reports the codecs that work, the settings that are final on the node, and the
 * free bytes in its local dirs. For each finding it writes one line with its kind, its subject and the result.
 */
public final class TaskCheck extends JobTool {
    /** The key of the codec classes to try, separated by commas. */
    public static final String CODECS = "spindle.check.codecs";
    /** The key of the setting names to check, separated by commas. */
    public static final String KEYS = "spindle.check.keys";
    /** The kind of a finding about a codec. Its result is {@link #WORKS}, or the reason why the codec does not work. */
    public static final String CODEC = "codec";
    /** The kind of a finding about a setting that is final on the node. Its result is the setting's value. */
    public static final String FINAL = "final";
    /** The kind of the finding about local dirs: the number of free bytes, with each file system counted once. */
    public static final String LOCAL_FREE = "local-free";
    /** The result for a codec that works. */
    public static final String WORKS = "works";

    public TaskCheck() {
        super("task-check", "out");
    }

    @Override
    protected void configure(Job job, String[] args) throws IOException {
        job.getConfiguration().setInt(JobKeys.MAPS, 1);
        job.getConfiguration().setInt(JobKeys.BYTES, 1);
        job.setInputFormatClass(SyntheticInputFormat.class);
        job.setMapperClass(LookingMapper.class);
        job.setNumReduceTasks(0);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(Text.class);
        job.setOutputFormatClass(TextOutputFormat.class);
        TextOutputFormat.setOutputPath(job, new Path(args[0]));
    }

    /** Checks in a single map, because all tasks get the same result if the nodes are alike. */
    public static final class LookingMapper extends Mapper<SyntheticSplit, LongWritable, Text, Text> {
        @Override
        public void run(Context context) throws IOException, InterruptedException {
            Configuration conf = context.getConfiguration();
            for (String codec : conf.getTrimmedStrings(CODECS)) {
                write(context, CODEC, codec, CodecTrial.of(conf, codec));
            }
            Set<String> held = conf.getFinalParameters();
            for (String key : conf.getTrimmedStrings(KEYS)) {
                if (held.contains(key)) {
                    write(context, FINAL, key, conf.get(key));
                }
            }
            // This task's NodeManager considers these directories good; other nodes may differ.
            long free = free(conf.getTrimmedStrings("mapreduce.cluster.local.dir"));
            write(context, LOCAL_FREE, context.getTaskAttemptID().toString(), String.valueOf(free));
        }

        private static long free(String[] directories) throws IOException {
            Map<String, Long> stores = new HashMap<>();
            for (String directory : directories) {
                FileStore store = Files.getFileStore(Paths.get(directory));
                stores.put(store.toString(), store.getUsableSpace());
            }
            return stores.values().stream().mapToLong(Long::longValue).sum();
        }

        private static void write(Context context, String kind, String subject, String finding)
                throws IOException, InterruptedException {
            String line = finding.replaceAll("\\s+", " ");
            context.write(new Text(kind), new Text(subject + "\t" + line));
        }
    }

    /** Compresses and decompresses a few bytes. The class alone does not prove that its native library is there. */
    public static final class CodecTrial {
        /** The beginning of {@link #compressor}'s answer for a codec that does not work; the reason follows. */
        public static final String FAILS = "fails: ";

        private static final int BYTES = 1 << 17;

        private CodecTrial() {}

        /** Returns {@link TaskCheck#WORKS}, or the reason why the codec does not work. */
        static String of(Configuration conf, String name) {
            String result = compressor(conf, name);
            return result.startsWith(FAILS) ? result.substring(FAILS.length()) : TaskCheck.WORKS;
        }

        /** Returns the simple name of the class that compresses, or {@link #FAILS} with the reason. */
        static String compressor(Configuration conf, String name) {
            try {
                CompressionCodec codec =
                        ReflectionUtils.newInstance(conf.getClassByName(name).asSubclass(CompressionCodec.class), conf);
                if (codec.getCompressorType() == null) {
                    // Hadoop 3.3's gzip codec has no compressor without its native library, and reduces reject the map
                    // output as damaged.
                    return FAILS + "has no compressor here, which the shuffle needs";
                }
                byte[] sample = sample();
                byte[] found = decompress(codec, compress(codec, sample));
                return Arrays.equals(sample, found)
                        ? codec.getCompressorType().getSimpleName()
                        : FAILS + "does not return the bytes that it was given";
            } catch (Exception | LinkageError e) {
                return FAILS + e;
            }
        }

        private static byte[] sample() {
            byte[] sample = new byte[BYTES];
            for (int i = 0; i < sample.length; i++) {
                sample[i] = (byte) ((i * i) >>> 7);
            }
            return sample;
        }

        private static byte[] compress(CompressionCodec codec, byte[] sample) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (OutputStream out = codec.createOutputStream(bytes)) {
                out.write(sample);
            }
            return bytes.toByteArray();
        }

        private static byte[] decompress(CompressionCodec codec, byte[] compressed) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (InputStream in = codec.createInputStream(new ByteArrayInputStream(compressed))) {
                IOUtils.copyBytes(in, bytes, BYTES, false);
            }
            return bytes.toByteArray();
        }
    }
}
