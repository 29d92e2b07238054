package org.spindlebench.jobs.device;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.spindlebench.jobs.device.Engine.Access;
import org.spindlebench.jobs.device.IoTask.BlockSizeStep;
import org.spindlebench.jobs.device.IoTask.Operation;
import org.spindlebench.jobs.device.OwnDirectory.LeftDirectories;
import org.spindlebench.jobs.device.OwnDirectory.OwnDirectories;
import org.spindlebench.jobs.probe.layout.Finding;

/**
 * Measures the devices below directories of this node, first one directory after another, then one directory of each
 * device at the same time. It reports each finding as soon as it is known, in this order:
 *
 * <ul>
 *   <li>one {@code settings}, with {@code leftOut} if the node has no fio for the random requests;
 * <li>a {@code place} for each directory: its devices and {@code access} ({@code direct}, {@code buffered} with {@code
 *       accessReason}, or {@code memory}), or an {@code error} if no measurement was possible;
 *   <li>after each {@code place}, the directory's {@code measurement}s, with {@code others} 0: {@code operation},
 *       {@code block} (bytes), {@code threads}, {@code bytes}, {@code requests}, {@code seconds}, {@code deviceBytes}
 *       and {@code deviceRequests} (the kernel's counters for the direction of the operation), {@code sliceSeconds} of
 *       a sequential write if slices are timed, and {@code tool}, or an {@code error}. If the file cannot be written,
 *       no other measurement of that directory follows;
 * <li>a {@code problem} with a {@code reason} for any other error in a directory
 *   <li>the {@code measurement}s made in several directories at the same time. Their {@code others} is the number of
 *       other directories.
 * </ul>
 *
 * <p>The probe writes only to directories that it makes itself, with names that begin with {@code spindle-devices-}. It
 * removes these directories at the end, even when the JVM shuts down early. If its process is killed, the kernel
 * removes the file, except for fio's file, and the next probe of the same directory removes the rest.
 */
public final class DeviceProbe {
    /** The kind of the finding about a directory that a killed probe has left. */
    public static final String LEFT = "left";

    private final ProbeSettings settings;
    private final Engine engine;
    private final Set<Access> together;

    /** Creates a probe whose requests fio makes if the node has fio, and Spindle otherwise. */
    public DeviceProbe(ProbeSettings settings) throws InterruptedException {
        this(settings, engine(settings), EnumSet.of(Access.DIRECT, Access.BUFFERED));
    }

    /**
     * @param together the kinds of access for which all devices are also measured at the same time; file systems in
     *     memory are left out, because memory would be full long before the devices are busy
     */
    DeviceProbe(ProbeSettings settings, Engine engine, Set<Access> together) {
        this.settings = settings;
        this.engine = engine;
        this.together = together;
    }

