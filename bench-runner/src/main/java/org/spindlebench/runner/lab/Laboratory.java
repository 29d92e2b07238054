package org.spindlebench.runner.lab;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Consumer;

/**
 * Makes emulated disks, and removes them. The module bench-lab implements it. Its jar lies beside the jar for {@code
 * hadoop jar}, which has no laboratory.
 */
public interface Laboratory {
    /** The longest time for removing disks that daemons still use. */
    Duration LONGEST_END = Duration.ofSeconds(90);

    /**
     * Makes the disks of a setup.
     *
     * @param stays whether the disks stay when this process ends; otherwise they are removed after any kind of end
     * @param requestLogs the directory for logs of all requests; null for none
     * @throws IOException if any part cannot be made; everything is then removed again
     */
    LabState up(EmulatedSetup emulated, boolean stays, Path requestLogs) throws IOException, InterruptedException;

    /**
     * Returns the disks of a setup for one visit. The disks that `lab up` made for the same setup are used and stay.
     * Otherwise disks are made, and removed when the visit is closed.
     *
     * @param requestLogs the directory for logs of all requests, which Spindle makes; null for none
     * @throws IOException also if the disks of `lab up` exist and requests are to be logged: these disks log to the
     *     file that `lab up` received, or not at all
     */
    Closeable forVisit(EmulatedSetup emulated, Path requestLogs) throws IOException, InterruptedException;

    /**
     * Removes all that the laboratory made.
     *
     * @return the things that could not be removed, and why; empty if nothing is left
     */
    List<String> down() throws IOException, InterruptedException;

    /**
     * Describes the laboratory for people, as it stands now.
     *
     * @return empty if there is none
     */
    Optional<String> status() throws IOException;

    /** Makes laboratories. */
    interface Workshop {
        /**
         * Returns everything that a laboratory lacks on this host, each with its remedy; empty if one can be made here.
         */
        List<String> missing();

        /** @param notes receives progress messages for people */
        Laboratory in(LabDirectory directory, Consumer<String> notes);

        /** Returns the workshop on the class path; empty if there is none. */
        static Optional<Workshop> find() {
            return ServiceLoader.load(Workshop.class, Workshop.class.getClassLoader())
                    .findFirst();
        }
    }

    /** Returns everything that is missing for a laboratory here, each with its remedy; empty if one can be made. */
    static List<String> missing() {
        return missing(Workshop.find());
    }

    /** @param found the workshop on the class path, if there is one */
    static List<String> missing(Optional<Workshop> found) {
        return found.map(Workshop::missing)
                .orElse(List.of("bench-lab.jar on the class path: start Spindle with bin/spindle, which adds it"));
    }

    /**
     * Returns the laboratory in a directory, even if it does not exist.
     *
     * @param notes receives progress messages for people
     * @throws IOException if the class path has no workshop
     */
    static Laboratory in(LabDirectory directory, Consumer<String> notes) throws IOException {
        return Workshop.find()
                .orElseThrow(() -> new IOException(
                        "a laboratory needs " + missing(Optional.empty()).get(0)))
                .in(directory, notes);
    }
}
