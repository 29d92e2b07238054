package org.spindlebench.runner.bundle;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.spindlebench.runner.collect.HistoryTexts;
import org.spindlebench.runner.collect.HistoryTexts.TextChange;

/**
 * A file of a campaign that a bundle holds.
 *
 * @param name its path in the campaign's directory, with {@code /} between names
 * @param packed whether it is packed with gzip
 */
record CampaignFile(Path path, String name, FileForm form, boolean packed) {
    private static final String PACKED = ".gz";

    /** Larger documents are read whole only if they are packed, and no document of Spindle is larger. */
    private static final long LARGEST = 1 << 28;

    /** Files that Spindle makes anew for a bundle, or needs only while it runs. */
    private static final String MADE_ANEW =
            "report(-\\w+)?\\.(html|md|json|csv)|summary\\.(json|md|txt)|index\\.html|campaign\\.lock"
                    + "|MANIFEST|bundle\\.json|digests|.*\\.damaged-\\d+";

    /** Logs of Hadoop, its containers and the user's commands, which may contain anything, packed or not. */
    private static final Pattern LOG = Pattern.compile(
            "(?:.*[./])?(?:(?:log|out|err)(?:\\.\\d+)?|syslog|stderr|stdout|directory\\.info|launch_container\\.sh)(?:\\.gz)?");

    /** How the texts of a file are found. */
    enum FileForm {
        JSON,
        /** A configuration in Hadoop's XML. */
        XML,
        /** A job's history, in one of Avro's forms. */
        HISTORY,
        LINES;

        /** Returns the form of a file; empty if Spindle does not know what is in it. */
        static Optional<FileForm> of(String name) {
            String file = name.substring(name.lastIndexOf('/') + 1);
            if (file.matches(".*\\.jsonl?")) {
                return Optional.of(JSON);
            }
            if (file.endsWith(".xml")) {
                return Optional.of(XML);
            }
            if (file.endsWith(".jhist")) {
                return Optional.of(HISTORY);
            }
            return file.matches(".*\\.(ya?ml|csv|properties|samples|nodes)") ? Optional.of(LINES) : Optional.empty();
        }
    }

    /** Changes the texts of files. */
    interface TextsOf extends TextChange {
        String line(String line);

        String json(String json);

        String xml(String xml);
    }

    /**
     * Returns the files of a campaign that a bundle holds, by name.
     *
     * @param leftOut receives the names of logs and of the others, except those that Spindle makes anew
     */
    static List<CampaignFile> in(Path campaign, List<String> leftOut) throws IOException {
        List<CampaignFile> files = new ArrayList<>();
        try (Stream<Path> all = Files.walk(campaign)) {
            for (Path path : (Iterable<Path>) all.sorted()::iterator) {
                String name = campaign.relativize(path).toString().replace('\\', '/');
                String file = String.valueOf(path.getFileName());
                boolean hidden = file.startsWith(".") || file.endsWith(".tmp");
                if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS) || hidden || file.matches(MADE_ANEW)) {
                    continue;
                }
                boolean wanted = Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS) && !isLog(name);
                Optional<CampaignFile> known = wanted ? of(path, name) : Optional.empty();
                known.ifPresentOrElse(files::add, () -> leftOut.add(name));
            }
        }
        return List.copyOf(files);
    }

    /** Checks whether a file is a log, by its name. */
    static boolean isLog(String name) {
        return LOG.matcher(name).matches();
    }

    /** Returns a file in a form that Spindle knows; empty for any other. */
    static Optional<CampaignFile> of(Path path, String name) {
        boolean packed = name.endsWith(PACKED);
        String inner = packed ? name.substring(0, name.length() - PACKED.length()) : name;
        return FileForm.of(inner).map(form -> new CampaignFile(path, name, form, packed));
    }

    /** Reads the file without changing it. */
    void read(TextsOf texts) throws IOException {
        copy(OutputStream.nullOutputStream(), texts);
    }

    /** Writes the file with other texts. The same texts give the same bytes. */
    void write(Path to, TextsOf texts) throws IOException {
        Files.createDirectories(to.getParent());
        try (OutputStream file = Files.newOutputStream(to);
                OutputStream out = packed ? new GZIPOutputStream(file, 1 << 16) : file) {
            copy(out, texts);
        }
    }

    private void copy(OutputStream out, TextsOf texts) throws IOException {
        try (InputStream file = Files.newInputStream(path);
                InputStream in = packed ? new GZIPInputStream(file, 1 << 16) : file) {
            switch (form) {
                case LINES -> copyLines(in, out, texts);
                case JSON -> out.write(utf8(texts.json(text(in))));
                case XML -> out.write(utf8(texts.xml(text(in))));
                default -> {
                    byte[] history = bytes(in);
                    boolean binary = HistoryTexts.isBinary(history);
                    out.write(
                            binary
                                    ? HistoryTexts.changed(history, texts)
                                    : utf8(texts.json(new String(history, StandardCharsets.UTF_8))));
                }
            }
        } catch (IOException e) {
            throw new IOException(name + ": " + e.getMessage(), e);
        }
    }

    private static void copyLines(InputStream in, OutputStream out, TextsOf texts) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        BufferedWriter changed = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            changed.write(texts.line(line));
            changed.write('\n');
        }
        changed.flush();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(InputStream in) throws IOException {
        return new String(bytes(in), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(InputStream in) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] chunk = new byte[1 << 16];
        for (int got = in.read(chunk); got >= 0; got = in.read(chunk)) {
            bytes.write(chunk, 0, got);
            if (bytes.size() > LARGEST) {
                throw new IOException("larger than " + LARGEST + " bytes, more than any document of Spindle");
            }
        }
        return bytes.toByteArray();
    }
}
