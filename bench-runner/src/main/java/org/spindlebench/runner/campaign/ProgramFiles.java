package org.spindlebench.runner.campaign;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.spindlebench.analysis.document.DigestJournal;
import org.spindlebench.runner.cluster.client.ChildProcess;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.Suite;
import org.spindlebench.runner.program.Program;
import org.spindlebench.runner.program.Program.Call;
import org.spindlebench.runner.program.Program.ProgramKind;

/**
 * Finds the jars of a suite's programs, so that the plan names the measured files. A relative path begins at the
 * suite's file, or otherwise at the working directory.
 */
public final class ProgramFiles {
    private final Suite suite;
    private final Path directory;
    private final Problems problems;

    private ProgramFiles(Suite suite, Path directory, Problems problems) {
        this.suite = suite;
        this.directory = directory;
        this.problems = problems;
    }

    /** Returns the suite with the absolute path and the digest of each jar. Reports jars that cannot be run. */
    public static Suite found(Suite suite, Path directory, Problems problems) {
        ProgramFiles files = new ProgramFiles(suite, directory, problems);
        return suite.with(suite.entries().stream().map(files::found).toList());
    }

    private Suite.SuiteEntry found(Suite.SuiteEntry entry) {
        return entry.program() == null ? entry : entry.with(found(entry.program()));
    }

    private Program found(Program program) {
        List<Call> calls = new ArrayList<>();
        program.calls().forEach(call -> calls.add(call.kind() == ProgramKind.JAR ? found(call) : call));
        return program.with(calls);
    }

    private Call found(Call call) {
        Path beside = directory.resolve(suite.source()).resolveSibling(call.jar());
        Path jar = Files.isRegularFile(beside) ? beside : directory.resolve(call.jar());
        if (!Files.isRegularFile(jar)) {
            problems.add(problem("no such file", call.jar())
                    .withRemedy("write the jar's path, absolute or relative to the suite's file"));
            return call;
        }
        try {
            if (call.main() == null && ChildProcess.mainClass(jar) == null) {
                problems.add(problem("its manifest names no Main-Class", call.jar())
                        .withRemedy("add `main:` with the class to run"));
            }
            return call.found(jar.toAbsolutePath().normalize().toString(), DigestJournal.sha256(jar));
        } catch (IOException e) {
            problems.add(problem("cannot be read as a jar: " + e.getMessage(), call.jar()));
            return call;
        }
    }

    private Problem problem(String reason, String value) {
        return Problem.at(new Location(suite.source(), 0, 0), "jar", reason).withValue(value);
    }
}
