package org.spindlebench.it.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.it.BesideClusters;

/** A name in letters that are written from right to left turns only itself, and nothing next to it. */
@BesideClusters
class DirectionIT {
    /** Six Hebrew letters. */
    private static final String TURNED = "\u05d0\u05d1\u05d2\u05d3\u05d4\u05d5";

    @TempDir
    private static Path directory;

    @RegisterExtension
    private static final BrowserTab BROWSER = new BrowserTab();

    private Tab tab;

    @BeforeEach
    void open() {
        tab = BROWSER.tab();
    }

    @Test
    void theSourceOfPrices() throws Exception {
        String list = PricedReport.list("template").replaceFirst("source: .*", "source: \"" + TURNED + "\"");
        Path file = Files.writeString(directory.resolve("turned.yaml"), list);
        PricedReport report = PricedReport.of(directory, PricedReport.results(directory, list), file.toString());
        tab.open(report.page(), "");
        tab.evaluate("document.querySelector('.more-cost').open = true");
        assertThat(lefts("#first .costs", TURNED)).isSortedAccordingTo(Comparator.reverseOrder());
        assertThat(lefts("#first .costs", "Terms:")).isSorted();
        assertThat(lefts("#show-prices p.says", TURNED)).isSortedAccordingTo(Comparator.reverseOrder());
        assertThat(lefts("#show-prices p.says", "Enter your")).isSorted();
        tab.evaluate(
                "(() => { const box = document.querySelector('[data-price=\"devices.ssd.price\"]'); box.value = '3';"
                        + " box.dispatchEvent(new Event('input', {bubbles: true})); })()");
        assertThat(lefts("#first .costs", "Terms:")).isSorted();
    }

    @Test
    void theNameOfASetup() throws Exception {
        Path file = ReportedPage.renamed(
                MadeRuns.csv(directory, List.of("base", "other"), 2),
                directory.resolve("renamed"),
                Map.of("other", TURNED));
        tab.open(file, "");
        tab.evaluate("document.querySelector('#more details').open = true");
        for (String place : List.of("h1", "#more .answer li", "#first .dots thead")) {
            assertThat(lefts(place, TURNED)).as(place).isSortedAccordingTo(Comparator.reverseOrder());
        }
        assertThat(lefts("#more .answer li", "as fast as base")).isSorted();
    }

    /** Returns where the characters of a text begin on the screen. */
    private List<Double> lefts(String selector, String text) throws IOException, InterruptedException {
        List<Double> lefts = new ArrayList<>();
        tab.evaluate("(() => { const nodes = document.createTreeWalker(document.querySelector('" + selector
                        + "'), NodeFilter.SHOW_TEXT); let node; do { node = nodes.nextNode(); } while (!node.data.includes('"
                        + text + "')); const from = node.data.indexOf('" + text
                        + "'); const range = document.createRange();"
                        + " return [...'" + text + "'].map((letter, at) => { range.setStart(node, from + at);"
                        + " range.setEnd(node, from + at + 1); return range.getBoundingClientRect().left; }); })()")
                .forEach(left -> lefts.add(left.asDouble()));
        assertThat(lefts).hasSize(text.length()).doesNotHaveDuplicates();
        return lefts;
    }
}
