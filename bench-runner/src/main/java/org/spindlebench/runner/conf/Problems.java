package org.spindlebench.runner.conf;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.spindlebench.runner.conf.Problem.Location;

/** Collects problems, so that users see all of them at once instead of one per attempt. */
public final class Problems {
    private final List<Problem> found = new ArrayList<>();

    public void add(Problem problem) {
        if (!found.contains(problem)) {
            found.add(problem);
        }
    }

    public boolean isEmpty() {
        return found.isEmpty();
    }

    /** Checks whether an option already has a problem. If so, its missing value need not be reported. */
    public boolean areOf(String option) {
        return found.stream().anyMatch(problem -> problem.key().equals(option));
    }

    /** Returns the problems in reading order: of the command line, then of each file by line and column. */
    public List<Problem> list() {
        return found.stream()
                .sorted(Comparator.comparing(Problem::location, Problems::inOrderOfReading))
                .toList();
    }

    /**
     * Returns the text of all problems and their number. {@code consequence} states the actions that were not taken
     * because of them.
     */
    public String report(String consequence) {
        String problems = list().stream().map(Problem::toString).collect(Collectors.joining(System.lineSeparator()));
        return problems + System.lineSeparator() + counted(found.size(), consequence);
    }

    /** Returns the line that follows errors: their number, and the actions that were not taken because of them. */
    public static String counted(int number, String consequence) {
        return (number == 1 ? "1 problem; " : number + " problems; ") + consequence;
    }

    private static int inOrderOfReading(Location a, Location b) {
        boolean oneIsOption = a.line() == 0 || b.line() == 0;
        if (oneIsOption || !a.source().equals(b.source())) {
            return Boolean.compare(a.line() != 0, b.line() != 0);
        }
        int byLine = Integer.compare(a.line(), b.line());
        return byLine != 0 ? byLine : Integer.compare(a.column(), b.column());
    }
}
