package org.spindlebench.it.embedded;

import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.apache.hadoop.util.JarFinder;
import org.spindlebench.runner.cluster.embedded.EmbeddedCluster;
import org.spindlebench.runner.cluster.embedded.EmbeddedOptions;

/** A separate program that is to be killed: an embedded cluster with a job whose only map sleeps for ten minutes. */
public final class LongJobClient {

    static final String ID = "id ";

    private LongJobClient() {}

    /** @param args the work directory and a local directory */
    public static void main(String[] args) throws Exception {
        EmbeddedOptions options = EmbeddedOptions.defaults()
                .withNodes(1, 1)
                .withWorkDir(Path.of(args[0]))
                .withDirs(List.of(), List.of(Path.of(args[1])));
        EmbeddedCluster cluster = EmbeddedCluster.start(options);
        System.out.println(ID + cluster.id());
        submit(cluster.configuration()).waitForCompletion(false);
    }

    private static Job submit(Configuration conf) throws Exception {
        org.apache.hadoop.fs.Path input = new org.apache.hadoop.fs.Path("/input");
        try (var out = input.getFileSystem(conf).create(input)) {
            out.writeBytes("a line\n");
        }
        Job job = Job.getInstance(conf, "sleeps");
        // The classes are in a directory, but containers need a jar.
        job.setJar(JarFinder.getJar(LongJobClient.class));
        job.setMapperClass(Sleeper.class);
        job.setNumReduceTasks(0);
        job.setInputFormatClass(TextInputFormat.class);
        TextInputFormat.addInputPath(job, input);
        job.setOutputFormatClass(NullOutputFormat.class);
        return job;
    }

    /** Sleeps. */
    public static final class Sleeper extends Mapper<LongWritable, Text, NullWritable, NullWritable> {

        private static final long TEN_MINUTES_MS = 600_000;

        @Override
        protected void map(LongWritable key, Text value, Context context) throws InterruptedException {
            Thread.sleep(TEN_MINUTES_MS);
        }
    }
}
