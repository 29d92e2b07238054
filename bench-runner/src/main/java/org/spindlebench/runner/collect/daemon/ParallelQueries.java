package org.spindlebench.runner.collect.daemon;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Asks many daemons, some at once: of a large cluster some never answer. */
final class ParallelQueries {
    /** For all together; what has not answered by then is cancelled. */
    static final Duration LIMIT = Duration.ofSeconds(60);

    private static final int AT_ONCE = 8;

    private ParallelQueries() {}

    /** The answers in the order of the questions; all are done, failed or cancelled. */
    static <T> List<Future<T>> ask(List<Callable<T>> questions) throws InterruptedException {
        ExecutorService readers = Executors.newFixedThreadPool(AT_ONCE);
        try {
            return readers.invokeAll(questions, LIMIT.toSeconds(), TimeUnit.SECONDS);
        } finally {
            readers.shutdownNow();
        }
    }
}
