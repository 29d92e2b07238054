package org.spindlebench.runner.cluster;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spindlebench.runner.process.ThisHost;

/**
 * A client's lease of a directory in HDFS, so that no other client uses or removes the directory meanwhile. The client
 * touches a file in the directory every 20 s. The lease ends five minutes after the last touch, or at once if the
 * client is a process of this host that has ended.
 */
public final class Lease implements AutoCloseable {
    public static final String FILE = "_spindle_lease";

    private static final Logger LOG = LoggerFactory.getLogger(Lease.class);
    private static final Duration TOUCH = Duration.ofSeconds(20);
    private static final Duration LASTS = Duration.ofMinutes(5);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** This client. */
    private static final Holder HERE = new Holder(
            UUID.randomUUID().toString(),
            ThisHost.name(),
            ThisHost.system(),
            ProcessHandle.current().pid(),
            ThisHost.startOf(ProcessHandle.current().pid()));

    private final Storage storage;
    private final String file;
    private final Runnable lost;
    private final CountDownLatch closed = new CountDownLatch(1);

    private Lease(Storage storage, String file, Runnable lost) {
        this.storage = storage;
        this.file = file;
        this.lost = lost;
    }

    /**
     * The client that holds a lease.
     *
     * @param system the host's boot and container
     * @param began when its process began, in milliseconds since 1970; 0 if unknown
     */
    public record Holder(String client, String host, String system, long pid, long began) {
        private boolean hasEnded() {
            return system.equals(ThisHost.system()) && !ThisHost.lives(pid, began);
        }
    }

    /**
     * Takes the lease of a directory, which exists.
     *
     * @param lost called in another thread if another client has taken the lease, after this client was silent for long
     * @throws HeldException if another client holds it
     */
    public static Lease take(Storage storage, String directory, Runnable lost) throws IOException {
        String file = directory + "/" + FILE;
        refuseHeld(storage, directory);
        storage.write(file, JSON.writeValueAsBytes(HERE));
        Lease lease = new Lease(storage, file, lost);
        Thread thread = new Thread(lease::keep, "lease of " + directory);
        thread.setDaemon(true);
        thread.start();
        return lease;
    }

    /**
     * Refuses a directory that another client uses.
     *
     * @throws HeldException if another client holds its lease
     */
    public static void refuseHeld(Storage storage, String directory) throws IOException {
        Optional<Holder> holder = holder(storage, directory);
        if (holder.isPresent()) {
            throw new HeldException(directory, holder.get());
        }
    }

    /** Returns the other client that holds the lease of a directory; empty if none does. */
    public static Optional<Holder> holder(Storage storage, String directory) throws IOException {
        String file = directory + "/" + FILE;
        OptionalLong touched = storage.modified(file);
        if (touched.isEmpty()) {
            return Optional.empty();
        }
        boolean over = System.currentTimeMillis() - touched.getAsLong() > LASTS.toMillis();
        Optional<Holder> holder = over ? Optional.empty() : read(storage, file);
        return holder.filter(other -> !other.client().equals(HERE.client()) && !other.hasEnded());
    }

    /** Returns who last took the lease; empty if the file is damaged, as after a client that died while it wrote. */
    private static Optional<Holder> read(Storage storage, String file) throws IOException {
        byte[] content;
        try (InputStream in = storage.open(file)) {
            content = in.readAllBytes();
        }
        try {
            return Optional.of(JSON.readValue(content, Holder.class));
        } catch (IOException damaged) {
            return Optional.empty();
        }
    }

    private void keep() {
        try {
            while (!closed.await(TOUCH.toMillis(), TimeUnit.MILLISECONDS)) {
                try {
                    if (!read(storage, file).map(Holder::client).filter(HERE.client()::equals).isPresent()) {
                        lost.run();
                        return;
                    }
                    storage.touch(file);
                } catch (IOException | RuntimeException away) {
                    LOG.debug("The lease of {} is not renewed; while HDFS is away, no other client can take it", file, away);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the lease. If HDFS is away, the lease ends by itself. */
    @Override
    public void close() {
        closed.countDown();
        try {
            storage.delete(file);
        } catch (IOException away) {
            LOG.debug("The lease of {} ends by itself", file, away);
        }
    }

    /** Thrown if another client uses a directory. */
    public static final class HeldException extends IOException {
        private static final long serialVersionUID = 1L;

        HeldException(String directory, Holder holder) {
            super("another client uses " + directory + " in HDFS: process " + holder.pid() + " on " + holder.host()
                    + ". Wait for its end; a client that has died there loses its lease after "
                    + LASTS.toMinutes() + " minutes");
        }
    }
}
