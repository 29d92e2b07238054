package org.spindlebench.runner.cli;

import java.io.PrintStream;

/**
 * What to remove.
 *
 * @param mode whether to remove it or only to list it
 * @param baseDir the directory in HDFS that {@code run} was given
 * @param generic what Hadoop's own option parser is to get
 * @param out for the list
 * @param err for complaints
 */
public record CleanRequest(Mode mode, String baseDir, GenericOptions generic, PrintStream out, PrintStream err) {
    /** Whether anything is removed. */
    public enum Mode {
        REMOVE,
        DRY_RUN
    }
}
