package org.spindlebench.analysis.importer;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.Utf8Lines;

/** Opens text of other tools as lines of UTF-8, also if it is compressed by gzip or encoded in UTF-16. */
final class ImportText {
    private static final int LONGEST_LINE = 1 << 20;
    private static final int LONGEST_UTF16 = 1 << 28;
    private static final int FIRST = 4;
    private static final int FIRST_TEXT = 1 << 16;
    private static final int TAR_HEADER = 512;
    private static final int TAR_MAGIC = 257;
    private static final int GZIP = 0x1f8b;
    private static final Map<String, String> NO_TEXT = new LinkedHashMap<>();

    static {
        NO_TEXT.put(
                "PK",
                "a zip archive or a spreadsheet: save a table as CSV, or unpack it, and name a bundle's directory, or the files of others");
        NO_TEXT.put("BZh", "compressed by bzip2: unpack it with bunzip2");
        NO_TEXT.put("\u00fd7zX", "compressed by xz: unpack it with unxz");
        NO_TEXT.put("(\u00b5/\u00fd", "compressed by zstd: unpack it with unzstd");
        NO_TEXT.put("PAR1", "Parquet: export it as CSV");
        NO_TEXT.put("%PDF", "a PDF: export the table as CSV");
    }

    /** Why a compressed file cannot be read to its end, after its name. */
    static final String CUT_OFF = ": the compressed file is cut off or damaged: copy it anew";

    private static final Pattern COLOURS = Pattern.compile("\u001b\\[[0-9;]*[A-Za-z]");

    private ImportText() {}

    /** Returns a line without the marks that a terminal shows as colours. */
    static String withoutColours(String line) {
        return COLOURS.matcher(line).replaceAll("");
    }

    /** Returns why a file holds no text that Spindle can read; empty if it may. */
    static String noText(Path file) {
        try {
            open(file).close();
            return "";
        } catch (InvalidDocumentException e) {
            return e.getMessage().substring(file.toString().length());
        } catch (IOException e) {
            return "";
        }
    }

    /**
     * Opens a file.
     *
     * @throws InvalidDocumentException if the file holds no text that Spindle can read
     */
    static Utf8Lines open(Path file) throws IOException {
        InputStream in = new BufferedInputStream(Files.newInputStream(file));
        try {
            return new Utf8Lines(utf8(file, unpacked(file, in)), file.toString(), LONGEST_LINE);
        } catch (InvalidDocumentException | IOException e) {
            in.close();
            throw e;
        }
    }

    /** Returns the first text of a file; empty if it cannot be read. */
    static String start(Path file) {
        try (InputStream in = utf8(file, unpacked(file, new BufferedInputStream(Files.newInputStream(file))))) {
            return new String(in.readNBytes(FIRST_TEXT), StandardCharsets.UTF_8);
        } catch (InvalidDocumentException | IOException e) {
            return "";
        }
    }

    /**
     * Returns the text of a whole file in UTF-8.
     *
     * @throws InvalidDocumentException if it is longer than the limit, or no text
     */
    static byte[] bytes(Path file, int longest) throws IOException {
        try (InputStream in = utf8(file, unpacked(file, new BufferedInputStream(Files.newInputStream(file))))) {
            byte[] bytes = in.readNBytes(longest + 1);
            if (bytes.length > longest) {
                throw new InvalidDocumentException(file + ": longer than " + (longest >> 20) + " MiB");
            }
            return bytes;
        } catch (EOFException | ZipException e) {
            throw new InvalidDocumentException(file + CUT_OFF, e);
        }
    }

    private static InputStream unpacked(Path file, InputStream in) throws IOException {
        byte[] first = first(in);
        if (first.length > 1 && (((first[0] & 0xff) << 8) | (first[1] & 0xff)) == GZIP) {
            try {
                InputStream inside = new BufferedInputStream(new GZIPInputStream(in));
                refuseTar(file, inside);
                return inside;
            } catch (EOFException | ZipException e) {
                throw new InvalidDocumentException(file + CUT_OFF, e);
            }
        }
        refuseTar(file, in);
        String text = new String(first, StandardCharsets.ISO_8859_1);
        NO_TEXT.forEach((start, reason) -> {
            if (text.startsWith(start)) {
                throw new InvalidDocumentException(file + ": " + reason);
            }
        });
        return in;
    }

    private static InputStream utf8(Path file, InputStream in) throws IOException {
        Optional<Charset> wide = wide(first(in));
        if (wide.isEmpty()) {
            return in;
        }
        byte[] bytes = in.readNBytes(LONGEST_UTF16);
        if (bytes.length == LONGEST_UTF16) {
            throw new InvalidDocumentException(file + ": UTF-16 text of more than " + (LONGEST_UTF16 >> 20)
                    + " MiB: convert it with `iconv -f UTF-16 -t UTF-8`");
        }
        in.close();
        return new ByteArrayInputStream(new String(bytes, wide.get()).getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the encoding of text in UTF-16, by its byte order mark or by the zero bytes of ASCII. */
    private static Optional<Charset> wide(byte[] first) {
        if (first.length < FIRST) {
            return Optional.empty();
        }
        boolean little = first[1] == 0 && first[3] == 0 && first[0] != 0;
        boolean big = first[0] == 0 && first[2] == 0 && first[1] != 0;
        if ((first[0] == (byte) 0xff && first[1] == (byte) 0xfe) || little) {
            return Optional.of(StandardCharsets.UTF_16LE);
        }
        return (first[0] == (byte) 0xfe && first[1] == (byte) 0xff) || big
                ? Optional.of(StandardCharsets.UTF_16BE)
                : Optional.empty();
    }

    private static void refuseTar(Path file, InputStream in) throws IOException {
        in.mark(TAR_HEADER);
        String header = new String(in.readNBytes(TAR_HEADER), StandardCharsets.ISO_8859_1);
        in.reset();
        if (header.startsWith("ustar", TAR_MAGIC)) {
            throw new InvalidDocumentException(file + ": a tar archive: unpack it, and name the files in it");
        }
    }

    private static byte[] first(InputStream in) throws IOException {
        in.mark(FIRST);
        byte[] first = in.readNBytes(FIRST);
        in.reset();
        return first;
    }
}
