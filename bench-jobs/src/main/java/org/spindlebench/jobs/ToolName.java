package org.spindlebench.jobs;

import java.util.function.Supplier;
import org.apache.hadoop.examples.terasort.TeraGen;
import org.apache.hadoop.examples.terasort.TeraSort;
import org.apache.hadoop.examples.terasort.TeraValidate;
import org.apache.hadoop.util.Tool;
import org.spindlebench.jobs.hdfswrite.HdfsReadBack;
import org.spindlebench.jobs.hdfswrite.HdfsWrite;
import org.spindlebench.jobs.shuffle.ShuffleJob;
import org.spindlebench.jobs.teraread.TeraRead;
import org.spindlebench.jobs.wordcount.TextGenerator;
import org.spindlebench.jobs.wordcount.WordCountJob;

/** Every tool that submits a job, so that a client can name one without naming Hadoop's types. */
public enum ToolName {
    TERAGEN(TeraGen::new),
    TERASORT(TeraSort::new),
    TERAVALIDATE(TeraValidate::new),
    TERAREAD(TeraRead::new),
    TEXT_GENERATOR(TextGenerator::new),
    WORDCOUNT(WordCountJob::new),
    SHUFFLE(ShuffleJob::new),
    HDFS_WRITE(HdfsWrite::new),
    HDFS_READ_BACK(HdfsReadBack::new);

    private final Supplier<Tool> maker;

    ToolName(Supplier<Tool> maker) {
        this.maker = maker;
    }

    /** A new instance: tools hold state. */
    public Tool create() {
        return maker.get();
    }
}
