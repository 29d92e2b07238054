package org.spindlebench.runner.cluster;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Gives calls to daemons a time limit. Hadoop's clients repeat a call for up to 15 minutes if a daemon is away, and
 * wait without a limit for a daemon that is stopped.
 */
public final class Deadlines {
    private static final ExecutorService THREADS = Executors.newCachedThreadPool(call -> {
        Thread thread = new Thread(call, "call to a daemon");
        thread.setDaemon(true);
        return thread;
    });

    /** The limit of calls to a daemon that did not answer the call before. */
    private static final Duration SILENT = Duration.ofSeconds(5);

    /** The time limit for a set of simultaneous questions. Questions without an answer by then are cancelled. */
    public static final Duration ALL = Duration.ofSeconds(60);

    /** The number is large, so that dozens of hosts that do not answer cost little more time than one host. */
    private static final int AT_ONCE = 64;

    private Deadlines() {}

    /**
     * Asks many daemons at once, because some daemons of a large cluster may never answer. Returns the answers in the
     * order of the questions. Each question has succeeded, failed or been cancelled.
     */
    public static <T> List<Future<T>> ask(List<Callable<T>> questions) throws InterruptedException {
        return ask(questions, ALL);
    }

    /** @param limit the time limit for all questions together */
    public static <T> List<Future<T>> ask(List<Callable<T>> questions, Duration limit) throws InterruptedException {
        ExecutorService readers = Executors.newFixedThreadPool(Math.max(1, Math.min(AT_ONCE, questions.size())));
        try {
            return readers.invokeAll(questions, limit.toMillis(), TimeUnit.MILLISECONDS);
        } finally {
            readers.shutdownNow();
        }
    }

    /** Thrown if a daemon does not answer within the time limit. */
    public static final class NoAnswerException extends IOException {
        private static final long serialVersionUID = 1L;

        NoAnswerException(String daemon, Duration limit) {
            super(daemon + " did not answer within " + limit.toSeconds() + " s");
        }
    }

    /**
     * Returns a service with the same methods. Each call ends within the limit. After a call that was not answered, the
     * next calls get five seconds each, until one is answered. Otherwise many calls in a row would each take the whole
     * time. A method that declares no IOException does not report this, because it returns a value whether or not the
     * daemon answers.
     *
     * @param type the service's interface
     * @param daemon who answers, for the message
     */
    public static <T> T within(Duration limit, Class<T> type, T service, String daemon) {
        return within(limit, SILENT, type, service, daemon);
    }

    /** @param later the limit of calls to a daemon that did not answer, until it answers */
    static <T> T within(Duration limit, Duration later, Class<T> type, T service, String daemon) {
        AtomicBoolean silent = new AtomicBoolean();
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (method.getDeclaringClass() == Object.class) {
                        return invoke(service, method, arguments);
                    }
                    Duration most = silent.get() && limit.compareTo(later) > 0 ? later : limit;
                    try {
                        Object answer = call(() -> invoke(service, method, arguments), most, daemon);
                        if (declares(method, IOException.class)) {
                            silent.set(false);
                        }
                        return answer;
                    } catch (NoAnswerException e) {
                        silent.set(true);
                        throw declares(method, IOException.class) ? e : new UncheckedIOException(e);
                    } catch (InterruptedException e) {
                        // The caller may have had a shorter limit.
                        silent.set(true);
                        if (declares(method, InterruptedException.class)) {
                            throw e;
                        }
                        Thread.currentThread().interrupt();
                        IOException interrupted = new InterruptedIOException("interrupted");
                        throw declares(method, IOException.class) ? interrupted : new UncheckedIOException(interrupted);
                    } catch (IOException e) {
                        silent.set(Outage.of(e).isPresent());
                        throw e;
                    }
                }));
    }

    private static Object invoke(Object service, Method method, Object[] arguments) throws Exception {
        try {
            return method.invoke(service, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw (Exception) e.getCause();
        }
    }

    private static boolean declares(Method method, Class<?> exception) {
        return Arrays.stream(method.getExceptionTypes()).anyMatch(type -> type.isAssignableFrom(exception));
    }

    /** Makes a call as {@link #call} does. An exception of another kind becomes the cause of an IOException. */
    public static <T> T io(Callable<T> call, Duration limit, String daemon) throws IOException, InterruptedException {
        try {
            return call(call, limit, daemon);
        } catch (IOException | InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(daemon + " refused: " + e.getMessage(), e);
        }
    }

    /**
     * Makes a call in a thread of its own. At the limit, this interrupts the thread and no longer waits for it.
     *
     * @param daemon the daemon's name, for the message
     * @throws NoAnswerException at the limit
     */
    public static <T> T call(Callable<T> call, Duration limit, String daemon) throws Exception {
        Future<T> answer = THREADS.submit(call);
        try {
            return answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new NoAnswerException(daemon, limit);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw (Exception) e.getCause();
        } finally {
            answer.cancel(true);
        }
    }
}
