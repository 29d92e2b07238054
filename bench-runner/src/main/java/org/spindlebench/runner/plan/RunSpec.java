package org.spindlebench.runner.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.spindlebench.analysis.workload.Workload.RunSettings;
import org.spindlebench.runner.conf.FileSafeName;
import org.spindlebench.runner.conf.Size;
import org.spindlebench.runner.jobs.JobCatalog;
import org.spindlebench.runner.jobs.MeasuredJob;
import org.spindlebench.runner.program.Program;

/**
 * One planned run.
 *
 * @param id unique in the campaign and sortable in the order of execution, such as {@code 003-terasort-none}
 * @param index the run's number in the order of execution, from 1
 * @param block the randomised complete block, from 1
 * @param repeat the repeat of its cell, from 1; 0 for a warm-up, which repeats nothing
 * @param job a name of the job catalog, or of the program
 * @param size the bytes to read, shuffle or write
 * @param settings the cell's settings: {@code compression} ({@code none} or a codec), the size, each requested {@link
 *     org.spindlebench.runner.conf.RunSetting}, and the arguments of a program
 * @param program the user's program; null for a job of the catalog
 */
public record RunSpec(
        String id,
        int index,
        int block,
        int repeat,
        String job,
        Size size,
        Map<String, String> settings,
        Map<String, String> configuration,
        @JsonInclude(JsonInclude.Include.NON_NULL) Program program) {
    /** The Hadoop settings of every run, unless the suite or the user sets others. */
    public static final Map<String, String> DEFAULTS = Map.of(
            // Tasks of such a job would run one after another in its ApplicationMaster, even if the site asks for it.
            "mapreduce.job.ubertask.enable", "false",
            "mapreduce.map.speculative", "false",
            "mapreduce.reduce.speculative", "false",
            "mapreduce.output.fileoutputformat.compress", "false");

    /** Plans a run of a job of the catalog. */
    public RunSpec(
            String id,
            int index,
            int block,
            int repeat,
            String job,
            Size size,
            Map<String, String> settings,
            Map<String, String> configuration) {
        this(id, index, block, repeat, job, size, settings, configuration, null);
    }

    public RunSpec {
        FileSafeName.require("the run", id);
        Objects.requireNonNull(job, "job");
        Objects.requireNonNull(size, "size");
        settings = Collections.unmodifiableMap(new TreeMap<>(settings));
        String without = settings.getOrDefault(Plan.WITHOUT_HOSTS, "0");
        if (!without.matches("[0-9]{1,3}")) {
            throw new IllegalArgumentException(
                    "the run " + id + " leaves out `" + without + "` hosts, which is not a number");
        }
        configuration = Collections.unmodifiableMap(new TreeMap<>(configuration));
    }

    /** Returns the number of hosts that the run leaves out. */
    int withoutHosts() {
        return Integer.parseInt(settings.getOrDefault(Plan.WITHOUT_HOSTS, "0"));
    }

    /** Returns this run with another setting of its cell, whose settings in Hadoop stay the same. */
    RunSpec with(String setting, String value) {
        Map<String, String> more = new TreeMap<>(settings);
        more.put(setting, value);
        return new RunSpec(id, index, block, repeat, job, size, more, configuration, program);
    }

    /** Returns this run in another block. */
    RunSpec again(String otherId, int otherIndex, int otherBlock, int otherRepeat) {
        return new RunSpec(otherId, otherIndex, otherBlock, otherRepeat, job, size, settings, configuration, program);
    }

    /** Returns the description of the run's job. */
    public MeasuredJob benchmark() {
        return JobCatalog.of(job, program);
    }

    /**
     * Returns the settings that must be in force. The values of {@link #DEFAULTS} need not be in force in a user's
     * program, which may choose its own.
     */
    public Map<String, String> required() {
        Map<String, String> required = new TreeMap<>(configuration);
        if (program != null) {
            required.entrySet().removeAll(DEFAULTS.entrySet());
        }
        return required;
    }

    /** Returns the name of the workload's job that this concurrent run makes. */
    public String workloadJob() {
        return settings.getOrDefault(RunSettings.JOB, id);
    }

    /** Returns the time at which a workload's job is submitted, in seconds from the workload's start. */
    public double arrival() {
        return Double.parseDouble(settings.getOrDefault(RunSettings.ARRIVAL, "0"));
    }

    /** Checks whether this run is one of a workload's concurrent runs. */
    public boolean isConcurrent() {
        return "true".equals(settings.get(RunSettings.CONCURRENT));
    }

    /** Checks whether this run only warms up for later runs. Its record counts for nothing. */
    public boolean isWarmUp() {
        return repeat == 0;
    }
}
