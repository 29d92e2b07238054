package org.spindlebench.analysis.importer;

import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.spindlebench.analysis.document.DigestJournal;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.record.Records.RunSource;

/**
 * Reads one format of results of other tools. Use importers through {@link Imports}, which refuses files without any
 * run.
 */
public interface Importer {
    /** Returns the format's name, as on the command line and in {@code source.format}. */
    String name();

    /** Describes the format in a few words. */
    String summary();

    /** Describes the source of the names of setups. */
    default SetupName setupName() {
        return SetupName.GIVEN;
    }

    /** Returns what begins of files of this format have in common, and those of other formats lack; empty if unknown. */
    default Optional<Pattern> mark() {
        return Optional.empty();
    }

    /**
     * Opens a file. The source returns every readable run, in the order of the file and with a name that is unique in
     * the file. It holds at most one run in memory.
     *
     * @param file the file, and the names for its runs
     * @param unreadable receives every line that looks like a result but cannot be read. It is called while the source
     *     is being read
     * @throws InvalidDocumentException if the file does not have this format; the source may also throw this exception
     * @throws IOException if the file could not be read
     */
    RunSource open(ImportFile file, Consumer<UnreadableLine> unreadable) throws IOException;

    /**
     * A line that looks like a result but cannot be read.
     *
     * @param file the file's name, without its directory
     * @param line the line's number in the file, from 1
     */
    public record UnreadableLine(String file, long line, String reason) {
        public UnreadableLine {
            Objects.requireNonNull(file, "file");
            Objects.requireNonNull(reason, "reason");
        }

        @Override
        public String toString() {
            return file + ": line " + line + ": " + reason;
        }
    }

    /** Thrown if a part of a line cannot be read. The message is the reason, without file and line. */
    static final class UnreadableException extends Exception {
        private static final long serialVersionUID = 1L;

        UnreadableException(String reason) {
            super(reason, null, false, false);
        }
    }

    /**
     * A file to import.
     *
     * @param campaign the name of the campaign that its runs get, which distinguishes the runs of several files
     * @param setup the setup of its runs, for formats that do not name setups; empty for the format's default
     */
    public record ImportFile(Path path, String campaign, Optional<String> setup, FileForm form) {
        public ImportFile {
            Objects.requireNonNull(path, "path");
            Objects.requireNonNull(campaign, "campaign");
            Objects.requireNonNull(setup, "setup");
            Objects.requireNonNull(form, "form");
        }

        /** Names a file that states its form itself. */
        public ImportFile(Path path, String campaign, Optional<String> setup) {
            this(path, campaign, setup, FileForm.UNKNOWN);
        }

        /** Returns the setup of runs of a format that names none. */
        public String setupOrDefault() {
            return setup.orElse("default");
        }

        Optional<ZoneId> zone() {
            return form.zone();
        }

        /** Returns a file whose runs get a campaign with the file's name. */
        public static ImportFile of(Path path) {
            return of(path, SafeName.ofFile(path));
        }

        /** Returns a file whose runs get a campaign with this name. */
        public static ImportFile of(Path path, String campaign) {
            return new ImportFile(path, campaign, Optional.empty());
        }

        /** Returns the file's name without its directory, as in records and lists of unreadable lines. */
        public String name() {
            return String.valueOf(path.getFileName());
        }
    }

