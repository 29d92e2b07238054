package org.spindlebench.runner.collect.daemon;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Queries many daemons in parallel, because some daemons of a large cluster may never answer. */
final class ParallelQueries {
    /** The time limit for all queries together. Queries without an answer by then are cancelled. */
    static final Duration LIMIT = Duration.ofSeconds(60);

    private static final int AT_ONCE = 8;

    private ParallelQueries() {}

    /** Returns the answers in the order of the queries. Each query has succeeded, failed or been cancelled. */
    static <T> List<Future<T>> ask(List<Callable<T>> questions) throws InterruptedException {
        return ask(questions, LIMIT);
    }

    /** @param limit the time limit for all queries together */
    static <T> List<Future<T>> ask(List<Callable<T>> questions, Duration limit) throws InterruptedException {
        ExecutorService readers = Executors.newFixedThreadPool(AT_ONCE);
        try {
            return readers.invokeAll(questions, limit.toMillis(), TimeUnit.MILLISECONDS);
        } finally {
            readers.shutdownNow();
        }
    }
}
