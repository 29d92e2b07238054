package org.spindlebench.analysis.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.analysis.report.page.HtmlFileWriter.Resource;

/** Checks the colours of the HTML report, read from its own files, as people with different colour vision see them. */
class PaletteTest {
    /**
     * The least distance between two colours of a palette, in CIELAB's units. Side by side a difference of 2.3 is just
     * noticed (Mahy, Van Eycken and Oosterlinck, Color Research and Application 19(2), 1994). Readers compare a bar or
     * a point with a small key elsewhere in the report, so the test asks for four times as much.
     */
    private static final double APART = 10;

    /** The least contrast of normal text with its background (WCAG 2.1, 1.4.3). */
    private static final double LEGIBLE = 4.5;

    private static final Pattern COLOUR = Pattern.compile("#[0-9a-f]{6}");

    /**
     * Linear sRGB as seen without one kind of cones: Machado, Oliveira and Fernandes, "A Physiologically-based Model
     * for Simulation of Color Vision Deficiency", IEEE Transactions on Visualization and Computer Graphics 15(6), 2009,
     * severity 1.0.
     */
    private static final Map<String, double[]> VISIONS = Map.of(
            "all cones",
            new double[] {1, 0, 0, 0, 1, 0, 0, 0, 1},
            "protanopia",
            new double[] {0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998},
            "deuteranopia",
            new double[] {0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881},
            "tritanopia",
            new double[] {1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900});

    private static double[] times(double[] matrix, double[] vector) {
        return IntStream.range(0, 3)
                .mapToDouble(row -> IntStream.range(0, 3)
                        .mapToDouble(at -> matrix[3 * row + at] * vector[at])
                        .sum())
                .toArray();
    }

