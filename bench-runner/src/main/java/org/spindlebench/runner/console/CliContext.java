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
import java.util.function.Supplier;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;

/**
 * What the command line needs from the world around it.
 *
 * @param jobs the job catalog: names, in the catalog's order, and what each job does
 * @param directory what relative paths are relative to
 * @param clock for names of campaigns
 * @param seeds for plans without {@code --seed}
 */
public record CliContext(Map<String, Supplier<String>> jobs, Path directory, InstantSource clock, LongSupplier seeds) {
    /** Short enough to type, and exact in every JSON reader. */
    private static final long SEEDS = 1L << 31;

    public CliContext {
        jobs = Collections.unmodifiableMap(new LinkedHashMap<>(jobs));
    }

    /** The working directory, clock and chance of this process. */
    public static CliContext ofThisProcess(Map<String, Supplier<String>> jobs) {
        return new CliContext(jobs, Path.of("").toAbsolutePath(), Clock.systemUTC(), () -> ThreadLocalRandom.current()
                .nextLong(SEEDS));
    }

    /** A path as the user meant it. */
    public Path path(String text) {
        return directory.resolve(text).toAbsolutePath().normalize();
    }

    /** The path that an option or argument names; empty, with a problem, if the text cannot be a path. */
    public Optional<Path> path(String option, String text, Problems problems) {
        try {
            return Optional.of(path(text));
        } catch (InvalidPathException e) {
            problems.add(Problem.ofOption(option, "not a path: " + e.getReason()));
            return Optional.empty();
        }
    }

    /** The path that an option names. */
    public static final class PathConverter extends OptionConverter<Path> {
        public PathConverter(CliContext context) {
            super(text -> {
                try {
                    if (!text.isBlank()) {
                        return context.path(text);
                    }
                } catch (InvalidPathException e) {
                    throw new NotUnderstoodException("not a path: " + e.getReason(), "", "");
                }
                throw new NotUnderstoodException("a path is missing", "", "");
            });
        }
    }
}
