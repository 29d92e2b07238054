package org.spindlebench.analysis.report;

import java.util.ArrayList;
import java.util.List;
import org.spindlebench.analysis.RunBuilder;
import org.spindlebench.analysis.compare.CampaignSummary;
import org.spindlebench.analysis.record.Status;

/** A campaign in which most of what can go wrong went wrong. */
final class SampleSummary {
    private final List<RunBuilder> runs = new ArrayList<>();

    private SampleSummary() {}

    /** Returns cold runs with failures of every kind, one warm run, and a table without a valid terasort. */
    static CampaignSummary mixed() {
        SampleSummary sample = new SampleSummary();
        sample.teragen();
        sample.terasort();
        sample.others();
        sample.compressed();
        return sample.build();
    }

    /** Returns one valid run of each of two jobs, without cooling. */
    static CampaignSummary warm() {
        SampleSummary sample = new SampleSummary();
        sample.run("terasort", 1).warm().elapsed(20.25).sized(RunBuilder.sizes(64e6, 66.5e6, 64e6, 18.2));
        sample.run("hdfs-write", 1).warm().elapsed(11.0).sized(RunBuilder.sizes(0, 0, 64e6, 9.1));
        return sample.build();
    }

    private void teragen() {
        run("teragen", 1).setting("replication", "3").elapsed(14.0).sized(RunBuilder.sizes(0, 0, 192e6, 12));
        run("teragen", 2)
                .setting("replication", "3")
                .elapsed(13.0)
                .sized(RunBuilder.sizes(0, 0, 192e6, 12.4))
                .warning("wave-not-observed", "3 of 4 maps ran at once: fewer bytes per node, or --slots");
        run("teragen", 3).setting("replication", "3").ended(Status.INVALID, "replication: expected 3, was 2");
    }

    private void terasort() {
        run("terasort", 1).ended(Status.INTERRUPTED, "Ctrl-C");
        run("terasort", 1).run("022-terasort").elapsed(18.1).sized(RunBuilder.sizes(64e6, 66.5e6, 64e6, 18));
        run("terasort", 2)
                .elapsed(17.9)
                .sized(RunBuilder.sizes(64e6, 66.5e6, 64e6, 18.2))
                .warning("wave-not-observed", "2 of 4 maps ran at once: fewer bytes per node, or --slots")
                .warning("dirty-pages", "dirty pages were not flushed");
        run("terasort", 3).warm().elapsed(16.5).sized(RunBuilder.sizes(64e6, 66.5e6, 64e6, 18.1));
    }

    private void others() {
        run("wordcount", 1).elapsed(21.0).sized(RunBuilder.sizes(64e6, 4.65e6, 5.76e6, 27));
        run("shuffle", 1).ended(Status.FAILED, "java.io.IOException: No space | left\n\tat Spill.run\u001b[31m");
        run("shuffle", 2).warm().ended(Status.FAILED, "timed out");
        run("odd|job", 1).elapsed(null);
    }

    private void compressed() {
        run("terasort", 4).setting("compression", "lz4").ended(Status.INTERRUPTED, "Ctrl-C");
        run("shuffle", 4).setting("compression", "lz4").elapsed(9.0).sized(RunBuilder.sizes(0, 26e6, 0, 8));
    }

    private RunBuilder run(String job, int repeat) {
        RunBuilder run = new RunBuilder(runs.size() + 1, job).repeat(repeat);
        runs.add(run);
        return run;
    }

    private CampaignSummary build() {
        return CampaignSummary.of(runs.stream().map(RunBuilder::build));
    }
}
