package org.spindlebench.analysis.document;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * Reads the lines of a UTF-8 text one at a time, with their numbers. An invalid line is reported only when its text is
 * requested, so that a reader can continue with the next line. A line that is longer than the limit takes no more
 * memory than the limit.
 *
 * <p>A line ends with {@code \n}, {@code \r\n} or {@code \r}. A leading byte order mark is skipped.
 */
public final class Utf8Lines implements Closeable {
    /** The problem of a line that is not valid text. */
    public static final String NOT_UTF8 = "not UTF-8 text";

    private static final int CHUNK = 1 << 16;
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

    private final InputStream in;
    private final String name;
    private final int longest;
    private final byte[] chunk = new byte[CHUNK];
    private int next;
    private int end;
    private boolean afterReturn;
    private byte[] line = new byte[1 << 10];
    private int length;
    private boolean tooLong;
    private long number;

    /**
     * @param in the text; {@link #close} closes it
     * @param name the text's name in messages
     * @param longest the greatest number of bytes in a line
     */
    public Utf8Lines(InputStream in, String name, int longest) {
        this.in = in;
        this.name = name;
        this.longest = longest;
    }

    /**
     * Advances to the next line.
     *
     * @return false at the end of the text
     */
    public boolean advance() throws IOException {
        length = 0;
        tooLong = false;
        if (!hasLine()) {
            return false;
        }
        number++;
        while (next < end || fill()) {
            int stop = endOfLine();
            append(next, stop);
            next = stop;
            if (next < end) {
                afterReturn = chunk[next++] == '\r';
                break;
            }
        }
        removeByteOrderMark();
        return true;
    }

    /** Returns the line's number, from 1. */
    public long number() {
        return number;
    }

    /** Checks whether the line holds only blanks and tabs. */
    public boolean isBlank() {
        for (int i = 0; i < length; i++) {
            if (line[i] != ' ' && line[i] != '\t') {
                return false;
            }
        }
        return !tooLong;
    }

    /** Returns why the line has no valid text, for readers that skip such lines; empty if it has valid text. */
    public Optional<String> problem() {
        if (tooLong) {
            return Optional.of("longer than " + longest + " bytes");
        }
        try {
            decode();
            return Optional.empty();
        } catch (CharacterCodingException e) {
            return Optional.of(NOT_UTF8);
        }
    }

    /**
     * Returns the line's text without the line end.
     *
     * @throws InvalidDocumentException if the line has a {@link #problem}
     */
    public String text() {
        try {
            if (!tooLong) {
                return decode();
            }
        } catch (CharacterCodingException e) {
            throw new InvalidDocumentException(name + ": line " + number + ": " + NOT_UTF8, e);
        }
        throw new InvalidDocumentException(
                name + ": line " + number + ": " + problem().orElseThrow());
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    // Skips the second half of the previous line's end, which may be in a later chunk than the first half.
    private boolean hasLine() throws IOException {
        if (next == end && !fill()) {
            return false;
        }
        if (afterReturn && chunk[next] == '\n') {
            next++;
        }
        afterReturn = false;
        return next < end || fill();
    }

    private boolean fill() throws IOException {
        next = 0;
        end = Math.max(0, in.read(chunk));
        return end > 0;
    }

    private int endOfLine() {
        int at = next;
        while (at < end && chunk[at] != '\n' && chunk[at] != '\r') {
            at++;
        }
        return at;
    }

    private void append(int from, int to) {
        int more = to - from;
        if (tooLong || length + more > longest) {
            tooLong = true;
            length = 0;
            return;
        }
        if (length + more > line.length) {
            line = Arrays.copyOf(line, Math.max(length + more, Math.min(longest, 2 * line.length)));
        }
        System.arraycopy(chunk, from, line, length, more);
        length += more;
    }

    private void removeByteOrderMark() {
        int mark = BYTE_ORDER_MARK.length;
        if (number == 1 && length >= mark && Arrays.equals(line, 0, mark, BYTE_ORDER_MARK, 0, mark)) {
            length -= mark;
            System.arraycopy(line, mark, line, 0, length);
        }
    }

    private String decode() throws CharacterCodingException {
        return isAscii()
                ? new String(line, 0, length, StandardCharsets.ISO_8859_1)
                : StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(line, 0, length))
                        .toString();
    }

    private boolean isAscii() {
        for (int i = 0; i < length; i++) {
            if (line[i] < 0) {
                return false;
            }
        }
        return true;
    }
}
