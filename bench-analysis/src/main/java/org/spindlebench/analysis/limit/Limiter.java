package org.spindlebench.analysis.limit;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/**
 * The parts of a cluster that can set the pace of a job. If two parts are in use equally, the part that is listed first
 * sets the pace.
 */
public enum Limiter {
    /** Devices that hold data of HDFS alone. */
    HDFS("HDFS's devices"),
    /** Devices that hold data of the shuffle alone. */
    SHUFFLE("the shuffle's devices"),
    /** Devices that hold data of both. */
    STORAGE("the devices of HDFS and the shuffle"),
    /** The hardware threads of a node, or those that a task may use. */
    PROCESSORS("processors"),
    NETWORK("the network"),
    /** The wait for the ApplicationMaster and for containers of tasks. */
    CONTAINERS("the wait for containers"),
    /** Tasks that stand still because memory is reclaimed or swapped. */
    MEMORY("memory"),
    /** The rest of the time, in which no part was in use. */
    COORDINATION("coordination");

    /** The parts that are storage. */
    public static final Set<Limiter> OF_STORAGE = Set.copyOf(EnumSet.of(HDFS, SHUFFLE, STORAGE));

    private final String text;

    Limiter(String text) {
        this.text = text;
    }

    /** Returns the part's word in files. */
    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the part in words, such as {@code HDFS's devices}. */
    public String text() {
        return text;
    }
}
