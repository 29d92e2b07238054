package org.spindlebench.jobs.probe.yarn;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A client's wish to see a window. It is the name of an empty file, so that asking writes no block. */
public final class ProbeRequest {
    private static final Pattern NAME = Pattern.compile("request-(\\d{1,9})-(\\d{1,15})-(\\d{1,15})");

    private final int number;
    private final long from;
    private final long to;

    /**
     * @param number counted up by the client
     * @param from milliseconds since 1970 in UTC, by the NameNode's clock
     * @param to the same
     */
    public ProbeRequest(int number, long from, long to) {
        this.number = number;
        this.from = from;
        this.to = to;
    }

    public int number() {
        return number;
    }

    public long from() {
        return from;
    }

    public long to() {
        return to;
    }

    /** The name of its file. */
    public String name() {
        return "request-" + number + "-" + from + "-" + to;
    }

    /** The request of this name; empty where that is no request's. */
    public static Optional<ProbeRequest> parse(String name) {
        Matcher matcher = NAME.matcher(name);
        return matcher.matches()
                ? Optional.of(new ProbeRequest(
                        Integer.parseInt(matcher.group(1)),
                        Long.parseLong(matcher.group(2)),
                        Long.parseLong(matcher.group(3))))
                : Optional.empty();
    }
}
