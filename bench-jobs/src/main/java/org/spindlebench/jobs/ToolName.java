package org.spindlebench.jobs;

import org.apache.hadoop.examples.terasort.TeraGen;
import org.apache.hadoop.examples.terasort.TeraSort;
import org.apache.hadoop.examples.terasort.TeraValidate;
import org.apache.hadoop.util.ReflectionUtils;
import org.apache.hadoop.util.Tool;
import org.spindlebench.jobs.decoy.DecoyRead;
import org.spindlebench.jobs.decoy.DecoyWrite;
import org.spindlebench.jobs.dfsio.DfsioRead;
import org.spindlebench.jobs.dfsio.DfsioWrite;
import org.spindlebench.jobs.hdfswrite.HdfsReadBack;
import org.spindlebench.jobs.hdfswrite.HdfsWrite;
import org.spindlebench.jobs.scaled.ScaledJob;
import org.spindlebench.jobs.shuffle.ShuffleJob;
import org.spindlebench.jobs.sleep.SleepJob;
import org.spindlebench.jobs.sort.RandomTextGenerator;
import org.spindlebench.jobs.sort.SortJob;
import org.spindlebench.jobs.stockdfsio.StockDfsio;
import org.spindlebench.jobs.taskcheck.TaskCheck;
import org.spindlebench.jobs.teraread.TeraRead;
import org.spindlebench.jobs.wordcount.TextGenerator;
import org.spindlebench.jobs.wordcount.WordCountJob;

/** Every tool that submits a job, so that a client can name one without naming Hadoop's types. */
public enum ToolName {
    TERAGEN(TeraGen.class),
    TERASORT(TeraSort.class),
    TERAVALIDATE(TeraValidate.class),
    TERAREAD(TeraRead.class),
    TEXT_GENERATOR(TextGenerator.class),
    WORDCOUNT(WordCountJob.class),
    SHUFFLE(ShuffleJob.class),
    HDFS_WRITE(HdfsWrite.class),
    HDFS_READ_BACK(HdfsReadBack.class),
    SLEEP(SleepJob.class),
    RANDOM_TEXT_GENERATOR(RandomTextGenerator.class),
    SORT(SortJob.class),
    DFSIO_WRITE(DfsioWrite.class),
    DFSIO_READ(DfsioRead.class),
    TESTDFSIO(StockDfsio.class),
    DECOY_WRITE(DecoyWrite.class),
    DECOY_READ(DecoyRead.class),
    SCALED(ScaledJob.class),
    TASK_CHECK(TaskCheck.class);

    private final Class<? extends Tool> type;

    ToolName(Class<? extends Tool> type) {
        this.type = type;
    }

    /** A new instance: tools hold state. */
    public Tool create() {
        return ReflectionUtils.newInstance(type, null);
    }
}
