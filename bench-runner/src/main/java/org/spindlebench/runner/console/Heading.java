package org.spindlebench.runner.console;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;

/**
 * Names the heading under which help lists an option, or all options of a class. Help lists options without a group
 * under {@link #OUTPUT}.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.TYPE})
public @interface Heading {
    String WHAT = "What to run";
    String WHICH = "What to remove";
    String DEVICES = "What to measure";
    String RESULTS = "Which runs";
    String READING = "How to read files of other tools";
    String GATE = "For a build server";
    String COMPARING = "Comparing";
    String COST = "Cost";
    String CLUSTER = "The cluster";
    String MEASURING = "Caches and probe";
    String LIMITS = "Limits on a cluster that others use";
    String EMBEDDED = "A cluster on this machine";
    String DISKS = "Emulated disks on this machine";
    String REQUESTS = "Requests";
    String OUTPUT = "Output";

    /** The order of headings. Others come before the last one. */
    List<String> ORDER = List.of(
            WHAT, WHICH, DEVICES, RESULTS, READING, COMPARING, GATE, COST, CLUSTER, MEASURING, LIMITS, EMBEDDED, DISKS,
            REQUESTS, OUTPUT);

    /** The heading. */
    String value();

    /**
     * The commands that use the option. Others accept it, so that one command line serves several commands, and do not
     * list it. Empty if every command that has the option uses it.
     */
    String[] usedBy() default {};

    /** Marks a command that needs a cluster: it takes Hadoop's generic options. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE)
    @interface OnCluster {
        /** Whether the command connects to the cluster, and may have to log in. */
        boolean login() default true;
    }
}
