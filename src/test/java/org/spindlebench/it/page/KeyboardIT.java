package org.spindlebench.it.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.it.BesideClusters;
import org.spindlebench.it.cluster.Await;

/** Uses the HTML report without a mouse: the tests only press keys. */
@BesideClusters
class KeyboardIT {
    private static final int FAR = 600;

    private static final String STOPS =
            "[...document.querySelectorAll('a[href], button, input, summary, [tabindex=\"0\"]')]"
                    + ".filter(part => part.checkVisibility({visibilityProperty: true}))";
    private static final String ACTIVE = "(part => ({"
            + " at: window.stops.indexOf(part),"
            + " what: part.tagName + ' ' + part.className + ' ' + part.textContent.slice(0, 40),"
            + " outline: getComputedStyle(part).outlineStyle === 'none' ? 0 : parseFloat(getComputedStyle(part).outlineWidth),"
            + " seen: (box => box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth)(part.getBoundingClientRect()),"
            + " covered: !part.closest('#filters') && (bar => box => box.top >= bar.top && box.bottom <= bar.bottom)("
            + "   document.getElementById('filters').getBoundingClientRect())(part.getBoundingClientRect())"
            + "}))(document.activeElement)";

    @TempDir
    private static Path shared;

    @RegisterExtension
    private static final BrowserTab BROWSER = new BrowserTab();

    private static Path page;

    @TempDir
    private Path directory;

    private Tab tab;

    @BeforeAll
    static void report() throws Exception {
        page = PricedReport.of(shared, PricedReport.results(shared, PricedReport.list("template")), "template")
                .page();
    }

    @BeforeEach
    void open() throws Exception {
        tab = BROWSER.tab();
        tab.open(page, "#setup=hybrid&setup=ssd-4");
        tab.evaluate("spindle.all().then(() => true)");
        tab.evaluate("(window.stops = " + STOPS + ").length");
    }

    @Test
    void theFirstStopSkipsToThePicturesAndKeepsTheAddress() throws Exception {
        tab.press("Tab");
        assertThat(is(".skip")).isTrue();
        assertThat(tab.evaluate(ACTIVE).get("seen").asBoolean()).isTrue();
        tab.press("Enter");
        assertThat(is("#pictures")).isTrue();
        assertThat(address()).isEqualTo("#setup=hybrid&setup=ssd-4");
        tab.press("Tab");
        assertThat(is(".chart summary")).isTrue();
    }

    @Test
    void everyControlIsAStopInTheOrderOfThePageAndIsSeen() throws Exception {
        int count = tab.evaluate("window.stops.length").asInt();
        assertThat(count).isBetween(50, FAR);
        for (int at = 0; at < count; at++) {
            tab.press("Tab");
            assertSeen(tab.evaluate(ACTIVE), at);
        }
        for (int at = count - 2; at > count - 12; at--) {
            tab.press("Tab", Tab.Modifier.SHIFT);
            assertSeen(tab.evaluate(ACTIVE), at);
        }
    }

    private static void assertSeen(JsonNode active, int at) {
        String what = at + ": " + active;
        assertThat(active.get("at").asInt()).as(what).isEqualTo(at);
        assertThat(active.get("outline").asDouble()).as(what).isGreaterThanOrEqualTo(2);
        assertThat(active.get("seen").asBoolean()).as(what).isTrue();
        assertThat(active.get("covered").asBoolean()).as(what).isFalse();
    }

    @Test
    void aFilterIsOpenedChangedAndLeft() throws Exception {
        String menu = "#filters [data-filter=job]";
        tabTo(menu + " summary");
        tab.press("Enter");
        assertThat(isOpen(menu)).isTrue();
        tab.press("Tab");
        assertThat(is(menu + " input[type=checkbox]")).isTrue();
        tab.press("Space");
        assertThat(address()).startsWith("#setup=hybrid&setup=ssd-4&job=");
        tab.press("Escape");
        assertThat(isOpen(menu)).isFalse();
        assertThat(is(menu + " summary")).isTrue();

        tab.press("Space");
        assertThat(isOpen(menu)).isTrue();
        tab.press("Tab", Tab.Modifier.SHIFT);
        assertThat(isOpen(menu)).as("open behind one who has left it").isFalse();
        tabTo("#filters > button");
        tab.press("Enter");
        assertThat(address()).isEmpty();
    }

    @Test
    void aTableIsOpenedSortedScrolledAndSaved() throws Exception {
        tab.evaluate("document.querySelector('#filters > button').scrollIntoView()");
        tabTo("#filters > button");
        tab.press("Space");
        String opener = "#show-years .actions button";
        tabTo(opener);
        tab.press("Enter");
        assertThat(tab.evaluate("document.querySelector('" + opener + "').getAttribute('aria-expanded')")
                        .asText())
                .isEqualTo("true");

        tabTo("#show-years .actions button:nth-child(2)");
        tab.send(
                "Browser.setDownloadBehavior",
                Chromium.object().put("behavior", "allow").put("downloadPath", directory.toString()));
        tab.press("Space");
        Path file = directory.resolve("years.csv");
        assertThat(Await.within(Duration.ofSeconds(20), () -> Files.exists(file) && Files.size(file) > 0))
                .isTrue();

        tabTo("#show-years .scroll");
        assertThat(tab.evaluate("document.activeElement.getAttribute('role') + ' '"
                                + " + document.activeElement.getAttribute('aria-label')")
                        .asText())
                .isEqualTo("region Cost of a job over years of use");
        for (int step = 0; step < 5; step++) {
            tab.press("ArrowDown");
        }
        assertThat(Await.within(
                        Duration.ofSeconds(5),
                        () -> tab.evaluate("document.activeElement.scrollTop").asDouble() > 0))
                .as("scrolled")
                .isTrue();

        String heads = "table[data-table=years] thead ";
        tabTo(heads + "button");
        for (String order : List.of("ascending", "descending")) {
            tab.press("Enter");
            assertThat(tab.evaluate("document.activeElement.closest('th').getAttribute('aria-sort')")
                            .asText())
                    .isEqualTo(order);
        }
    }

    @Test
    void aPriceIsChangedAndRestored() throws Exception {
        String costs = "document.querySelector('[data-table=job-prices] tbody').textContent";
        String listed = tab.evaluate(costs).asText();
        tabTo("[data-price=\"devices.ssd.price\"]");
        tab.press("a", Tab.Modifier.CONTROL);
        tab.press("7");
        tab.press("5");
        assertThat(address()).contains("price.devices.ssd.price=75");
        assertThat(tab.evaluate(costs).asText()).isNotEqualTo(listed);
        tabTo("#list-prices");
        tab.press("Enter");
        assertThat(tab.evaluate(costs).asText()).isEqualTo(listed);
        assertThat(is("#list-prices")).isTrue();
    }

    private void tabTo(String selector) throws IOException, InterruptedException {
        for (int step = 0; step < FAR; step++) {
            if (is(selector)) {
                return;
            }
            tab.press("Tab");
        }
        throw new AssertionError("no key leads to " + selector);
    }

    private boolean is(String selector) throws IOException, InterruptedException {
        return tab.evaluate("document.activeElement.matches('" + selector + "')")
                .asBoolean();
    }

    private boolean isOpen(String selector) throws IOException, InterruptedException {
        return tab.evaluate("document.querySelector('" + selector + "').open").asBoolean();
    }

    private String address() throws IOException, InterruptedException {
        return tab.evaluate("location.hash").asText();
    }
}
