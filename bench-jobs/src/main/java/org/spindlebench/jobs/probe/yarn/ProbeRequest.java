package org.spindlebench.jobs.probe.yarn;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A client's request to every node. It is stored as the name of an empty file, so that a request writes no block. */
public final class ProbeRequest {
    private static final String WINDOW = "window";
    private static final String FLUSH = "flush";
    private static final String REREAD = "reread";
    private static final String DROP = "drop";
    private static final Pattern NAME = Pattern.compile("(window|flush|reread|drop)-(\\d{1,9})-(\\d{1,15})");

    private final String kind;
    private final int number;
    private final long millis;

    private ProbeRequest(String kind, int number, long millis) {
        this.kind = kind;
        this.number = number;
        this.millis = millis;
    }

    /**
     * Creates a request for all samples since an instant, and for an additional sample that is taken now.
     *
     * @param number the number of the request, counted over all kinds
     * @param from the instant in milliseconds since 1970 in UTC, by the NameNode's clock
     */
    public static ProbeRequest window(int number, long from) {
        return new ProbeRequest(WINDOW, number, from);
    }

    /**
     * Creates a request to write dirty pages.
     *
     * @param limit the milliseconds to wait until few dirty pages are left
     */
    public static ProbeRequest flush(int number, long limit) {
        return new ProbeRequest(FLUSH, number, limit);
    }

    /**
     * Creates a request to read the files of programs again after a cooling.
     *
     * @param limit the milliseconds after which a node stops reading
     */
    public static ProbeRequest reread(int number, long limit) {
        return new ProbeRequest(REREAD, number, limit);
    }

    /**
     * Creates a request to drop the kernel's caches.
     *
     * @param limit the milliseconds after which a node gives up
     */
    public static ProbeRequest drop(int number, long limit) {
        return new ProbeRequest(DROP, number, limit);
    }

    public int number() {
        return number;
    }

    /** Returns a window's start, or the time limit of another request, in milliseconds. */
    public long millis() {
        return millis;
    }

    public boolean isFlush() {
        return kind.equals(FLUSH);
    }

    public boolean isReread() {
        return kind.equals(REREAD);
    }

    public boolean isDrop() {
        return kind.equals(DROP);
    }

    public String name() {
        return kind + "-" + number + "-" + millis;
    }

    /** Parses a file's name. Returns empty if it is not the name of a request. */
    public static Optional<ProbeRequest> parse(String name) {
        Matcher matcher = NAME.matcher(name);
        return matcher.matches()
                ? Optional.of(new ProbeRequest(
                        matcher.group(1), Integer.parseInt(matcher.group(2)), Long.parseLong(matcher.group(3))))
                : Optional.empty();
    }
}
