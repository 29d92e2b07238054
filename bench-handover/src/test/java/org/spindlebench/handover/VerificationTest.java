package org.spindlebench.handover;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Alters bundles, as a forger would, and sees that {@code verify} notices. */
class VerificationTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Each verification takes a tenth of a second, so that not every kind of number of a long document is altered. */
    private static final int MOST_KINDS = 15;

    @TempDir
    Path directory;

    private Path bundle;

    @BeforeEach
    void makeBundle() throws Exception {
        Path campaign = SmallCampaign.copy(directory.resolve("campaign"), "001", "003");
        bundle = SmallCampaign.staged(campaign, directory.resolve("bundle"));
    }

    @Test
    void anUntouchedBundleIsIntact() throws IOException {
        assertThat(SmallCampaign.alterations(bundle)).isEmpty();
    }

    @Test
    void aBundleOfAllRunsIsIntactAndItsRulesAreJudged() throws Exception {
        String[] runs = IntStream.rangeClosed(1, 45)
                .mapToObj(run -> String.format(Locale.ROOT, "%03d", run))
                .toArray(String[]::new);
        Path campaign = SmallCampaign.copy(directory.resolve("all"), runs);
        Path whole = SmallCampaign.staged(campaign, directory.resolve("whole"));
        Session session = new Session(directory);

        assertThat(session.run("verify", whole.toString())).as(session.out()).isZero();

        assertThat(session.out())
                .contains("45 records", "Intact:", "held    No two runs overlapped.")
                .contains("held    Every planned run has exactly one record")
                .contains("held    Every check of every counted run's data has passed.")
                .contains("Duration of each cell", "dfs.replication = 1");
    }

    @Test
    void aCampaignThatLacksRunsIsIntactButNotPublishable() {
        Session session = new Session(directory);

        assertThat(session.run("verify", bundle.toString())).isZero();
        assertThat(session.run("verify", bundle.toString(), "--publishable")).isEqualTo(1);
        assertThat(session.out())
                .contains("broken  Every planned run has exactly one record")
                .contains("no record of 002-dfsio-read", "and 38 more")
                .contains("broken  Each cell has two unchanged valid runs in a row.");
    }

    /** Returns the place of a digit of the first number of each kind: of the last one, and in texts of the first one. */
    private static Map<String, Integer> digits(String json, boolean inTexts) throws IOException {
        Map<String, Integer> places = new LinkedHashMap<>();
        try (JsonParser parser = new JsonFactory().createParser(json)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                boolean number = token.isNumeric();
                boolean text = inTexts && token == JsonToken.VALUE_STRING;
                String kind =
                        parser.getParsingContext().pathAsPointer().toString().replaceAll("/\\d+(?=/|$)", "/*");
                int from = (int) parser.currentTokenLocation().getCharOffset();
                int digit = number ? from + parser.getText().length() - 1 : firstDigit(json, from);
                if (number || (text && digit > 0)) {
                    places.putIfAbsent(kind, digit);
                }
            }
        }
        return places;
    }

    /** Returns the place of the first digit of a text; -1 if it has none. */
    private static int firstDigit(String json, int from) {
        for (int at = from + 1; at < json.length() && json.charAt(at) != '"'; at++) {
            if (Character.isDigit(json.charAt(at))) {
                return at;
            }
        }
        return -1;
    }

    private static String altered(String text, int place) {
        char digit = text.charAt(place) == '9' ? '1' : (char) (text.charAt(place) + 1);
        return text.substring(0, place) + digit + text.substring(place + 1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                SmallCampaign.DFSIO,
                SmallCampaign.TERASORT,
                "plan.json",
                "report.json",
                "bundle.json",
                "setups/mixed/environment.json"
            })
    void oneAlteredDigitOfAnyNumberIsFoundByItsDigest(String entry) throws IOException {
        Path file = bundle.resolve(entry);
        String before = Files.readString(file);
        Map<String, Integer> digits = digits(before, true);
        assertThat(digits).isNotEmpty();
        int step = Math.max(1, digits.size() / MOST_KINDS);
        List<Integer> places = List.copyOf(digits.values());
        for (int kind = 0; kind < places.size(); kind += step) {
            Files.writeString(file, altered(before, places.get(kind)));
            if (!entry.equals("bundle.json")) {
                assertThat(SmallCampaign.alterations(bundle))
                        .contains(entry + " has another SHA-256 than digests.txt lists");
            }
        }
        Files.writeString(file, before);
        assertThat(SmallCampaign.alterations(bundle)).isEmpty();
    }

    @Test
    void anAlteredNumberOfTheReportIsFoundAlthoughAllDigestsAreMadeAnew() throws IOException {
        String before = Files.readString(bundle.resolve("report.json"));
        int place = digits(before, false).get("/cells/*/mean");
        Files.writeString(bundle.resolve("report.json"), altered(before, place));
        BundleInfo.writeDigests(bundle);

        assertThat(SmallCampaign.alterations(bundle))
                .isNotEmpty()
                .allMatch(one -> one.startsWith("report.json: "))
                .anyMatch(one -> one.startsWith("report.json: cells[0]: mean is "));
    }

    @Test
    void anAlteredDurationIsFoundByTheReportAlthoughTheDigestsAreMadeAnew() throws IOException {
        Path file = bundle.resolve(SmallCampaign.TERASORT);
        String before = Files.readString(file);
        Files.writeString(file, altered(before, digits(before, false).get("/times/elapsed")));
        BundleInfo.writeDigests(bundle);
        assertThat(SmallCampaign.alterations(bundle)).isNotEmpty().allMatch(one -> one.startsWith("report.json: "));

        SmallCampaign.remakeAll(bundle);
        assertThat(SmallCampaign.alterations(bundle))
                .as("nothing in a bundle shows that everything was made anew, so that digests have to be signed")
                .isEmpty();
    }

    @Test
    void aFileThatWasAddedOrRemovedIsFound() throws IOException {
        Files.writeString(bundle.resolve("runs/more.log"), "more");
        Files.copy(bundle.resolve(SmallCampaign.TERASORT), bundle.resolve("runs/004-other.json"));
        Files.delete(bundle.resolve(SmallCampaign.DFSIO));
        assertThat(SmallCampaign.alterations(bundle))
                .contains(
                        "runs/more.log is not a file of a bundle",
                        "digests.txt does not list runs/004-other.json",
                        "digests.txt lists " + SmallCampaign.DFSIO + ", which is missing");
    }

    @Test
    void sha256sumUnderstandsTheDigests() throws Exception {
        Process check = new ProcessBuilder("sha256sum", "--check", "--strict", "--quiet", "digests.txt")
                .directory(bundle.toFile())
                .redirectErrorStream(true)
                .start();
        assertThat(new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEmpty();
        assertThat(check.waitFor()).isZero();
    }

    @Test
    void filesThatCannotBeReadAreFindingsAndNoErrors() throws IOException {
        for (String entry : List.of("plan.json", "report.json", "digests.txt", SmallCampaign.DFSIO)) {
            byte[] before = Files.readAllBytes(bundle.resolve(entry));
            for (String damaged : List.of("", "{", "[".repeat(100_000), "null", "{\"schema\": 1}")) {
                Files.writeString(bundle.resolve(entry), damaged);
                assertThat(SmallCampaign.alterations(bundle)).as(entry).isNotEmpty();
            }
            Files.delete(bundle.resolve(entry));
            assertThat(SmallCampaign.alterations(bundle)).as(entry).isNotEmpty();
            Files.write(bundle.resolve(entry), before);
        }
        assertThat(SmallCampaign.alterations(bundle)).isEmpty();
    }

    @Test
    void theResultIsAlsoADocument() throws IOException {
        Files.delete(bundle.resolve(SmallCampaign.TERASORT));
        Session session = new Session(directory);

        assertThat(session.run("verify", bundle.toString(), "--json")).isEqualTo(1);

        JsonNode verdict = JSON.readTree(session.out());
        assertThat(verdict.get("intact").asBoolean()).isFalse();
        assertThat(verdict.get("alterations")).isNotEmpty();
        assertThat(verdict.get("rules")).hasSize(11);
        assertThat(verdict.at("/warnings/fits-in-memory").asInt()).isEqualTo(1);
    }

    @Test
    void warningsStandAboveTheNumbers() throws Exception {
        Path campaign = SmallCampaign.copy(directory.resolve("pair"), "026", "040");
        Path pair = SmallCampaign.staged(campaign, directory.resolve("pair-bundle"));
        Session session = new Session(directory);

        session.run("verify", pair.toString());

        assertThat(session.out())
                .containsSubsequence(
                        "Warnings of the runs that count:", "fits-in-memory: 2 runs", "Duration of each cell");
    }

    /** The suite says itself that it is too small to compare storage with. */
    @Test
    void aCampaignOfTheSuiteQuickIsNotPublishable() throws Exception {
        Path campaign = SmallCampaign.copy(
                directory.resolve("quick"), List.of("026", "040"), text -> text.replace("200000000", "64000000")
                        .replace("\"suite\" : \"paced\"", "\"suite\" : \"quick\"")
                        .replace("\"suite\": \"paced\"", "\"suite\": \"quick\""));
        Path quick = SmallCampaign.staged(campaign, directory.resolve("quick-bundle"));
        Session session = new Session(directory);

        assertThat(session.run("verify", quick.toString(), "--publishable")).isEqualTo(1);
        assertThat(session.out())
                .contains("Intact:", "broken  The data of each run exceeds the memory of its nodes.")
                .contains("held    No run is smaller than its suite states.");
    }

    @Test
    void aCampaignBelowTheSizeOfAShippedSuiteIsNotPublishable() throws Exception {
        Path campaign = SmallCampaign.copy(
                directory.resolve("small"), List.of("026"), text -> text.replace("200000000", "32000000")
                        .replace("\"suite\" : \"paced\"", "\"suite\" : \"quick\"")
                        .replace("\"suite\": \"paced\"", "\"suite\": \"quick\""));
        Path small = SmallCampaign.staged(campaign, directory.resolve("small-bundle"));

        assertThat(Verification.of(small).rules())
                .filteredOn(rule -> !rule.held())
                .anyMatch(rule -> rule.text().equals("No run is smaller than its suite states.")
                        && rule.broken().contains("terasort with 32MB per node"));
    }

    @Test
    void bundlesOfEarlierVersionsAreRefusedInOneSentence() throws IOException {
        Files.writeString(bundle.resolve("MANIFEST"), "");
        Session session = new Session(directory);

        assertThat(session.run("verify", bundle.toString())).isEqualTo(2);
        assertThat(session.err()).contains("an earlier version of Spindle made this bundle");
    }

    @Test
    void whatIsNoBundleIsRefused() throws IOException {
        Session session = new Session(directory);
        Files.createDirectories(directory.resolve("empty"));
        Files.writeString(directory.resolve("broken.zip"), "no archive");
        Files.writeString(directory.resolve("old.tar.gz"), "of an earlier version");

        for (String[] words : new String[][] {
            {"verify"}, {"verify", "gone"}, {"verify", "empty"}, {"verify", "broken.zip"}, {"verify", "old.tar.gz"}
        }) {
            assertThat(session.run(words)).as(String.join(" ", words)).isEqualTo(2);
        }
        assertThat(session.err())
                .contains(
                        "takes one bundle",
                        "no such file or directory",
                        "broken.zip: the archive is cut off or damaged")
                .contains("neither a directory nor a .zip file");
    }
}
