package org.spindlebench.runner.cluster;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Queries many daemons in parallel, because some daemons of a large cluster may never answer. */
public final class ParallelQueries {
    /** The time limit for all queries together. Queries without an answer by then are cancelled. */
    public static final Duration LIMIT = Duration.ofSeconds(60);

    /** So many that dozens of hosts that do not answer cost little more time than one. */
    private static final int AT_ONCE = 64;

    private ParallelQueries() {}

    /** Returns the answers in the order of the queries. Each query has succeeded, failed or been cancelled. */
    public static <T> List<Future<T>> ask(List<Callable<T>> questions) throws InterruptedException {
        return ask(questions, LIMIT);
    }

    /** @param limit the time limit for all queries together */
    public static <T> List<Future<T>> ask(List<Callable<T>> questions, Duration limit) throws InterruptedException {
        ExecutorService readers = Executors.newFixedThreadPool(Math.max(1, Math.min(AT_ONCE, questions.size())));
        try {
            return readers.invokeAll(questions, limit.toMillis(), TimeUnit.MILLISECONDS);
        } finally {
            readers.shutdownNow();
        }
    }
}
