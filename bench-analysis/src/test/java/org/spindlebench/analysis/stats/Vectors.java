package org.spindlebench.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;

/** Reads the values of other programs from the test resources; {@code vectors.R} there makes those of R. */
final class Vectors {
    static final Sample A = Sample.of(412.1, 405.7, 418.9, 409.3, 431.6);
    static final Sample FASTER_A = Sample.of(251.4, 247.9, 255, 249.6, 262.3);
    static final Sample B = Sample.of(100.2, 103.5, 98.7, 101.1, 104.9);
    static final Sample CLOSE_B = Sample.of(99.0, 101.8, 97.4, 102.6, 96.3);

    private Vectors() {}

    static List<Row> rows(String file) {
        List<String> lines = lines(file);
        String[] names = lines.get(0).split(",", -1);
        return lines.stream()
                .skip(1)
                .map(line -> new Row(names, line.split(",", -1)))
                .toList();
    }

    /** Returns the numbers of a file with one number a line, without its comments. */
    static Sample numbers(String file) {
        return Sample.of(lines(file).stream()
                .filter(line -> !line.startsWith("#"))
                .map(Double::valueOf)
                .toList());
    }

    static SamplePair pair(Sample baseline, Sample contender) {
        return new SamplePair(baseline, contender);
    }

    static Offset<Double> relative(double value, double precision) {
        return Offset.offset(Math.abs(value) * precision);
    }

    static void assertClose(double actual, double expected, double precision) {
        assertThat(actual).isCloseTo(expected, relative(expected, precision));
    }

    private static List<String> lines(String file) {
        try (InputStream in = Vectors.class.getResourceAsStream(file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A line of a table, whose values are found by the names of their columns. */
    static final class Row {
        private final Map<String, String> cells = new HashMap<>();

        private Row(String[] names, String[] values) {
            assertThat(values).hasSameSizeAs(names);
            for (int i = 0; i < names.length; i++) {
                cells.put(names[i], values[i]);
            }
        }

        double number(String column) {
            return Double.parseDouble(cells.get(column));
        }

        boolean has(String column) {
            return !cells.get(column).isEmpty();
        }

        Sample cell(String column) {
            return Sample.of(Arrays.stream(cells.get(column).split(" "))
                    .map(Double::valueOf)
                    .toList());
        }

        SamplePair pair() {
            return new SamplePair(cell("x"), cell("y"));
        }

        @Override
        public String toString() {
            return cells.toString();
        }
    }
}
