package org.spindlebench.jobs.wordcount;

import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;

/** Lines of text, one split per file whatever its size: the text is calibrated for the split it was made by. */
public final class WholeFileTextInputFormat extends TextInputFormat {
    @Override
    protected boolean isSplitable(JobContext context, Path file) {
        return false;
    }
}
