package org.spindlebench.jobs.device;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.Collections;
import org.spindlebench.jobs.probe.ProcReader;
import org.spindlebench.jobs.probe.Sample;
import org.spindlebench.jobs.probe.layout.Finding;

/** A place with a directory of the probe's own in it, where one step after another is done. */
final class Station implements AutoCloseable {
    private final Session session;
    private final Place place;
    private final OwnDirectory directory;
    private final Access access;
    private final String accessReason;
    private final ProcReader counters = new ProcReader(Paths.get("/proc"));

    private Station(Session session, Place place, OwnDirectory directory, String accessReason) {
        this.session = session;
        this.place = place;
        this.directory = directory;
        this.accessReason = accessReason;
        this.access = place.isInMemory() ? Access.MEMORY : accessReason == null ? Access.DIRECT : Access.BUFFERED;
    }

    /** @throws IOException where nothing can be measured there; its message says why */
    static Station open(Session session, Place place) throws IOException, InterruptedException {
        session.deadline().check();
        String refusal = place.refusal(session.settings().fileBytes());
        if (refusal != null) {
            throw new IOException(refusal);
        }
        OwnDirectory directory = session.directories().make(place.path());
        boolean opened = false;
        try {
            String accessReason =
                    session.engine().refusal(directory, session.settings().blocks());
            Station station = new Station(session, place, directory, accessReason);
            int block = Collections.min(session.settings().blocks());
            session.engine().warmUp(block, directory, station.access, session.deadline());
            opened = true;
            return station;
        } finally {
            if (!opened) {
                session.directories().remove(directory);
            }
        }
    }

    Place place() {
        return place;
    }

    Access access() {
        return access;
    }

    /** What is known of the place. */
    Finding finding() {
        return place.finding(access, access == Access.BUFFERED ? accessReason : null);
    }

    /** @param others places at which the same was done at the same time */
    Finding finding(Measurement measurement, int others) {
        return measurement.finding(session.engine().name(), access, others);
    }

    /**
     * Does a step; one that fails says why.
     *
     * @param nanos how long; {@link Work#ENDLESS} for as long as the settings say
     */
    Measurement measure(Step step, long nanos) throws InterruptedException {
        try {
            Work all = Work.of(step, fileBytes(step), session.settings());
            Work work = nanos == Work.ENDLESS ? all : all.lasting(nanos);
            if (!step.operation().writes() && access == Access.BUFFERED) {
                ColdFile.make(directory);
            }
            Sample before = counters.read();
            Moved moved = session.engine().run(work, session.nextStream(), directory, access, session.deadline());
            Sample after = counters.read();
            DeviceCounters seen = DeviceCounters.between(before, after, place, step.operation());
            return Measurement.of(place.directory(), work, moved, seen);
        } catch (IOException e) {
            return Measurement.failed(place.directory(), step, reason(e));
        }
    }

    private long fileBytes(Step step) throws IOException {
        if (step.operation() == Operation.WRITE) {
            Files.deleteIfExists(directory.file());
            return session.settings().fileBytes();
        }
        long length = Files.size(directory.file());
        if (length < step.block()) {
            throw new IOException("the file has " + length + " bytes only: less than a block");
        }
        return length / step.block() * step.block();
    }

    /** What an exception says without the names of files that are gone by now. */
    static String reason(IOException e) {
        String said = e instanceof FileSystemException ? ((FileSystemException) e).getReason() : e.getMessage();
        return said == null ? e.getClass().getSimpleName() : said;
    }

    @Override
    public void close() throws IOException {
        session.directories().remove(directory);
    }
}
