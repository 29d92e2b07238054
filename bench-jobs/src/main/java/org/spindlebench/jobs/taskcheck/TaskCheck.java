package org.spindlebench.jobs.taskcheck;

import java.io.IOException;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.spindlebench.jobs.JobKeys;
import org.spindlebench.jobs.JobTool;
import org.spindlebench.jobs.synthetic.SyntheticInputFormat;
import org.spindlebench.jobs.synthetic.SyntheticSplit;

/**
 * Looks around in a task, where jobs run: which codecs work there, and which settings the node holds final whatever a job
 * asks for. Writes one line for each finding: its kind, what it is about, and what was found.
 */
public final class TaskCheck extends JobTool {
    /** Classes of codecs to try, separated by commas. */
    public static final String CODECS = "spindle.check.codecs";
    /** Keys of settings to look at, separated by commas. */
    public static final String KEYS = "spindle.check.keys";
    /** A line on a codec: {@link #WORKS}, or why not. */
    public static final String CODEC = "codec";
    /** A line on a setting that the node holds final: its value. */
    public static final String FINAL = "final";
    /** What a line says of a codec that works. */
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

    /** One map sees what all tasks see, if the nodes are alike. */
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
        }

        private static void write(Context context, String kind, String subject, String finding)
                throws IOException, InterruptedException {
            String line = finding.replaceAll("\\s+", " ");
            context.write(new Text(kind), new Text(subject + "\t" + line));
        }
    }
}
