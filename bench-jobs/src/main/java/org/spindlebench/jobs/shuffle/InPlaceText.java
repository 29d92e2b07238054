package org.spindlebench.jobs.shuffle;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.apache.hadoop.io.Text;

/** A Text that is written where it keeps its bytes: {@link Text#set} would copy every record once more. */
final class InPlaceText {
    /** A Text takes a length from outside only with bytes that it reads; these leave it as it is. */
    private static final class WhatIsThere extends InputStream {
        @Override
        public int read() {
            throw new UnsupportedOperationException("a Text reads all its bytes at once");
        }

        @Override
        public int read(byte[] bytes, int from, int length) {
            return length;
        }
    }

    private final DataInputStream whatIsThere = new DataInputStream(new WhatIsThere());
    private final Text text = new Text();
    private final byte[] bytes;

    /** @param room the most bytes it will have */
    InPlaceText(int room) {
        text.set(new byte[room]);
        bytes = text.getBytes();
    }

    /** Where to write. */
    byte[] bytes() {
        return bytes;
    }

    /** Makes the first bytes the text. */
    void setLength(int length) {
        try {
            text.readWithKnownLength(whatIsThere, length);
        } catch (IOException e) {
            throw new UncheckedIOException("nothing is read", e);
        }
    }

    Text text() {
        return text;
    }
}