    /**
     * What the user says about the form of a file, for what the file does not say itself.
     *
     * @param zone the zone of times that do not name theirs
     * @param decimal the decimal mark, {@code .} or {@code ,}
     * @param unit the unit of durations without one: a key of {@link #UNITS}, {@code m:s} or {@code h:m}
     * @param columns Spindle's names of columns, by the file's own names in lower case
     * @param rounding the significant digits of settings, by their names
     * @param wide the setups or jobs that columns of durations are named for, by the file's own names in lower case
     */
    public record FileForm(
            Optional<ZoneId> zone,
            Optional<Character> decimal,
            Optional<String> unit,
            Map<String, String> columns,
            Map<String, Integer> rounding,
            Map<String, String> wide) {
        /** Nothing is known. */
        public static final FileForm UNKNOWN =
                new FileForm(Optional.empty(), Optional.empty(), Optional.empty(), Map.of(), Map.of(), Map.of());

        /** The seconds of each unit, by all its names. */
        public static final Map<String, Double> UNITS = units();

        private static Map<String, Double> units() {
            Map<String, Double> units = new HashMap<>();
            BiConsumer<Double, String> unit =
                    (seconds, names) -> Arrays.stream(names.split(" ")).forEach(name -> units.put(name, seconds));
            unit.accept(1e-9, "ns nanos nanoseconds");
            unit.accept(1e-6, "us micros microseconds");
            unit.accept(1e-3, "ms msec msecs millis milliseconds");
            unit.accept(1.0, "s sec secs second seconds");
            unit.accept(60.0, "min mins minute minutes");
            unit.accept(3600.0, "h hr hrs hour hours");
            return Map.copyOf(units);
        }

        public FileForm {
            columns = Map.copyOf(columns);
            rounding = Map.copyOf(rounding);
            wide = Map.copyOf(wide);
        }
    }

    /** The source of the names of setups. */
    public enum SetupName {
        /** The files name the setup of every run. */
        IN_FILE,
        /** The files do not name setups, so the user who imports them does. */
        GIVEN
    }

    /** Turns arbitrary text into file names of up to 64 letters, digits, {@code -}, {@code _} and {@code .}. */
    public static final class SafeName {
        private static final int LONGEST = 64;
        private static final Pattern OTHERS = Pattern.compile("[^A-Za-z0-9._-]+");
        private static final Pattern BEFORE = Pattern.compile("^[-._]+");
        private static final Pattern AFTER = Pattern.compile("-+$");
        /** The jar of a job of Hadoop streaming, which has a new number in each run. */
        private static final Pattern STREAMING = Pattern.compile("^streamjob\\d+\\.jar$");

        private static final int ASCII = 128;
        private static final int DIGITS = 7;
        private static final int BEGIN = 20;
        private static final int END = 33;

        private SafeName() {}

        /**
         * Replaces each sequence of other characters by one {@code -}, and removes dashes at both ends.
         *
         * @param otherwise the result if no character is left
         */
        public static String of(String text, String otherwise) {
            String start = text.length() > 4 * LONGEST ? text.substring(0, 4 * LONGEST) : text;
            String name = replaced(start);
            String cut = name.length() > LONGEST ? name.substring(0, LONGEST) : name;
            String trimmed = AFTER.matcher(cut).replaceAll("");
            return trimmed.isEmpty() ? otherwise : trimmed;
        }

        /**
         * Turns a job's name into a safe one. Two names never become one: if letters or digits are left out, the result
         * ends in a digest of the name, and has its begin and its end.
         */
        public static String ofJob(String name) {
            String whole = STREAMING.matcher(name).replaceFirst("streamjob.jar");
            String safe = AFTER.matcher(replaced(whole)).replaceAll("");
            boolean isKept = safe.length() <= LONGEST
                    && whole.chars().filter(Character::isLetterOrDigit).allMatch(one -> one < ASCII);
            if (isKept) {
                return safe.isEmpty() ? "unnamed" : safe;
            }
            String digest = DigestJournal.sha256(whole).substring(0, DIGITS);
            String shown = safe.length() <= LONGEST - DIGITS - 1
                    ? safe
                    : safe.substring(0, BEGIN) + "..." + safe.substring(safe.length() - END);
            return (shown.isEmpty() ? "unnamed" : shown) + "-" + digest;
        }

        private static String replaced(String text) {
            return BEFORE.matcher(OTHERS.matcher(text).replaceAll("-")).replaceAll("");
        }

        /** Turns a file's name without its extension into a safe name. */
        public static String ofFile(Path file) {
            String name = String.valueOf(file.getFileName());
            int dot = name.lastIndexOf('.');
            return of(dot > 0 ? name.substring(0, dot) : name, "import");
        }
    }
}
