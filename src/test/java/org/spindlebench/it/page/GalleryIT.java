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
 * Checks that {@code docs/gallery.md} has each chart of the HTML report of the records in {@code
 * docs/examples/paced-devices}. {@code -Dspindle.gallery=write} draws them anew.
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

    /** Opens the HTML report of all runs. */
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
