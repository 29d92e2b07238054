package org.spindlebench.jobs.device;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardOpenOption;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.spindlebench.jobs.device.DeviceProbe.ProbeContext;
import org.spindlebench.jobs.device.Engine.Access;
import org.spindlebench.jobs.device.Engine.IoTotals;
import org.spindlebench.jobs.device.IoTask.BlockSizeStep;
import org.spindlebench.jobs.device.IoTask.Operation;
import org.spindlebench.jobs.device.Measurement.DeviceCounters;
import org.spindlebench.jobs.probe.ProbeSample;
import org.spindlebench.jobs.probe.ProcReader;
import org.spindlebench.jobs.probe.layout.Finding;

/** Performs one step after another in the probe's own directory within a target directory. */
final class DirectoryWorker implements AutoCloseable {
    private final ProbeContext session;
    private final TargetDirectory place;
    private final OwnDirectory directory;
    private final Access access;
    private final String accessReason;
    private final ProcReader counters = new ProcReader(Paths.get("/proc"));

    private DirectoryWorker(ProbeContext session, TargetDirectory place, OwnDirectory directory, String accessReason) {
        this.session = session;
        this.place = place;
        this.directory = directory;
        this.accessReason = accessReason;
        this.access = place.liesInMemory() ? Access.MEMORY : accessReason == null ? Access.DIRECT : Access.BUFFERED;
    }

    /** @throws IOException if the directory cannot be measured; the message gives the reason */
    static DirectoryWorker open(ProbeContext session, TargetDirectory place) throws IOException, InterruptedException {
        session.deadline().check();
        session.directories().removeLeft(place.path());
        String refusal = place.refusal(session.settings());
        if (refusal != null) {
            throw new IOException(refusal);
        }
        OwnDirectory directory = session.directories().make(place.path());
        boolean opened = false;
        try {
            List<Integer> blocks =
                    session.steps().stream().map(BlockSizeStep::block).collect(Collectors.toList());
            String accessReason = session.engine().refusal(directory, blocks);
            DirectoryWorker station = new DirectoryWorker(session, place, directory, accessReason);
            session.engine().warmUp(Collections.min(blocks), directory, station.access, session.deadline());
            opened = true;
            return station;
        } finally {
            if (!opened) {
                session.directories().remove(directory);
            }
        }
    }

    TargetDirectory place() {
        return place;
    }

    Access access() {
        return access;
    }

    Finding finding() {
        return place.finding(access, access == Access.BUFFERED ? accessReason : null);
    }

    /** @param others the number of other directories with the same step at the same time */
    Finding finding(Measurement measurement, int others) {
        return measurement.finding(session.engine().name(), access, others);
    }

    /**
     * Performs a step. If it fails, the measurement contains the reason.
     *
     * @param nanos the time limit; {@link IoTask#ENDLESS} for the limit in the settings
     */
    Measurement measure(BlockSizeStep step, long nanos) throws InterruptedException {
        try {
            IoTask all = IoTask.of(step, fileBytes(step), session.settings());
            IoTask work = nanos == IoTask.ENDLESS ? all : all.lasting(nanos);
            if (!step.operation().writes() && access == Access.BUFFERED) {
                ColdFile.make(directory);
            }
            ProbeSample before = counters.read();
            IoTotals moved = session.engine().run(work, session.nextStream(), directory, access, session.deadline());
            ProbeSample after = counters.read();
            DeviceCounters seen = DeviceCounters.between(before, after, place, step.operation());
            return Measurement.of(place.directory(), work, moved, seen);
        } catch (IOException e) {
            return Measurement.failed(place.directory(), step, reason(e));
        }
    }

    private long fileBytes(BlockSizeStep step) throws IOException {
        if (step.operation() == Operation.WRITE) {
            directory.discard();
            return session.settings().fileBytes();
        }
        long length = Files.size(directory.file());
        if (length < step.block()) {
            throw new IOException("the file has only " + length + " bytes, less than a block");
        }
        return length / step.block() * step.block();
    }

    /** Returns an exception's message without the names of files that no longer exist. */
    static String reason(IOException e) {
        String said = e instanceof FileSystemException ? ((FileSystemException) e).getReason() : e.getMessage();
        return said == null ? e.getClass().getSimpleName() : said;
    }

    @Override
    public void close() throws IOException {
        session.directories().remove(directory);
    }

    /**
     * Removes a file from the page cache with {@code dd iflag=nocache count=0}, which calls
     * posix_fadvise(POSIX_FADV_DONTNEED) for the whole file. Then it checks with {@code isLoaded}, which calls
     * mincore(2), that none of a sample of the file's pages is in memory.
     */
    static final class ColdFile {
        /**
         * The number of sampled pages. If 1 % of the pages are in memory at random places, the sample misses them with
         * a probability of 0.000035.
         */
        private static final int LOOKS = 1024;

        private static final int PAGE = 4096;
        private static final long LIMIT_SECONDS = 60;

        private ColdFile() {}

        /** @throws IOException if the file is still in memory, or if this cannot be checked */
        static void make(OwnDirectory directory) throws IOException, InterruptedException {
            Path file = directory.file();
            ProcessBuilder dd = new ProcessBuilder("dd", "iflag=nocache", "count=0")
                    .redirectInput(file.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(new File("/dev/null"));
            Process process = directory.start(dd);
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
                process.destroyForcibly();
                throw new IOException("the page cache cannot be emptied: `dd iflag=nocache` failed");
            }
            int loaded = loaded(file);
            if (loaded > 0) {
                throw new IOException("the page cache could not be emptied: " + loaded + " of " + LOOKS
                        + " pages of the file are still in memory");
            }
        }

        /** Samples pages at even distances in the file and returns the number of them in memory. */
        static int loaded(Path file) throws IOException {
            int loaded = 0;
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
                long pages = channel.size() / PAGE;
                for (int i = 0; i < LOOKS && pages > 0; i++) {
                    long page = (long) ((double) i / LOOKS * pages);
                    if (channel.map(FileChannel.MapMode.READ_ONLY, page * PAGE, PAGE)
                            .isLoaded()) {
                        loaded++;
                    }
                }
            }
            return loaded;
        }
    }
}
