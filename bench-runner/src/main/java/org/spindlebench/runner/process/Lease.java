package org.spindlebench.runner.process;

import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spindlebench.runner.cluster.FailureMessage;
import org.spindlebench.runner.cluster.Storage;

/**
 * A client's lease of a directory in HDFS, so that no other client uses or removes the directory at the same time. The
 * client renews it every 20 s. A lease ends five minutes after it was last renewed, or at once if its client is a
 * process of this host that has ended.
 *
 * <p>Leases have numbers. A client takes the next number with an empty file that only one client can create. It then
 * writes its name in the name of a second empty file, and sets that file's modification time. So a lease has no block:
 * a measurement could encounter a block, and a block could be lost. All times are by the NameNode's clock.
 */
public final class Lease implements AutoCloseable {
    private static final String PREFIX = "_spindle_lease-";
    private static final String CLOCK = "_spindle_clock-";
    private static final Pattern NUMBER = Pattern.compile(PREFIX + "([0-9]{1,9})");
    private static final Pattern HOLDER = Pattern.compile(
            PREFIX + "([0-9]{1,9})-([0-9a-f]{32})-([0-9]{1,19})-([0-9]{1,19})-([0-9a-f]{32})-(.{1,100})");

    private static final Logger LOG = LoggerFactory.getLogger(Lease.class);
    private static final Duration RENEW = Duration.ofSeconds(20);
    private static final Duration LASTS = Duration.ofMinutes(5);
    /** The age at which Spindle checks a renewal before it removes anything. */
    private static final Duration FRESH = Duration.ofMinutes(1);

    private static final int ATTEMPTS = 3;

    private final Storage storage;
    private final String directory;
    private final Holder mine;
    private final Consumer<String> lost;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread keeper;
    private final LongSupplier nanos;
    private NameNodeClock clock;
    private long renewedNanos;
    private long renewedMillis;

    /**
     * The client that holds a lease.
     *
     * @param number the lease's number
     * @param client distinguishes the client from all others
     * @param began the start of its process, in the kernel's ticks since the boot
     * @param system the boot and the container of its process
     */
    public record Holder(int number, String client, long pid, long began, String system, String host) {
        private static final String HERE = UUID.randomUUID().toString().replace("-", "");

        static Holder here(int number) {
            long pid = ProcessHandle.current().pid();
            String host = ThisHost.name().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.-]", "_");
            return new Holder(
                    number,
                    HERE,
                    pid,
                    ThisHost.startOf(pid).orElse(0),
                    ThisHost.system(),
                    host.substring(0, Math.min(host.length(), 100)));
        }

        private static Optional<Holder> parse(String name) {
            Matcher found = HOLDER.matcher(name);
            return found.matches()
                    ? Optional.of(new Holder(
                            Integer.parseInt(found.group(1)),
                            found.group(2),
                            Long.parseLong(found.group(3)),
                            Long.parseLong(found.group(4)),
                            found.group(5),
                            found.group(6)))
                    : Optional.empty();
        }

        private String file() {
            return PREFIX
                    + String.join(
                            "-",
                            String.valueOf(number),
                            client,
                            String.valueOf(pid),
                            String.valueOf(began),
                            system,
                            host);
        }

        private boolean isHere() {
            return client.equals(HERE);
        }

