package org.spindlebench.runner.console;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.ServiceLoader;

/** Hands a campaign on, and checks what others handed on. The module bench-handover implements it. */
public interface Handover {
    /**
     * Writes an archive of a campaign. Prints the archive's name and SHA-256, or why there is no archive.
     *
     * @param archive the file; null for one in the working directory that is named after the campaign
     * @param keepsNames whether names of hosts, users, queues and paths stay
     * @param savesNames whether a file for this user says which made-up name stands for which name
     */
    ExitCode bundle(
            CliContext context, Console console, Path campaign, Path archive, boolean keepsNames, boolean savesNames);

    /**
     * Checks an archive, or the directory that it was unpacked to, and prints the results.
     *
     * @param json whether to print JSON instead of text
     * @param publishable whether a broken rule of a publishable run counts as an alteration
     */
    ExitCode verify(Console console, Path bundle, boolean json, boolean publishable);

    /**
     * Writes the files of an archive with made-up names into an empty directory, which is then a results directory.
     *
     * @throws IllegalArgumentException if there would be no archive; the message says why
     */
    void stage(Path campaign, Path into) throws IOException;

    /** Returns the implementation on the class path; empty if there is none. */
    static Optional<Handover> find() {
        return ServiceLoader.load(Handover.class, Handover.class.getClassLoader())
                .findFirst();
    }
}
