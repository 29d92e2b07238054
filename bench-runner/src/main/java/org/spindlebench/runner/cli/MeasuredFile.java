package org.spindlebench.runner.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.spindlebench.analysis.document.FileFailure;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.runner.conf.Location;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.plan.MeasuredSetups;

/** Reads what {@code devices --setup} kept. */
record MeasuredFile(Problems problems) {
    /** Nothing where there is no file; empty, with a problem, where it cannot be read. */
    Optional<MeasuredSetups> read(Path file) {
        try {
            return Optional.of(MeasuredSetups.read(file));
        } catch (IOException | InvalidDocumentException e) {
            problems.add(Problem.at(Location.COMMAND_LINE, file.toString(), "cannot be read: " + FileFailure.of(e))
                    .withRemedy("measure again with devices --setup, or move the file away"));
            return Optional.empty();
        }
    }
}
