package org.spindlebench.analysis.task;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.spindlebench.analysis.record.TaskTimes;

/** Makes attempts for tests, at milliseconds after a fixed start. */
final class Job {
    static final Instant START = Instant.parse("2026-03-01T10:00:00Z");

    private Job() {}

    static TaskTimes map(int number, long from, long to) {
        return map(number + "_0", "node1", "SUCCEEDED", from, to, null);
    }

    static TaskTimes map(String id, String host, String state, long from, long to, String note) {
        return new TaskTimes(id("m", id), "map", host, state, at(from), at(to), null, null, note);
    }

    static TaskTimes reduce(int number, long from, long shuffled, long merged, long to) {
        return reduce(number, "SUCCEEDED", at(from), at(shuffled), at(merged), at(to));
    }

    static TaskTimes reduce(int number, String state, Instant from, Instant shuffled, Instant merged, Instant to) {
        return new TaskTimes(id("r", number + "_0"), "reduce", "node1", state, from, to, shuffled, merged);
    }

    static Instant at(long millis) {
        return START.plusMillis(millis);
    }

    /**
     * Returns attempts of all kinds and states. There are few instants, so that many are equal; now and then one is
     * missing or out of order.
     */
    static List<TaskTimes> random(Random random, int most, int millis) {
        List<TaskTimes> tasks = new ArrayList<>();
        int count = random.nextInt(most + 1);
        for (int i = 0; i < count; i++) {
            long from = random.nextInt(millis);
            long to = from + random.nextInt(Math.max(1, millis / 3));
            String state = List.of("SUCCEEDED", "SUCCEEDED", "SUCCEEDED", "FAILED", "KILLED")
                    .get(random.nextInt(5));
            Instant end = random.nextInt(15) == 0 ? null : at(random.nextInt(15) == 0 ? from - 1 : to);
            if (random.nextBoolean()) {
                tasks.add(new TaskTimes(id("m", i + "_0"), "map", "node1", state, at(from), end, null, null));
            } else {
                long shuffled = from + random.nextInt((int) (to - from) + 1);
                long merged = shuffled + random.nextInt((int) (to - shuffled) + 1 + random.nextInt(2));
                Instant sorted = random.nextInt(15) == 0 ? null : at(merged);
                tasks.add(reduce(i, state, at(from), at(shuffled), sorted, end));
            }
        }
        return tasks;
    }

    private static String id(String kind, String number) {
        return "attempt_1772359200000_0001_" + kind + "_" + number;
    }
}
