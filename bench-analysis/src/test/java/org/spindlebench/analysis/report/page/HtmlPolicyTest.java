package org.spindlebench.analysis.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.compare.Measured;
import org.spindlebench.analysis.report.Reports;
import org.spindlebench.analysis.report.page.HtmlFileWriter.Resource;

/** Checks what the Content Security Policy of a page permits a browser to do. */
class HtmlPolicyTest {
    private static final Pattern POLICY =
            Pattern.compile("http-equiv=\"Content-Security-Policy\" content=\"([^\"]*)\"");
    private static final Pattern CODE = Pattern.compile("(?s)<script>(.*?)</script>");

    @TempDir
    Path directory;

    private String page() throws IOException {
        Reports.write(
                directory,
                new Measured()
                        .runs("terasort", "hdd", 12, 11, 10)
                        .runs("terasort", "ssd", 6, 5, 7)
                        .findings());
        return Files.readString(directory.resolve("report.html"));
    }

    private static Map<String, List<String>> policy(String html) {
        Matcher policy = POLICY.matcher(html);
        assertThat(policy.find()).isTrue();
        Map<String, List<String>> directives = new TreeMap<>();
        for (String directive : policy.group(1).split("; ")) {
            List<String> words = Arrays.asList(directive.split(" "));
            directives.put(words.get(0), words.subList(1, words.size()));
        }
        return directives;
    }

    @Test
    void only_the_pages_own_scripts_may_run() throws IOException {
        String html = page();
        List<String> own =
                CODE.matcher(html).results().map(code -> hash(code.group(1))).toList();
        assertThat(own).hasSize(4);
        assertThat(policy(html).get("script-src")).containsExactlyElementsOf(own);
    }

    @Test
    void nothing_is_loaded_or_sent_and_no_address_is_changed() throws IOException {
        Map<String, List<String>> policy = policy(page());
        assertThat(policy)
                .containsOnlyKeys("base-uri", "default-src", "form-action", "img-src", "script-src", "style-src")
                .containsEntry("default-src", List.of("'none'"))
                .containsEntry("form-action", List.of("'none'"))
                .containsEntry("base-uri", List.of("'none'"))
                .containsEntry("img-src", List.of("data:", "blob:"))
                .containsEntry("style-src", List.of(hash(Resource.text("page.css"))));
    }

    @Test
    void no_element_has_a_style_of_its_own() throws IOException {
        String html = page();
        int end = html.indexOf("<script");
        assertThat(html.substring(0, end)).contains("<body").doesNotContain(" style=");
        assertThat(html.substring(html.indexOf("<style>") + 7, html.indexOf("</style>")))
                .isEqualTo(Resource.text("page.css"));
    }

    private static String hash(String script) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
