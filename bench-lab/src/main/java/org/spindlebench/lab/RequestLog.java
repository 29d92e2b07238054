package org.spindlebench.lab;

import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.spindlebench.lab.DiskModel.DiskRequest;

/**
 * Writes one line for each request to a disk: microseconds since 1970, {@code read} or {@code write}, offset and length
 * in bytes. The columns are {@code time_us,op,offset,length}.
 *
 * <p>A thread of its own writes to the file. The kernel makes writers of files wait while too many pages are dirty, and
 * these pages wait for the threads that serve the disks.
 */
final class RequestLog implements Closeable {
    private static final long PAUSE_MILLISECONDS = 200;

    private final PrintWriter out;
    private final Queue<String> lines = new ConcurrentLinkedQueue<>();

    private RequestLog(PrintWriter out) {
        this.out = out;
    }

    /** Returns a log that writes nothing. */
    static RequestLog none() {
        return new RequestLog(null);
    }

    /** Returns a log that writes to a new file, or to the end of an existing one. */
    static RequestLog to(Path file) throws IOException {
        boolean begins = Files.notExists(file, LinkOption.NOFOLLOW_LINKS);
        // Root writes here, and the directory may be another user's.
        PrintWriter out = new PrintWriter(Files.newBufferedWriter(
                file, StandardOpenOption.CREATE, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS));
        if (begins) {
            out.println("time_us,op,offset,length");
        }
        RequestLog log = new RequestLog(out);
        DiskServer.start("log", log::follow);
        return log;
    }

    private void follow() {
        try {
            while (true) {
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLISECONDS);
                writeLines();
                out.flush();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void writeLines() {
        for (String line = lines.poll(); line != null; line = lines.poll()) {
            out.println(line);
        }
    }

    void write(DiskRequest request) {
        if (out != null) {
            long micros = System.currentTimeMillis() * 1000 - (System.nanoTime() - request.arrived()) / 1000;
            lines.add(micros + (request.write() ? ",write," : ",read,") + request.offset() + "," + request.length());
        }
    }

    @Override
    public synchronized void close() {
        if (out != null) {
            writeLines();
            out.close();
        }
    }
}
