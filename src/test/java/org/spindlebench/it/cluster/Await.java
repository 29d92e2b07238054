package org.spindlebench.it.cluster;

import java.io.IOException;
import java.time.Duration;

/** Polls a condition until it holds or time is up. */
public final class Await {
    private Await() {}

    /** A condition that may fail for a while, as a daemon that does not listen yet. */
    @FunctionalInterface
    public interface Condition {
        boolean holds() throws IOException, InterruptedException;
    }

    /** Whether the condition came to hold within the time. */
    public static boolean within(Duration limit, Condition condition) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!holds(condition)) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            Thread.sleep(100);
        }
        return true;
    }

    private static boolean holds(Condition condition) throws InterruptedException {
        try {
            return condition.holds();
        } catch (IOException e) {
            // Not up yet.
            return false;
        }
    }
}
