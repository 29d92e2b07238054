package org.spindlebench.runner.cli;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What was imported, as {@code --json} prints it.
 *
 * @param imported by file
 */
record ImportSummary(List<Imported> imported) {
    /**
     * One file.
     *
     * @param file what was read
     * @param campaign what its runs' campaign is called
     * @param records where its records lie
     * @param runs its runs
     * @param ok those that are ok
     * @param invalid those that are invalid
     * @param failed those that failed
     * @param interrupted those that were interrupted
     * @param unreadable its lines that could not be read
     * @param unreadableList where all of them are listed; null where there is none
     */
    record Imported(
            String file,
            String campaign,
            String records,
            long runs,
            long ok,
            long invalid,
            long failed,
            long interrupted,
            long unreadable,
            String unreadableList) {
        @Override
        public String toString() {
            String statuses = Stream.of(
                            counted(ok, "ok"),
                            counted(invalid, "invalid"),
                            counted(failed, "failed"),
                            counted(interrupted, "interrupted"))
                    .filter(text -> !text.isEmpty())
                    .collect(Collectors.joining(", "));
            String lines = unreadable == 0 ? "" : "; lines that could not be read: " + unreadable;
            return file + ": " + runs + (runs == 1 ? " run (" : " runs (") + statuses + ") -> " + records + lines;
        }

        private static String counted(long count, String what) {
            return count == 0 ? "" : count + " " + what;
        }
    }

    long unreadable() {
        return imported.stream().mapToLong(Imported::unreadable).sum();
    }
}
