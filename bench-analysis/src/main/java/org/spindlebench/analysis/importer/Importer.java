package org.spindlebench.analysis.importer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.record.Records.RunSource;

/** Reads one format of other people's results. Use it through {@link Imports}, which refuses files that hold nothing. */
public interface Importer {
    /** The format's name, as the command line and {@code source.format} have it. */
    String name();

    /** What it reads, in a few words. */
    String summary();

    /** Where the names of setups come from. */
    SetupName setupName();

    /**
     * Opens a file. The source gives every run that can be read, in the order of the file, with names that are unique in it; it
     * holds no more than one of them.
     *
     * @param file what to read, and how to call it
     * @param unreadable told of every line that looks like a result and cannot be read, while the source is being read
     * @throws InvalidDocumentException if the file is not of this format at all; the source may throw it as well
     * @throws IOException if it could not be read
     */
    RunSource open(ImportFile file, Consumer<UnreadableLine> unreadable) throws IOException;

    /**
     * A line that looks like a result and cannot be read.
     *
     * @param file the file's name, without its directory
     * @param line the line in it, from 1
     * @param reason what is wrong with it
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

    /** Something in a line cannot be read. The message is the reason, without the place. */
    static final class UnreadableException extends Exception {
        private static final long serialVersionUID = 1L;

        UnreadableException(String reason) {
            super(reason, null, false, false);
        }
    }

    /**
     * A file to import.
     *
     * @param path the file
     * @param campaign what its runs' campaign is called, and by which runs of several files are told apart
     * @param setup the setup of its runs, for formats that do not name one; empty for the format's own default
     */
    public record ImportFile(Path path, String campaign, Optional<String> setup) {
        public ImportFile {
            Objects.requireNonNull(path, "path");
            Objects.requireNonNull(campaign, "campaign");
            Objects.requireNonNull(setup, "setup");
        }

        /** A file whose campaign is called after it. */
        public static ImportFile of(Path path) {
            return new ImportFile(path, SafeName.ofFile(path), Optional.empty());
        }

        /** The file's name without its directory: what records and lists of unreadable lines call it. */
        public String name() {
            return String.valueOf(path.getFileName());
        }
    }

    /** Where an importer takes the names of setups from. */
    public enum SetupName {
        /** The files name the setup of every run. */
        IN_FILE,
        /** The files do not say: whoever imports them does. */
        GIVEN
    }

    /** Names for files, of texts that may hold anything: up to 64 letters, digits, {@code -}, {@code _} and {@code .}. */
    public static final class SafeName {
        private static final int LONGEST = 64;
        private static final Pattern OTHERS = Pattern.compile("[^A-Za-z0-9._-]+");
        private static final Pattern BEFORE = Pattern.compile("^[-._]+");
        private static final Pattern AFTER = Pattern.compile("-+$");

        private SafeName() {}

        /**
         * The text with a {@code -} for every run of other characters, none of them first or last.
         *
         * @param otherwise the name where nothing is left
         */
        public static String of(String text, String otherwise) {
            String start = text.length() > 4 * LONGEST ? text.substring(0, 4 * LONGEST) : text;
            String name = BEFORE.matcher(OTHERS.matcher(start).replaceAll("-")).replaceAll("");
            String cut = name.length() > LONGEST ? name.substring(0, LONGEST) : name;
            String trimmed = AFTER.matcher(cut).replaceAll("");
            return trimmed.isEmpty() ? otherwise : trimmed;
        }

        /** The name of a file without its ending. */
        public static String ofFile(Path file) {
            String name = String.valueOf(file.getFileName());
            int dot = name.lastIndexOf('.');
            return of(dot > 0 ? name.substring(0, dot) : name, "import");
        }
    }
}
