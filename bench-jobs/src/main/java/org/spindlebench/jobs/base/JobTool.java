package org.spindlebench.jobs.base;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.util.Tool;

/** Submits one of Spindle's MapReduce jobs, waits for it and prints nothing. */
public abstract class JobTool extends Configured implements Tool {
    private final String jobName;
    private final String[] parameters;

    /**
     * @param jobName the job's name if the Configuration names none
     * @param parameters the names of the arguments, for the message about missing arguments
     */
    protected JobTool(String jobName, String... parameters) {
        this.jobName = jobName;
        this.parameters = parameters.clone();
    }

    /** Returns 0 if the job succeeded, 1 if it failed. */
    @Override
    public final int run(String[] args) throws IOException, InterruptedException, ClassNotFoundException {
        return createJob(args).waitForCompletion(false) ? 0 : 1;
    }

    /**
     * Creates a job that the caller submits and watches. The caller's Configuration is copied.
     *
     * @throws IllegalArgumentException if an argument or a setting is wrong
     */
    public final Job createJob(String... args) throws IOException {
        if (args.length != parameters.length) {
            throw new IllegalArgumentException(usage(args));
        }
        Configuration conf = getConf() == null ? new Configuration() : getConf();
        Job job = Job.getInstance(conf);
        job.setJarByClass(getClass());
        if (conf.getTrimmed(MRJobConfig.JOB_NAME, "").isEmpty()) {
            job.setJobName(jobName);
        }
        configure(job, args);
        return job;
    }

    /**
     * Sets the job's formats, classes and types. Reads its settings, so that wrong settings are refused before
     * submission.
     */
    protected abstract void configure(Job job, String[] args) throws IOException;

    private String usage(String[] args) {
        StringBuilder usage = new StringBuilder("usage: ").append(getClass().getSimpleName());
        for (String parameter : parameters) {
            usage.append(" <").append(parameter).append('>');
        }
        return usage.append(" (")
                .append(args.length)
                .append(" arguments given)")
                .toString();
    }
}