    /** Returns a colour from 0 to 1 without sRGB's transfer function (IEC 61966-2-1). */
    private static double[] linear(String colour) {
        return IntStream.of(1, 3, 5)
                .mapToDouble(at -> Integer.parseInt(colour.substring(at, at + 2), 16) / 255.0)
                .map(value -> value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4))
                .toArray();
    }

    /** Converts to CIE 1976 L*a*b* under D65. */
    private static double[] lab(double[] linear) {
        double[] bounded = Arrays.stream(linear)
                .map(value -> Math.min(1, Math.max(0, value)))
                .toArray();
        double[] xyz = times(
                new double[] {
                    0.4124564, 0.3575761, 0.1804375, 0.2126729, 0.7151522, 0.0721750, 0.0193339, 0.1191920, 0.9503041
                },
                bounded);
        double x = root(xyz[0] / 0.95047);
        double y = root(xyz[1]);
        double z = root(xyz[2] / 1.08883);
        return new double[] {116 * y - 16, 500 * (x - y), 200 * (y - z)};
    }

    private static double root(double value) {
        return value > 216.0 / 24389 ? Math.cbrt(value) : (24389.0 / 27 * value + 16) / 116;
    }

    /** Returns the difference of two colours according to CIE 1976. */
    private static double difference(String one, String other, String vision) {
        double[] a = lab(times(VISIONS.get(vision), linear(one)));
        double[] b = lab(times(VISIONS.get(vision), linear(other)));
        return Math.sqrt(IntStream.range(0, 3)
                .mapToDouble(at -> (a[at] - b[at]) * (a[at] - b[at]))
                .sum());
    }

    private static double contrast(String one, String other) {
        double a = luminance(one) + 0.05;
        double b = luminance(other) + 0.05;
        return Math.max(a, b) / Math.min(a, b);
    }

    private static double luminance(String colour) {
        double[] linear = linear(colour);
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
    }

    private static List<String> colours(String text) {
        return COLOUR.matcher(text).results().map(found -> found.group()).toList();
    }

    private static String between(String text, String begin, String end) {
        int from = text.indexOf(begin);
        assertThat(from).as(begin).isNotNegative();
        return text.substring(from, text.indexOf(end, from));
    }

    private static void assertApart(String of, List<String> palette) {
        for (String vision : VISIONS.keySet()) {
            for (String one : palette) {
                for (String other : palette.subList(0, palette.indexOf(one))) {
                    assertThat(difference(one, other, vision))
                            .as("%s: %s and %s with %s", of, one, other, vision)
                            .isGreaterThanOrEqualTo(APART);
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"#ffffff, #000000, 100", "#ff0000, #00ff00, 170.6", "#777777, #777777, 0"})
    void differences_are_those_of_cielab(String one, String other, double expected) {
        assertThat(difference(one, other, "all cones")).isCloseTo(expected, within(0.1));
    }

    @Test
    void red_and_green_of_one_lightness_are_told_apart_by_those_who_have_all_cones_only() {
        assertThat(difference("#b05050", "#607a30", "all cones")).isGreaterThan(40);
        assertThat(difference("#b05050", "#607a30", "deuteranopia")).isLessThan(20);
    }

    @Test
    void setups_have_eight_colours_that_everybody_tells_apart() {
        List<String> palette = colours(between(Resource.text("picture.js"), "const COLOURS", ";"));
        assertThat(palette).hasSize(8).doesNotHaveDuplicates();
        assertApart("setups", palette);
    }

    @Test
    void so_have_pictures_with_colours_of_their_own() throws IOException, URISyntaxException {
        Map<String, List<String>> palettes = new LinkedHashMap<>();
        for (String picture : pictures()) {
            for (JsonNode range : Resource.json(picture).findValues("range")) {
                List<String> palette = colours(range.toString());
                if (!palette.isEmpty()) {
                    palettes.put(picture + range, palette);
                    // If a colour occurs twice, dashes distinguish the two lines.
                    assertApart(picture, new ArrayList<>(new LinkedHashSet<>(palette)));
                    assertThat(new LinkedHashSet<>(palette).size() == palette.size()
                                    || Resource.text(picture).contains("strokeDash"))
                            .as(picture)
                            .isTrue();
                }
            }
        }
        assertThat(palettes).hasSizeGreaterThanOrEqualTo(4);
    }

    private static List<String> pictures() throws IOException, URISyntaxException {
        Path one = Path.of(Objects.requireNonNull(HtmlFileWriter.class.getResource("pictures/runs.json"))
                .toURI());
        try (Stream<Path> files = Files.list(one.getParent())) {
            return files.map(file -> "pictures/" + file.getFileName()).sorted().toList();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ink", "quiet", "link", "green", "amber", "red"})
    void text_is_legible_on_both_grounds(String name) {
        String css = Resource.text("page.css");
        String colour = variable(css, name);
        for (String ground : List.of("ground", "tint")) {
            assertThat(contrast(colour, variable(css, ground)))
                    .as("%s on %s", name, ground)
                    .isGreaterThanOrEqualTo(LEGIBLE);
        }
    }

    private static String variable(String css, String name) {
        Matcher matcher = Pattern.compile("--" + name + ": (#[0-9a-f]{6})").matcher(css);
        assertThat(matcher.find()).as(name).isTrue();
        return matcher.group(1);
    }

    @Test
    void text_in_pictures_is_legible() throws IOException, URISyntaxException {
        Set<String> found = new LinkedHashSet<>();
        for (String picture : pictures()) {
            for (JsonNode mark : Resource.json(picture).findValues("mark")) {
                if (mark.path("type").asText().equals("text") && !mark.has("stroke")) {
                    String colour = mark.path("color").asText(mark.path("fill").asText("#000000"));
                    assertThat(contrast(colour, "#ffffff"))
                            .as("%s: %s", picture, mark)
                            .isGreaterThanOrEqualTo(LEGIBLE);
                    found.add(colour);
                }
            }
        }
        assertThat(found).hasSizeGreaterThanOrEqualTo(2);
    }

    @Test
    void lights_have_shapes_besides_colours() {
        assertThat(FirstScreen.MARKS.values()).hasSize(3).doesNotHaveDuplicates();
    }
}
