package org.spindlebench.jobs.dfsio;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.spindlebench.jobs.JobKeys;
import org.spindlebench.jobs.SettingReader;
import org.spindlebench.jobs.synthetic.SplitFiles;

/** The samples of each map's stream as a hidden file beside the output. */
public final class SampleFiles {
    /** Milliseconds between samples where {@code spindle.sample.ms} says nothing. */
    public static final long DEFAULT_MILLIS = 1000;

    private static final long MAX_MILLIS = 3_600_000;
    private static final String PREFIX = "_samples-m-";

    private SampleFiles() {}

    /** Whether a file of that name holds samples. */
    public static boolean isOne(String name) {
        return name.startsWith(PREFIX);
    }

    static long intervalMillis(Configuration conf) {
        return new SettingReader(conf).number(JobKeys.SAMPLE_MILLIS, DEFAULT_MILLIS, 1, MAX_MILLIS);
    }

    static StreamSampler start(TaskInputOutputContext<?, ?, ?, ?> context) {
        return StreamSampler.start(context.getTaskAttemptID().toString(), intervalMillis(context.getConfiguration()));
    }

    static void write(TaskInputOutputContext<?, ?, ?, ?> context, int index, StreamSamples samples)
            throws IOException, InterruptedException {
        try (OutputStream out = SplitFiles.createBeside(context, String.format(Locale.ROOT, "%s%05d", PREFIX, index))) {
            samples.write(out);
        }
    }
}
