package org.spindlebench.lab;

import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.spindlebench.lab.DiskModel.DiskRequest;

/**
 * Writes one line for each request to a disk: microseconds since 1970, {@code read} or {@code write}, offset and length
 * in bytes. The columns are {@code time_us,op,offset,length}.
 */
final class RequestLog implements Closeable {
    private final PrintWriter out;

    private RequestLog(PrintWriter out) {
        this.out = out;
    }

    /** Returns a log that writes nothing. */
    static RequestLog none() {
        return new RequestLog(null);
    }

    /** Returns a log into a new file, or at the end of an old one. */
    static RequestLog to(Path file) throws IOException {
        boolean begins = Files.notExists(file, LinkOption.NOFOLLOW_LINKS);
        // Root writes here, and the directory may be another user's.
        PrintWriter out = new PrintWriter(Files.newBufferedWriter(
                file, StandardOpenOption.CREATE, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS));
        if (begins) {
            out.println("time_us,op,offset,length");
        }
        return new RequestLog(out);
    }

    synchronized void write(DiskRequest request) {
        if (out != null) {
            long micros = System.currentTimeMillis() * 1000 - (System.nanoTime() - request.arrived()) / 1000;
            out.println(micros + (request.write() ? ",write," : ",read,") + request.offset() + "," + request.length());
        }
    }

    /** Writes out the buffered lines. */
    synchronized void flush() {
        if (out != null) {
            out.flush();
        }
    }

    @Override
    public synchronized void close() {
        if (out != null) {
            out.close();
        }
    }
}
