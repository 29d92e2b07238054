package org.spindlebench.analysis.document;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A journal of the files of a directory, with one line for each file in the order of writing. A line has the file's
 * SHA-256, and a digest of this line and of the line before. So whoever changes, removes or inserts a line must make
 * all later lines again.
 *
 * <p>A line is {@code NUMBER EVENT SHA256 CHAIN NAME}. The number counts from 1. The chain is the SHA-256 of the chain
 * of the line before, a blank and the line without its chain. Not thread-safe.
 */
public final class DigestJournal {
    /** The name of a journal. */
    public static final String NAME = "digests";

    private static final String BEFORE_THE_FIRST = "spindle-digests-1";
    private static final String NO_DIGEST = "-";
    private static final long LARGEST = 1 << 28;
    private static final Pattern RECORDED = Pattern.compile("[^.].*\\.(?:json|gz)");
    private static final Pattern LINE =
            Pattern.compile("([1-9]\\d{0,8}) (written|late|removed) ([0-9a-f]{64}|-) ([0-9a-f]{64}) (\\S.*)");

    private final List<Line> lines = new ArrayList<>();
    private final Map<String, Line> latest = new HashMap<>();

    /** The event of a file. */
    public enum Event {
        /** It was written just before the line. */
        WRITTEN,
        /** It was found later, so the line does not show that the file's content is unchanged. */
        LATE,
        /** It was renamed or deleted. */
        REMOVED;

        private String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * One line.
     *
     * @param file the file's path in the directory, with {@code /} between names
     * @param digest the file's SHA-256, hexadecimal; {@code -} for a file that was removed
     * @param chain a digest of this line and of all lines before
     */
    public record Line(Event event, String file, String digest, String chain) {}

    /**
     * Reads a journal.
     *
     * @return the journal; one without lines if there is no file
     * @throws InvalidDocumentException if a line cannot be parsed, or does not follow from the line before
     * @throws IOException if the file could not be read
     */
    public static DigestJournal read(Path file) throws IOException {
        DigestJournal journal = new DigestJournal();
        if (!Files.exists(file)) {
            return journal;
        }
        if (Files.size(file) > LARGEST) {
            throw new InvalidDocumentException(file + ": larger than " + LARGEST + " bytes, more than any journal");
        }
        int number = 0;
        for (String text : Files.readString(file).lines().toList()) {
            number++;
            Matcher line = LINE.matcher(text);
            if (!line.matches() || !line.group(1).equals(Integer.toString(number))) {
                throw new InvalidDocumentException(file + ": line " + number + ": not a line of a journal of digests");
            }
            journal.add(Event.valueOf(line.group(2).toUpperCase(Locale.ROOT)), line.group(5), line.group(3));
            if (!journal.end().equals(line.group(4))) {
                throw new InvalidDocumentException(
                        file + ": line " + number + ": does not follow from the lines before it");
            }
        }
        return journal;
    }

    /** Adds a line for a file that was written or found. */
    public void add(Event event, String file, String digest) {
        if (file.isBlank() || HumanText.hasControl(file)) {
            throw new IllegalArgumentException("a journal cannot name the file '" + file + "'");
        }
        String chain = sha256(end() + " " + (lines.size() + 1) + " " + event.word() + " " + digest + " " + file);
        Line line = new Line(event, file, digest, chain);
        lines.add(line);
        latest.put(file, line);
    }

    /** Adds a line for a file that was renamed or deleted. */
    public void addRemoved(String file) {
        add(Event.REMOVED, file, NO_DIGEST);
    }

    public List<Line> lines() {
        return List.copyOf(lines);
    }

    /** Returns the last line about a file. */
    public Optional<Line> last(String file) {
        return Optional.ofNullable(latest.get(file));
    }

    /** Returns the chain of the last line, which depends on all lines. */
    public String end() {
        return lines.isEmpty()
                ? sha256(BEFORE_THE_FIRST)
                : lines.get(lines.size() - 1).chain();
    }

    /** Returns the content of the journal's file. */
    public String text() {
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < lines.size(); at++) {
            Line line = lines.get(at);
            text.append(at + 1)
                    .append(' ')
                    .append(line.event().word())
                    .append(' ')
                    .append(line.digest())
                    .append(' ')
                    .append(line.chain())
                    .append(' ')
                    .append(line.file())
                    .append('\n');
        }
        return text.toString();
    }

    /**
     * Brings the journal of a directory up to date: {@code NAME} in the directory. Files that an earlier call missed
     * get lines that are marked as late.
     *
     * @param root the directory
     * @param once files that are written only once; a change of such a file is late, unless it was written just now
     * @param folders folders of records and samples: files that end in {@code .json} or {@code .gz}
     * @param written the files that were written just now, in the order of writing
     * @param removed the files that were renamed or deleted just now
     * @throws InvalidDocumentException if the journal is damaged; it then stays unchanged
     * @throws IOException if the journal could not be read or written
     */
    public static void keep(Path root, List<Path> once, List<Path> folders, Set<Path> written, Set<Path> removed)
            throws IOException {
        // Runs of a workload may end at the same time.
        synchronized (DigestJournal.class) {
            DigestJournal journal = read(root.resolve(NAME));
            for (Path file : once) {
                if (!written.contains(file)) {
                    journal.addChanged(named(root, file), sha256(file));
                }
            }
            removed.forEach(file -> journal.addRemoved(named(root, file)));
            for (Path file : files(folders)) {
                if (!written.contains(file) && journal.isUnknown(named(root, file))) {
                    journal.add(Event.LATE, named(root, file), sha256(file));
                }
            }
            for (Path file : written) {
                journal.add(Event.WRITTEN, named(root, file), sha256(file));
            }
            AtomicFile.write(root.resolve(NAME), journal.text());
        }
    }

    private void addChanged(String file, String digest) {
        Optional<Line> last = last(file);
        if (last.isEmpty() || !last.get().digest().equals(digest)) {
            add(last.isEmpty() ? Event.WRITTEN : Event.LATE, file, digest);
        }
    }

    private boolean isUnknown(String file) {
        return last(file).filter(line -> line.event() != Event.REMOVED).isEmpty();
    }

    private static String named(Path root, Path file) {
        return root.relativize(file).toString().replace(file.getFileSystem().getSeparator(), "/");
    }

    private static List<Path> files(List<Path> folders) throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path folder : folders) {
            if (Files.isDirectory(folder)) {
                try (Stream<Path> all = Files.list(folder)) {
                    all.filter(file -> RECORDED.matcher(file.getFileName().toString())
                                    .matches())
                            .sorted()
                            .forEach(files::add);
                }
            }
        }
        return files;
    }

    /** Returns a file's SHA-256, hexadecimal. */
    public static String sha256(Path file) throws IOException {
        MessageDigest digest = digest();
        try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
            in.transferTo(OutputStream.nullOutputStream());
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Returns the SHA-256 of a text in UTF-8, hexadecimal. */
    public static String sha256(String text) {
        return HexFormat.of().formatHex(digest().digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** Returns an empty SHA-256. */
    public static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
