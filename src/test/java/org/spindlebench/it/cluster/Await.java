package org.spindlebench.it.cluster;

import java.io.IOException;
import java.time.Duration;

/** Polls a condition until it holds or the time is up. */
public final class Await {
    private Await() {}

    /** A condition that may fail for a while, for example because a daemon does not listen yet. */
    @FunctionalInterface
    public interface Condition {
        boolean holds() throws IOException, InterruptedException;
    }

    /** Returns whether the condition held within the time. */
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
            // The daemon is not up yet.
            return false;
        }
    }
}
