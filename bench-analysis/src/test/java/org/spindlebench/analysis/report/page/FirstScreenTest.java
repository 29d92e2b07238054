package org.spindlebench.analysis.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.compare.Measured;
import org.spindlebench.analysis.report.Reports;

/** What an HTML report says before its first script. */
class FirstScreenTest {
    @TempDir
    private Path directory;

    @Test
    void theAnswerNeedsNoScript() throws IOException {
        String screen =
                screen(new Measured().runs("terasort", "hdd", 12, 12.1, 11.9).runs("terasort", "ssd", 6, 6.1, 5.9));
        assertThat(screen)
                .contains("<title>Spindle: How fast is ssd against hdd? (not finished)</title>")
                .contains("<h1><bdi>terasort: ssd is faster than hdd: 2.0")
                .contains("<bdi>terasort</bdi>")
                .contains("<path d=\"M-3.5,-4.5L5,0L-3.5,4.5Z\"/>")
                .contains("class=\"interval\"")
                .contains("How far to trust it: ")
                .contains("Each comparison in a sentence")
                .doesNotContain("style=", "<!--", "null");
    }

    @Test
    void severalContendersHaveAPanelEach() throws IOException {
        String screen = screen(new Measured()
                .runs("terasort", "hdd", 12, 12.1, 11.9)
                .runs("terasort", "ssd", 6, 6.1, 5.9)
                .runs("terasort", "nvme", 4, 4.1, 3.9));
        assertThat(screen).contains("class=\"dots several\"", "colspan=\"3\"><bdi>nvme</bdi>", "<bdi>ssd</bdi>");
    }

    @Test
    void oneSetupHasItsDurationsAndEachRun() throws IOException {
        String screen = screen(new Measured().runs("terasort", "hdd", 12, 12.1, 11.9));
        assertThat(screen).contains(">duration</th>", "class=\"measured\"", "| one run");
        assertThat(screen.split("class=\"run\"", -1)).hasSize(4);
    }

    /** Names from outside are text, whatever they look like. */
    @Test
    void noNameBecomesHtml() throws IOException {
        String name = "</title><img src=x onerror=alert(1)>\"&";
        String screen =
                screen(new Measured().runs(name, "hdd " + name, 12, 12.1, 11.9).runs(name, "ssd " + name, 6, 6.1, 5.9));
        assertThat(screen).doesNotContain("<img").contains("&lt;img src=x onerror=alert(1)&gt;&quot;&amp;");
    }

    @Test
    void aNameFromRightToLeftIsIsolatedWithinASentence() {
        String turned = "\u05d0\u05d1";
        assertThat(new Html(List.of(turned, "ssd")).isolated(turned + " is faster"))
                .isEqualTo("<bdi><bdi>" + turned + "</bdi><bdi> is faster</bdi></bdi>");
        assertThat(new Html(List.of("ssd")).isolated("ssd is faster")).isEqualTo("<bdi>ssd is faster</bdi>");
    }

    private String screen(Measured runs) throws IOException {
        Reports.write(directory, runs.findings());
        String page = Files.readString(directory.resolve("report.html"));
        String styled = page.substring(0, page.indexOf("<style>")) + page.substring(page.indexOf("</style>"));
        return styled.substring(0, styled.indexOf("<script"));
    }
}
