package org.spindlebench.runner.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.spindlebench.runner.conf.Location;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problems;

/** The files and directories of {@code import}, whatever the format is. */
final class ImportPaths {
    private final ImportCommand command;
    private final Wiring wiring;
    private final Problems problems;

    ImportPaths(ImportCommand command, Wiring wiring, Problems problems) {
        this.command = command;
        this.wiring = wiring;
        this.problems = problems;
    }

    /** The files that can be read; a problem for each other. */
    List<Path> files() {
        if (command.format != null && command.files.isEmpty()) {
            problems.add(Problem.at(Location.COMMAND_LINE, "import", "no file to read")
                    .withRemedy("name one or more files after the format"));
        }
        List<Path> files = new ArrayList<>();
        Set<Path> seen = new HashSet<>();
        for (String text : command.files) {
            Optional<Path> path = wiring.path(text, text, problems);
            if (path.isPresent() && isReadable(text, path.get(), seen)) {
                files.add(path.get());
            }
        }
        return files;
    }

    private boolean isReadable(String text, Path path, Set<Path> seen) {
        String reason = "";
        if (Files.isDirectory(path)) {
            reason = "a directory: name the files in it";
        } else if (!Files.isRegularFile(path)) {
            reason = "no such file";
        } else if (!Files.isReadable(path)) {
            reason = "this user may not read it";
        } else if (!seen.add(path)) {
            reason = "given twice: what it holds would count twice";
        }
        if (!reason.isEmpty()) {
            problems.add(Problem.at(Location.COMMAND_LINE, text, reason));
        }
        return reason.isEmpty();
    }

    /** The directory for the records; empty, with a problem, where it is none. */
    Optional<Path> out() {
        if (command.out == null || command.out.isBlank()) {
            problems.add(Problem.at(Location.COMMAND_LINE, "--out", "missing: where are the records to be written?")
                    .withRemedy("add such as `--out results/imported`"));
            return Optional.empty();
        }
        Optional<Path> out = wiring.path("--out", command.out, problems);
        if (out.isPresent() && Files.exists(out.get()) && !Files.isDirectory(out.get())) {
            problems.add(Problem.at(Location.COMMAND_LINE, "--out", "not a directory")
                    .withValue(command.out));
        }
        return out;
    }
}
