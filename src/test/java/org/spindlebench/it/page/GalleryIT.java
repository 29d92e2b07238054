package org.spindlebench.it.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.awt.image.BufferedImage;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.it.BesideClusters;
import org.spindlebench.it.cluster.ProcessCluster;

/**
 * Checks that {@code docs/report.md} has each chart of the HTML report of the records in {@code
 * docs/examples/paced-devices}, and README.md the first screen of another. {@code -Dspindle.gallery=write} draws them anew.
 */
@BesideClusters
class GalleryIT {
    private static final Path DOCS = ProcessCluster.projectRoot().resolve("docs");
    private static final Path EXAMPLE = DOCS.resolve("examples/paced-devices");

    private static final boolean WRITES = "write".equals(System.getProperty("spindle.gallery"));

    @RegisterExtension
    private static final BrowserTab BROWSER = new BrowserTab();

    @TempDir
    private Path directory;

    @Test
    void everyPictureOfTheExampleIsInTheGallery() throws Exception {
        ReportedPage page = example();
        page.assertDrawn();
        List<String> pictures = page.pictures();
        if (WRITES) {
            for (String picture : pictures) {
                Files.createDirectories(DOCS.resolve("gallery"));
                Files.writeString(
                        DOCS.resolve("gallery/" + picture + ".svg"),
                        page.evaluate("spindle.pictures.find(picture => picture.id === '" + picture + "').view.toSVG()")
                                .asText());
            }
        }
        assertThat(drawings()).containsExactlyInAnyOrderElementsOf(pictures);
        assertThat(Files.readString(DOCS.resolve("report.md")))
                .contains(pictures.stream()
                        .map(picture -> "(gallery/" + picture + ".svg)")
                        .toArray(String[]::new));
    }

    @Test
    void theReadmeShowsTheFirstScreenOfItsExample() throws Exception {
        PricedReport report = PricedReport.of(
                directory, DOCS.resolve("examples/invented.csv"), "cloudera-2014", "--baseline", "hdd-11");
        ReportedPage.open(report.page(), BROWSER.tab());
        Path drawn = directory.resolve("first-screen.png");
        BROWSER.tab().screenshot(drawn, "first");
        Path kept = DOCS.resolve("gallery/first-screen.png");
        if (WRITES) {
            Files.copy(drawn, kept, StandardCopyOption.REPLACE_EXISTING);
        }
        BufferedImage seen = ImageIO.read(drawn.toFile());
        BufferedImage shown = ImageIO.read(kept.toFile());
        assertThat(shown.getWidth()).isEqualTo(seen.getWidth());
        assertThat(shown.getHeight()).as("other fonts change it a little").isCloseTo(seen.getHeight(), within(100));
        assertThat(Files.readString(DOCS.resolveSibling("README.md"))).contains("(docs/gallery/first-screen.png)");
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
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".svg"))
                    .map(name -> name.replace(".svg", ""))
                    .toList();
        }
    }
}
