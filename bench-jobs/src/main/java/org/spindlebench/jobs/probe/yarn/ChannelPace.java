package org.spindlebench.jobs.probe.yarn;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Decides when a container reads the channel, which is a call to the NameNode. While a job runs on the node, and while
 * no client sends requests, the container reads the channel every ten seconds. Thousands of nodes then do not burden the
 * NameNode that is being measured. After a request, and after the end of a job, further requests are likely: the
 * container then reads the channel at each chance.
 */
final class ChannelPace {
    static final long SLOW_MILLIS = 10_000;

    /** How long requests are likely after the last request, and after the end of a job. */
    private static final long LIKELY = TimeUnit.SECONDS.toNanos(30);

    private final long slow;
    private final long phase;
    private final Supplier<Set<String>> applications;
    private final LongSupplier nanoTime;
    private Set<String> running;
    private long event;
    private long slot;

    /**
     * @param slowMillis the milliseconds between two readings while no request is likely
     * @param applications returns the user's other applications that are on the node now
     */
    ChannelPace(long slowMillis, Supplier<Set<String>> applications, LongSupplier nanoTime) {
        this.slow = TimeUnit.MILLISECONDS.toNanos(slowMillis);
        // Nodes read at different times, even if they began together.
        this.phase = ThreadLocalRandom.current().nextLong(Math.max(1, slow));
        this.applications = applications;
        this.nanoTime = nanoTime;
        this.running = applications.get();
        this.event = nanoTime.getAsLong();
    }

    /** Returns whether to read the channel now. */
    boolean isDue() {
        Set<String> now = applications.get();
        if (!now.containsAll(running)) {
            event = nanoTime.getAsLong();
        }
        running = now;
        long before = slot;
        slot = slow <= 0 ? before + 1 : Math.floorDiv(nanoTime.getAsLong() - phase, slow);
        return slot != before || isLikely();
    }

    private boolean isLikely() {
        return running.isEmpty() && nanoTime.getAsLong() - event < LIKELY;
    }

    /** Records that there was a request. */
    void asked() {
        event = nanoTime.getAsLong();
    }

    /**
     * The user's applications on this node, apart from this container's own. YARN keeps a directory for each, and
     * removes it at the application's end.
     */
    static final class LocalApplications {
        private LocalApplications() {}

        /** @param granted the directories that YARN gave this container, separated by commas; null if YARN gave none */
        static Supplier<Set<String>> beside(String granted) {
            Path own = granted == null ? null : Paths.get(granted.split(",", -1)[0]);
            Path all = own == null ? null : own.getParent();
            return all == null
                    ? Collections::emptySet
                    : () -> below(all, own.getFileName().toString());
        }

        private static Set<String> below(Path directory, String own) {
            Set<String> names = new TreeSet<>();
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, "application_*")) {
                for (Path entry : entries) {
                    names.add(entry.getFileName().toString());
                }
            } catch (IOException | DirectoryIteratorException unknown) {
                return Collections.emptySet();
            }
            names.remove(own);
            return names;
        }
    }
}
