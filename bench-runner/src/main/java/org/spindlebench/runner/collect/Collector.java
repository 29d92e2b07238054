package org.spindlebench.runner.collect;

import java.io.IOException;

/**
 * Reads one thing of an ended job.
 *
 * @param <T> what it returns
 */
@FunctionalInterface
interface Collector<T> {
    T collect(HistoryJob job) throws IOException;
}