    /**
     * Measures the directories.
     *
     * @param directories the absolute paths of the directories; each is measured once
     * @param found receives the findings, in the calling thread
     */
    public void run(Collection<String> directories, Consumer<Finding> found) throws InterruptedException {
        Deadline deadline = new Deadline(settings.limit());
        OwnDirectories own = new OwnDirectories();
        Thread hook = new Thread(() -> {
            deadline.stop();
            own.end();
        });
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            new Turn(new ProbeContext(settings, engine, deadline, own), together, found)
                    .run(TargetDirectory.read(directories));
        } finally {
            deadline.stop();
            forget(hook);
        }
    }

    /**
     * Finds the files that killed probes of this user have left below directories. Directories that cannot be read have
     * none.
     *
     * @param removing whether to remove these files
     * @return a finding of the kind {@link #LEFT} for each directory of such a probe
     */
    public static List<Finding> left(Collection<String> directories, boolean removing) throws IOException {
        LeftDirectories left = new LeftDirectories();
        Set<Path> found = new TreeSet<>();
        for (String directory : directories) {
            try {
                found.addAll(left.below(Paths.get(directory), removing));
            } catch (IOException unreadable) {
                // This user's probe could not have written there, either.
            }
        }
        return found.stream()
                .map(path -> new Finding(LEFT, path.toString(), new TreeMap<>()))
                .collect(Collectors.toList());
    }

    private static Engine engine(ProbeSettings settings) throws InterruptedException {
        FioEngine fio = settings.slices() > 0 ? null : FioEngine.find(System.getenv("PATH"), settings.seed());
        return fio == null ? new OwnEngine(settings.seed()) : fio;
    }

    private static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException endsAlready) {
            // The hook is running or has already run.
            return;
        }
    }

    /** The state and steps of one call to {@link DeviceProbe#run}. */
    private static final class Turn {
        private final ProbeContext session;
        private final Set<Access> together;
        private final Consumer<Finding> found;
        private final Map<TargetDirectory, Map<BlockSizeStep, Long>> alone = new LinkedHashMap<>();

        private Turn(ProbeContext session, Set<Access> together, Consumer<Finding> found) {
            this.session = session;
            this.together = together;
            this.found = found;
        }

        private void run(List<TargetDirectory> places) throws InterruptedException {
            found.accept(session.settings().finding(session.engine()));
            for (TargetDirectory place : places) {
                alone(place);
            }
            together();
        }

        private void alone(TargetDirectory place) throws InterruptedException {
            Map<BlockSizeStep, Long> nanos = new HashMap<>();
            DirectoryWorker station = null;
            try {
                DirectoryWorker opened =
                        attended(() -> DirectoryWorker.open(session, place)).result();
                station = opened;
                found.accept(opened.finding());
                for (BlockSizeStep step : session.steps()) {
                    Measurement done =
                            attended(() -> opened.measure(step, IoTask.ENDLESS)).result();
                    found.accept(opened.finding(done, 0));
                    if (!done.failed()) {
                        nanos.put(step, done.moved().nanos());
                    } else if (step.operation() == Operation.WRITE) {
                        break;
                    }
                }
            } catch (IOException e) {
                String reason = DirectoryWorker.reason(e);
                found.accept(station == null ? place.refused(reason) : place.problem(reason));
            } finally {
                close(station, place);
            }
            if (!nanos.isEmpty() && together.contains(station.access())) {
                alone.put(place, nanos);
            }
        }

        private void together() throws InterruptedException {
            List<DirectoryWorker> stations = new ArrayList<>();
            try {
                for (TargetDirectory place : onePlaceEach()) {
                    open(place, stations);
                }
                for (BlockSizeStep step : session.steps()) {
                    together(step, stations);
                }
            } finally {
                for (DirectoryWorker station : stations) {
                    close(station, station.place());
                }
            }
        }

        private void open(TargetDirectory place, List<DirectoryWorker> stations) throws InterruptedException {
            try {
                stations.add(
                        attended(() -> DirectoryWorker.open(session, place)).result());
            } catch (IOException e) {
                found.accept(place.problem("not measured together with others: " + DirectoryWorker.reason(e)));
            }
        }

        /** Returns one directory on each device, so that all can be busy independently; none for a single device. */
        private List<TargetDirectory> onePlaceEach() {
            Map<String, TargetDirectory> byDevice = new LinkedHashMap<>();
            for (TargetDirectory place : alone.keySet()) {
                try {
                    byDevice.putIfAbsent(place.device(), place);
                } catch (IOException e) {
                    found.accept(place.problem("not measured together with others: " + DirectoryWorker.reason(e)));
                }
            }
            return byDevice.size() > 1 ? new ArrayList<>(byDevice.values()) : new ArrayList<>();
        }

        /** Runs a step in several directories, each for as long as the fastest took alone, so all stay busy. */
        private void together(BlockSizeStep step, List<DirectoryWorker> stations) throws InterruptedException {
            Map<DirectoryWorker, WatchdogTask<Measurement>> begun = new LinkedHashMap<>();
            List<DirectoryWorker> able = new ArrayList<>(stations);
            able.removeIf(station -> !alone.get(station.place()).containsKey(step));
            long nanos = able.stream()
                    .mapToLong(station -> alone.get(station.place()).get(step))
                    .min()
                    .orElse(0);
            if (able.size() < 2) {
                return;
            }
            for (DirectoryWorker station : able) {
                begun.put(station, attended(() -> station.measure(step, nanos)));
            }
            for (Map.Entry<DirectoryWorker, WatchdogTask<Measurement>> one : begun.entrySet()) {
                DirectoryWorker station = one.getKey();
                Measurement done = result(one.getValue(), station, step);
                found.accept(station.finding(done, able.size() - 1));
                if (done.failed() && step.operation() == Operation.WRITE) {
                    alone.get(station.place()).clear();
                }
            }
        }

        private static Measurement result(WatchdogTask<Measurement> begun, DirectoryWorker station, BlockSizeStep step)
                throws InterruptedException {
            try {
                return begun.result();
            } catch (IOException e) {
                return Measurement.failed(station.place().directory(), step, DirectoryWorker.reason(e));
            }
        }

        private void close(DirectoryWorker station, TargetDirectory place) throws InterruptedException {
            if (station == null) {
                return;
            }
            try {
                attended(() -> {
                            station.close();
                            return null;
                        })
                        .result();
            } catch (IOException e) {
                found.accept(place.problem("the probe's directory could not be removed: " + DirectoryWorker.reason(e)));
            }
        }

        private <T> WatchdogTask<T> attended(Callable<T> work) {
            return new WatchdogTask<>(session.deadline(), work);
        }
    }

    /** Runs work in its own thread, because a device that does not answer can block a thread forever. */
    static final class WatchdogTask<T> {
        /** The time for results after the deadline. Data in the page cache may still be on its way to the device. */
        private static final long GRACE_SECONDS = 120;

        private final FutureTask<T> task;
        private final Deadline deadline;

        WatchdogTask(Deadline deadline, Callable<T> work) {
            this.deadline = deadline;
            task = new FutureTask<>(work);
            Thread thread = new Thread(task, "device-probe");
            thread.setDaemon(true);
            thread.start();
        }

        /** @throws IOException if the work failed or does not end */
        T result() throws IOException, InterruptedException {
            try {
                long nanos = Math.max(0, deadline.nanosLeft()) + TimeUnit.SECONDS.toNanos(GRACE_SECONDS);
                return task.get(nanos, TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                throw new IOException("the device does not answer: a request hangs", e);
            } catch (ExecutionException e) {
                Throwable cause = e.getCause();
                throw new IOException(
                        cause instanceof IOException ? DirectoryWorker.reason((IOException) cause) : cause.toString(),
                        e);
            }
        }
    }

    /** The objects that the workers of one probe share. */
    static final class ProbeContext {
        private final ProbeSettings settings;
        private final Engine engine;
        private final Deadline deadline;
        private final OwnDirectories directories;
        private final AtomicInteger streams = new AtomicInteger();

        ProbeContext(ProbeSettings settings, Engine engine, Deadline deadline, OwnDirectories directories) {
            this.settings = settings;
            this.engine = engine;
            this.deadline = deadline;
            this.directories = directories;
        }

        ProbeSettings settings() {
            return settings;
        }

        Engine engine() {
            return engine;
        }

        /** Returns the steps that the engine can do, in order. */
        List<BlockSizeStep> steps() {
            return settings.steps().stream().filter(engine::canDo).collect(Collectors.toList());
        }

        Deadline deadline() {
            return deadline;
        }

        OwnDirectories directories() {
            return directories;
        }

        /** Returns a stream number that no other task of the probe has. */
        int nextStream() {
            return streams.getAndIncrement();
        }
    }
}
