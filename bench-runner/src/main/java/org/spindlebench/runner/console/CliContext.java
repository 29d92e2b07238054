package org.spindlebench.runner.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.spindlebench.analysis.document.FileFailure;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;

/**
 * The environment of the command line.
 *
 * @param jobs the job catalog, with the description of each job by its name, in the catalog's order
 * @param directory the directory for relative paths
 * @param clock the clock for names of campaigns
 * @param seeds the source of seeds for plans without {@code --seed}
 * @param input standard input, which some arguments may name
 */
public record CliContext(
        Map<String, Supplier<String>> jobs,
        Path directory,
        InstantSource clock,
        LongSupplier seeds,
        StandardInput input) {
    /** The limit of random seeds. They are short enough to type, and exact in every JSON reader. */
    private static final long SEEDS = 1L << 31;

    public CliContext {
        jobs = Collections.unmodifiableMap(new LinkedHashMap<>(jobs));
    }

    /** Creates a context with the standard input of this process. */
    public CliContext(Map<String, Supplier<String>> jobs, Path directory, InstantSource clock, LongSupplier seeds) {
        this(jobs, directory, clock, seeds, new StandardInput(System.in));
    }

    /** Returns a context with the working directory and clock of this process, and with random seeds. */
    public static CliContext ofThisProcess(Map<String, Supplier<String>> jobs) {
        return new CliContext(jobs, Path.of("").toAbsolutePath(), Clock.systemUTC(), () -> ThreadLocalRandom.current()
                .nextLong(SEEDS));
    }

    public Path path(String text) {
        return directory.resolve(text).toAbsolutePath().normalize();
    }

    /** Returns the path that an option or argument names; if it cannot be a path, adds a problem and returns empty. */
    public Optional<Path> path(String option, String text, Problems problems) {
        if (text.isBlank()) {
            problems.add(Problem.ofOption(option.strip(), "a path is missing")
                    .withRemedy("name a file or directory; an empty word may come from an unset variable"));
            return Optional.empty();
        }
        try {
            return Optional.of(path(text));
        } catch (InvalidPathException e) {
            problems.add(Problem.ofOption(option, FileFailure.of(e)));
            return Optional.empty();
        }
    }

    /** Returns the path of results that an argument names; {@code -} is standard input, and a pipe is read. */
    public Optional<Path> results(String text, Problems problems) {
        boolean isInput = text.equals(StandardInput.WORD) || text.equals(StandardInput.PATH);
        Optional<Path> path = isInput ? Optional.empty() : path(text, text, problems);
        if (!isInput && path.isEmpty()) {
            return path;
        }
        try {
            return Optional.of(isInput ? input.file() : input.readable(path.get()));
        } catch (IOException e) {
            String what = isInput ? "standard input" : "the pipe";
            problems.add(Problem.ofOption(text, what + " cannot be read: " + FileFailure.of(e)));
            return Optional.empty();
        }
    }

    /** Adds a problem if there is a file where an option names a directory, which need not exist. */
    public static void requireDirectory(String option, Path directory, Problems problems) {
        if (directory != null && Files.exists(directory) && !Files.isDirectory(directory)) {
            problems.add(Problem.ofOption(option, "not a directory").withValue(CommandText.shown(directory)));
        }
    }

    /** Also adds a problem if the directory cannot be made, or if the user may not write to it. */
    public static void requireMakeable(String option, Path directory, Problems problems) {
        requireDirectory(option, directory, problems);
        if (directory != null && Files.isDirectory(directory) && !Files.isWritable(directory)) {
            problems.add(Problem.ofOption(option, "you may not write to this directory")
                    .withValue(CommandText.shown(directory))
                    .withRemedy("name a directory where you may write"));
        }
        if (directory != null && !Files.exists(directory) && !isMakeable(directory)) {
            problems.add(Problem.ofOption(option, "this directory cannot be made")
                    .withValue(CommandText.shown(directory))
                    .withRemedy("name a directory where you may write"));
        }
    }

    /** Tries to make a directory, and removes all that it made. */
    private static boolean isMakeable(Path directory) {
        List<Path> missing = new ArrayList<>();
        for (Path one = directory.toAbsolutePath(); one != null && !Files.exists(one); one = one.getParent()) {
            missing.add(one);
        }
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            return false;
        }
        try {
            for (Path made : missing) {
                Files.deleteIfExists(made);
            }
        } catch (IOException usedMeanwhile) {
            // Another process has made files there.
            return true;
        }
        return true;
    }

    /** Converts an option's text to a path. */
    public static final class PathConverter extends OptionConverter<Path> {
        public PathConverter(CliContext context) {
            super(text -> {
                try {
                    if (!text.isBlank()) {
                        return context.path(text);
                    }
                } catch (InvalidPathException e) {
                    throw new NotUnderstoodException(FileFailure.of(e), "", "");
                }
                throw new NotUnderstoodException("a path is missing", "", "");
            });
        }
    }
}
