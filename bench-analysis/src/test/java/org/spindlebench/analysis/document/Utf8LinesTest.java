package org.spindlebench.analysis.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Utf8LinesTest {
    private static final String ALPHABET = "a\n\r b\u00e9\ud83d\ude00";

    @Test
    void lines_are_those_of_the_jdk_wherever_the_bytes_are_cut() throws IOException {
        Random random = new Random(3);
        for (int round = 0; round < 3_000; round++) {
            StringBuilder text = new StringBuilder("x");
            for (int i = random.nextInt(20); i > 0; i--) {
                text.appendCodePoint(ALPHABET.codePointAt(ALPHABET.offsetByCodePoints(0, random.nextInt(7))));
            }
            assertThat(lines(dribbling(text.toString(), random), 1_000))
                    .as(text.toString().replace("\n", "\\n").replace("\r", "\\r"))
                    .isEqualTo(new BufferedReader(new StringReader(text.toString()))
                            .lines()
                            .toList());
        }
    }

    @Test
    void lines_longer_than_what_is_read_at_once_are_whole() throws IOException {
        String line = "0123456789".repeat(30_000);
        assertThat(lines(bytes(line + "\r\n" + line + "x"), 1 << 20)).containsExactly(line, line + "x");
    }

    @Test
    void a_line_that_is_too_long_or_no_text_is_passed_over() throws IOException {
        byte[] text = "ab\nabcdef\n\u00e9\nabcd\n".getBytes(StandardCharsets.ISO_8859_1);
        try (Utf8Lines lines = new Utf8Lines(new ByteArrayInputStream(text), "some.txt", 4)) {
            assertThat(lines.advance()).isTrue();
            assertThat(lines.problem()).isEmpty();
            assertThat(lines.advance()).isTrue();
            assertThat(lines.problem()).contains("longer than 4 bytes");
            assertThat(lines.isBlank()).isFalse();
            assertThatThrownBy(lines::text)
                    .isInstanceOf(InvalidDocumentException.class)
                    .hasMessage("some.txt: line 2: longer than 4 bytes");
            assertThat(lines.advance()).isTrue();
            assertThat(lines.problem()).contains("not UTF-8 text");
            assertThatThrownBy(lines::text).hasMessage("some.txt: line 3: not UTF-8 text");
            assertThat(lines.advance()).isTrue();
            assertThat(lines.text()).isEqualTo("abcd");
            assertThat(lines.number()).isEqualTo(4);
            assertThat(lines.advance()).isFalse();
        }
    }

    @Test
    void a_byte_order_mark_is_no_text() throws IOException {
        assertThat(lines(bytes("\ufeffa\n\ufeffb"), 10)).containsExactly("a", "\ufeffb");
        assertThat(lines(bytes(""), 10)).isEmpty();
    }

    private static List<String> lines(InputStream in, int longest) throws IOException {
        List<String> all = new ArrayList<>();
        try (Utf8Lines lines = new Utf8Lines(in, "test", longest)) {
            while (lines.advance()) {
                all.add(lines.text());
                assertThat(lines.number()).isEqualTo(all.size());
            }
        }
        return all;
    }

    private static InputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns a stream that hands out one to three bytes at a time. */
    private static InputStream dribbling(String text, Random random) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)) {
            @Override
            public synchronized int read(byte[] into, int offset, int length) {
                return super.read(into, offset, Math.min(length, 1 + random.nextInt(3)));
            }
        };
    }
}
