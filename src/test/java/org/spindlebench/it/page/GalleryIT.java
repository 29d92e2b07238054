package org.spindlebench.it.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.it.cluster.ProcessCluster;

/**
 * The pictures of {@code docs/gallery.md}, as the page draws them of the records in {@code docs/examples/paced-devices}. With {@code -Dspindle.gallery=write} they are drawn anew;
 * else it is only seen that there is one of each.
 */
@BesideClusters
class GalleryIT {
    private static final Path DOCS = ProcessCluster.projectRoot().resolve("docs");
    private static final Path EXAMPLE = DOCS.resolve("examples/paced-devices");

    @RegisterExtension
    private static final BrowserTab BROWSER = new BrowserTab();

    @TempDir
    private Path directory;

    @Test
    void everyPictureOfTheExampleIsInTheGallery() throws Exception {
        ReportedPage page = example();
        page.assertDrawn();
        List<String> pictures = page.pictures();
        if ("write".equals(System.getProperty("spindle.gallery"))) {
            for (String picture : pictures) {
                Files.createDirectories(DOCS.resolve("gallery"));
                Files.writeString(
                        DOCS.resolve("gallery/" + picture + ".svg"),
                        page.evaluate("spindle.pictures.find(picture => picture.id === '" + picture + "').view.toSVG()")
                                .asText());
            }
        }
        assertThat(drawings()).containsExactlyInAnyOrderElementsOf(pictures);
        assertThat(Files.readString(DOCS.resolve("gallery.md")))
                .contains(pictures.stream()
                        .map(picture -> "(gallery/" + picture + ".svg)")
                        .toArray(String[]::new));
    }

    @Test
    void theExampleIsPrintedOnAHandfulOfSheets() throws Exception {
        ReportedPage page = example();
        BROWSER.tab().print(directory.resolve("page.pdf"));
        assertThat(page.pictures())
                .allSatisfy(
                        picture -> assertThat(page.marks(picture)).as(picture).isPositive());
        String pdf = Files.readString(directory.resolve("page.pdf"), StandardCharsets.ISO_8859_1);
        long sheets =
                Pattern.compile("/Type /Page\\b(?!s)").matcher(pdf).results().count();
        assertThat(sheets).isBetween((long) page.pictures().size() / 2, 40L);
    }

    /** The page of all runs. */
    private ReportedPage example() throws Exception {
        PricedReport report = PricedReport.of(
                directory,
                EXAMPLE.resolve("records"),
                EXAMPLE.resolve("prices.yaml").toString());
        return ReportedPage.open(report.page(), BROWSER.tab());
    }

    private static List<String> drawings() throws Exception {
        try (Stream<Path> files = Files.list(DOCS.resolve("gallery"))) {
            return files.map(file -> file.getFileName().toString().replace(".svg", ""))
                    .toList();
        }
    }
}