        /** Returns a phrase that names the client in messages. */
        public String describe() {
            return "process " + pid + " on " + host;
        }
    }

    /** The NameNode's clock, followed by this client's clocks from one instant on. */
    private record NameNodeClock(long at, long nanos, long millis) {
        static NameNodeClock look(Storage storage, String directory) throws IOException {
            String file = directory + "/" + CLOCK + UUID.randomUUID();
            long at = storage.stamp(file);
            storage.delete(file);
            return new NameNodeClock(at, System.nanoTime(), System.currentTimeMillis());
        }

        /** Returns the time now. While a client sleeps, only one of its clocks continues. */
        long now() {
            return at + elapsed(System.nanoTime() - nanos, millis);
        }
    }

    /** Returns the milliseconds since a moment, by the clock that has advanced further. */
    private static long elapsed(long nanos, long sinceMillis) {
        return Math.max(TimeUnit.NANOSECONDS.toMillis(nanos), System.currentTimeMillis() - sinceMillis);
    }

    private Lease(Storage storage, String directory, Holder mine, Consumer<String> lost, LongSupplier nanos)
            throws IOException {
        this.nanos = nanos;
        this.storage = storage;
        this.directory = directory;
        this.mine = mine;
        this.lost = lost;
        this.clock = NameNodeClock.look(storage, directory);
        storage.stamp(directory + "/" + mine.file());
        renewed();
        this.keeper = new Thread(this::keep, "lease of " + directory);
        keeper.setDaemon(true);
    }

    /**
     * Takes the lease of a directory, which exists.
     *
     * @param lost receives the reason, in another thread, if the lease is lost: another client has taken it because
     *     this client was silent for long, or the directory was removed
     * @throws HeldException if another client holds it
     */
    public static Lease take(Storage storage, String directory, Consumer<String> lost) throws IOException {
        return take(storage, directory, lost, System::nanoTime);
    }

    /** @param nanos returns the age of the last renewal in nanoseconds */
    static Lease take(Storage storage, String directory, Consumer<String> lost, LongSupplier nanos) throws IOException {
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            refuseHeld(storage, directory);
            int last = names(storage, directory).stream()
                    .mapToInt(Lease::number)
                    .max()
                    .orElse(0);
            if (storage.create(directory + "/" + PREFIX + (last + 1), new byte[0])) {
                Lease lease = new Lease(storage, directory, Holder.here(last + 1), lost, nanos);
                lease.removeBefore(last);
                lease.keeper.start();
                return lease;
            }
        }
        throw new HeldException(directory, "another client has just taken it");
    }

    private void removeBefore(int last) throws IOException {
        for (String name : names(storage, directory)) {
            if (number(name) <= last) {
                storage.delete(directory + "/" + name);
            }
        }
    }

    /** Returns whether a file with this name belongs to a directory's lease. */
    public static boolean isOne(String name) {
        return name.startsWith(PREFIX) || name.startsWith(CLOCK);
    }

    private static List<String> names(Storage storage, String directory) throws IOException {
        return storage.children(directory).stream()
                .filter(name ->
                        NUMBER.matcher(name).matches() || HOLDER.matcher(name).matches())
                .toList();
    }

    private static int number(String name) {
        return Integer.parseInt(name.substring(PREFIX.length()).split("-", 2)[0]);
    }

    /**
     * Refuses a directory that another client uses.
     *
     * @throws HeldException if another client holds its lease
     */
    public static void refuseHeld(Storage storage, String directory) throws IOException {
        Optional<String> user = user(storage, directory);
        if (user.isPresent()) {
            throw new HeldException(directory, user.get());
        }
    }

    /** Returns a phrase that names the other client that holds the lease of a directory; empty if none does. */
    public static Optional<String> user(Storage storage, String directory) throws IOException {
        List<String> names = names(storage, directory);
        Optional<String> last = names.stream().max(Comparator.comparingInt(Lease::number));
        if (last.isEmpty()) {
            return Optional.empty();
        }
        int number = number(last.get());
        Optional<Holder> holder = names.stream()
                .flatMap(name -> Holder.parse(name).stream())
                .filter(found -> found.number() == number)
                .findFirst();
        if (holder.isPresent()) {
            if (holder.get().isHere()) {
                return Optional.empty();
            }
            Optional<Boolean> lives = holder.get().system().equals(ThisHost.system())
                    ? ThisHost.lives(holder.get().pid(), holder.get().began())
                    : Optional.empty();
            if (lives.isPresent()) {
                return lives.get() ? holder.map(Holder::describe) : Optional.empty();
            }
        }
        String file = holder.map(Holder::file).orElse(PREFIX + number);
        OptionalLong renewed = storage.modified(directory + "/" + file);
        boolean over = renewed.isEmpty()
                || NameNodeClock.look(storage, directory).at() - renewed.getAsLong() > LASTS.toMillis();
        return over
                ? Optional.empty()
                : Optional.of(holder.map(Holder::describe).orElse("a client that has just begun"));
    }

    private void keep() {
        String reason = "its thread ended";
        try {
            while (!closed.await(RENEW.toMillis(), TimeUnit.MILLISECONDS)) {
                renewIfThere().ifPresent(lost);
            }
            reason = null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            reason = null;
        } finally {
            if (reason != null) {
                lost.accept(reason);
            }
        }
    }

    /** Renews the lease. If HDFS is away, this does nothing. Returns why the lease is lost; empty if it is not lost. */
    private Optional<String> renewIfThere() {
        try {
            return renew();
        } catch (IOException | RuntimeException away) {
            LOG.debug("The lease of {} is not renewed now", directory, away);
            return Optional.empty();
        }
    }

    private synchronized Optional<String> renew() throws IOException {
        if (closed.getCount() == 0) {
            return Optional.empty();
        }
        int last =
                names(storage, directory).stream().mapToInt(Lease::number).max().orElse(0);
        if (last > mine.number()) {
            return Optional.of("another client has taken over " + directory + " in HDFS, because this client did not"
                    + " renew its lease for more than " + LASTS.toMinutes() + " minutes");
        }
        // This never creates the file, because the directory may have been removed a moment ago.
        if (last < mine.number() || !storage.setModified(directory + "/" + mine.file(), clock.now())) {
            return Optional.of("the directory " + directory + " in HDFS was removed");
        }
        renewed();
        return Optional.empty();
    }

    private void renewed() {
        renewedNanos = nanos.getAsLong();
        renewedMillis = System.currentTimeMillis();
    }

    private synchronized boolean isFresh() {
        return elapsed(nanos.getAsLong() - renewedNanos, renewedMillis) < FRESH.toMillis();
    }

    /**
     * Makes sure that this client still holds the lease. A client that slept, or was cut off, must not remove files
     * that belong to the next one.
     *
     * @throws LostException if it does not hold it
     * @throws IOException if HDFS does not answer
     */
    public void require() throws IOException {
        if (closed.getCount() > 0 && !isFresh()) {
            confirm();
        }
    }

    /**
     * Renews the lease at once.
     *
     * @throws LostException if this client does not hold it
     * @throws IOException if HDFS does not answer
     */
    public void confirm() throws IOException {
        Optional<String> why = renew();
        if (why.isPresent()) {
            lost.accept(why.get());
            throw new LostException(why.get());
        }
    }

    /** Stops renewing the lease, and removes nothing. */
    public void abandon() {
        closed.countDown();
    }

    /** Ends the lease. If HDFS is away, the lease ends by itself. */
    @Override
    public synchronized void close() {
        closed.countDown();
        try {
            storage.delete(directory + "/" + mine.file());
            storage.delete(directory + "/" + PREFIX + mine.number());
        } catch (IOException | RuntimeException away) {
            LOG.debug("The lease of {} ends by itself: {}", directory, FailureMessage.of(away));
        }
    }

    /** Thrown if another client uses a directory. */
    public static final class HeldException extends IOException {
        private static final long serialVersionUID = 1L;

        HeldException(String directory, String user) {
            super("another client uses " + directory + " in HDFS (" + user
                    + "): wait until that client has ended, or for " + LASTS.toMinutes()
                    + " minutes if its host has failed");
        }
    }

    /** Thrown if this client has lost its lease. */
    public static final class LostException extends IOException {
        private static final long serialVersionUID = 1L;

        LostException(String why) {
            super(why);
        }
    }
}
