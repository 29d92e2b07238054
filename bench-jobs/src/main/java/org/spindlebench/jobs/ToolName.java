package org.spindlebench.jobs;

import org.apache.hadoop.examples.terasort.TeraSort;
import org.apache.hadoop.examples.terasort.TeraValidate;
import org.apache.hadoop.util.ReflectionUtils;
import org.apache.hadoop.util.Tool;
import org.spindlebench.jobs.control.SleepJob;
import org.spindlebench.jobs.control.TaskCheck;
import org.spindlebench.jobs.hdfs.DecoyRead;
import org.spindlebench.jobs.hdfs.DecoyWrite;
import org.spindlebench.jobs.hdfs.DfsioRead;
import org.spindlebench.jobs.hdfs.DfsioWrite;
import org.spindlebench.jobs.hdfs.HdfsReadBack;
import org.spindlebench.jobs.hdfs.HdfsWrite;
import org.spindlebench.jobs.scaled.ScaledTool;
import org.spindlebench.jobs.shuffle.ShuffleTool;
import org.spindlebench.jobs.sort.RandomTextGenerator;
import org.spindlebench.jobs.sort.SortTool;
import org.spindlebench.jobs.stockdfsio.StockDfsio;
import org.spindlebench.jobs.tera.PlacedTeraGen;
import org.spindlebench.jobs.tera.TeraRead;
import org.spindlebench.jobs.wordcount.TextGenerator;
import org.spindlebench.jobs.wordcount.WordCountTool;

/** Lists every tool that submits a job, so that a client can select one without referring to Hadoop's types. */
public enum ToolName {
    TERAGEN(PlacedTeraGen.class),
    TERASORT(TeraSort.class),
    TERAVALIDATE(TeraValidate.class),
    TERAREAD(TeraRead.class),
    TEXT_GENERATOR(TextGenerator.class),
    WORDCOUNT(WordCountTool.class),
    SHUFFLE(ShuffleTool.class),
    HDFS_WRITE(HdfsWrite.class),
    HDFS_READ_BACK(HdfsReadBack.class),
    SLEEP(SleepJob.class),
    RANDOM_TEXT_GENERATOR(RandomTextGenerator.class),
    SORT(SortTool.class),
    DFSIO_WRITE(DfsioWrite.class),
    DFSIO_READ(DfsioRead.class),
    TESTDFSIO(StockDfsio.class),
    DECOY_WRITE(DecoyWrite.class),
    DECOY_READ(DecoyRead.class),
    SCALED(ScaledTool.class),
    TASK_CHECK(TaskCheck.class);

    private final Class<? extends Tool> type;

    ToolName(Class<? extends Tool> type) {
        this.type = type;
    }

    /** Creates a new instance. Tools are not shared because they hold state. */
    public Tool create() {
        return ReflectionUtils.newInstance(type, null);
    }
}
