package org.spindlebench.runner.console;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.InstantSource;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Problems;

/**
 * What the command line needs from the world around it.
 *
 * @param jobs the job catalog: names, in the catalog's order, and what each job does
 * @param directory what relative paths are relative to
 * @param clock for names of campaigns
 * @param seeds for plans without {@code --seed}
 */
public record CliContext(Map<String, String> jobs, Path directory, InstantSource clock, LongSupplier seeds) {
    /** Short enough to type, and exact in every JSON reader. */
    private static final long SEEDS = 1L << 31;

    public CliContext {
        jobs = Collections.unmodifiableMap(new LinkedHashMap<>(jobs));
    }

    /** The working directory, clock and chance of this process. */
    public static CliContext ofThisProcess(Map<String, String> jobs) {
        return new CliContext(jobs, Path.of("").toAbsolutePath(), Clock.systemUTC(), () -> ThreadLocalRandom.current()
                .nextLong(SEEDS));
    }

    /** A path as the user meant it. */
    public Path path(String text) {
        return directory.resolve(text).toAbsolutePath().normalize();
    }

    /** The same; empty, with a problem, where it cannot be one. */
    public Optional<Path> path(String option, String text, Problems problems) {
        try {
            return Optional.of(path(text));
        } catch (InvalidPathException e) {
            problems.add(Problem.at(Location.COMMAND_LINE, option, "not a path: " + e.getReason()));
            return Optional.empty();
        }
    }
}
