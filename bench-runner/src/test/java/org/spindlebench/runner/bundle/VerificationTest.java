package org.spindlebench.runner.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.runner.cli.Session;

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
    void aCompressedRecordIsCheckedLikeTheOthers() throws Exception {
        Path campaign = SmallCampaign.copy(directory.resolve("large"), "001", "003");
        Path plain = campaign.resolve(SmallCampaign.TERASORT);
        SmallCampaign.write(campaign.resolve(SmallCampaign.TERASORT + ".gz"), SmallCampaign.text(plain));
        Files.delete(plain);
        Path whole = SmallCampaign.staged(campaign, directory.resolve("with-large"));
        assertThat(SmallCampaign.alterations(whole)).isEmpty();
        Path entry = whole.resolve(SmallCampaign.TERASORT + ".gz");
        String text = SmallCampaign.text(entry);
        int digit = text.indexOf("\"elapsed\":") + 11;
        assertThat(text.substring(digit)).matches("(?s) ?\\d.*");

        SmallCampaign.write(entry, altered(text, text.charAt(digit) == ' ' ? digit + 1 : digit));
        SmallCampaign.remakeAll(whole);

        assertThat(SmallCampaign.alterations(whole)).anyMatch(one -> one.contains("times.elapsed"));
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
                .contains("Figures that may be published", "dfs.replication = 1");
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
    @CsvSource({
        SmallCampaign.DFSIO + ",     150, true",
        SmallCampaign.TERASORT + ",  150, true",
        "plan.json,                  5,   true",
        "report.json,                50,  false",
        "bundle.json,                1,   true",
        "setups/mixed/environment.json, 15, true"
    })
    void oneAlteredDigitOfAnyNumberIsFoundEvenWithANewManifest(String entry, int leastKinds, boolean inTexts)
            throws IOException {
        Path file = bundle.resolve(entry);
        String before = Files.readString(file);
        Map<String, Integer> digits = digits(before, inTexts);
        assertThat(digits.size()).isGreaterThanOrEqualTo(leastKinds);
        int step = Math.max(1, digits.size() / MOST_KINDS);
        int number = 0;
        for (Map.Entry<String, Integer> digit : digits.entrySet()) {
            if (number++ % step != 0) {
                continue;
            }
            Files.writeString(file, altered(before, digit.getValue()));
            if (number == 1) {
                assertThat(SmallCampaign.alterations(bundle))
                        .as(digit.getKey())
                        .anyMatch(one -> one.contains("MANIFEST: " + entry));
            }
            SmallCampaign.remakeManifest(bundle);
            assertThat(SmallCampaign.alterations(bundle))
                    .as(digit.getKey())
                    .isNotEmpty()
                    .noneMatch(one -> one.startsWith("MANIFEST"));
            Files.writeString(file, before);
            SmallCampaign.remakeManifest(bundle);
        }
        assertThat(SmallCampaign.alterations(bundle)).isEmpty();
    }

    /** Alters the first digit of a number at a place of a document, and makes all digests and figures anew. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/times/elapsed",
                "/times/clientElapsed",
                "/times/yarnFinished",
                "/times/jobLaunched",
                "/position/index",
                "/position/block",
                "/position/repeat",
                "/position/total",
                "/position/seed",
                "/sizes/bytesPerNode",
                "/sizes/mapOutput",
                "/sizes/shuffle",
                "/sizes/taskCpu",
                "/sizes/spilledRecords",
                "/sizes/meanShuffleSegment",
                "/sizes/input",
                "/wave/maps",
                "/wave/reduces",
                "/wave/peakMaps",
                "/wave/peakReduces",
                "/counters/org.apache.hadoop.mapreduce.TaskCounter/CPU_MILLISECONDS",
                "/counters/org.apache.hadoop.mapreduce.TaskCounter/REDUCE_SHUFFLE_BYTES",
                "/counters/org.apache.hadoop.mapreduce.JobCounter/MILLIS_MAPS",
                "/counters/org.apache.hadoop.mapreduce.JobCounter/TOTAL_LAUNCHED_REDUCES",
                "/counters/org.apache.hadoop.mapreduce.FileSystemCounter/FILE_BYTES_WRITTEN",
                "/tasks/*/started",
                "/tasks/*/finished",
                "/evidence/nodes/*/readings",
                "/evidence/nodes/*/cpu/busy",
                "/evidence/nodes/*/memory/cachedBefore",
                "/evidence/nodes/*/devices/*/bytesRead",
                "/evidence/nodes/*/networks/*/sent",
                "/evidence/proofs/shuffle/fileRead",
                "/evidence/proofs/shuffle/writtenShare",
                "/evidence/proofs/cache/ratio",
                "/evidence/proofs/memory/ratio",
                "/identity/jobId",
                "/identity/applicationId",
                "/subject/settings/bytes_per_node"
            })
    void aNumberThatIsHeldTwiceIsFoundAlthoughAllDigestsAreMadeAnew(String kind) throws IOException {
        Path file = bundle.resolve(SmallCampaign.TERASORT);
        String before = Files.readString(file);
        Files.writeString(file, altered(before, firstDigitOf(before, kind)));
        SmallCampaign.remakeAll(bundle);

        assertThat(SmallCampaign.alterations(bundle))
                .as(kind)
                .isNotEmpty()
                .allMatch(one -> one.contains(SmallCampaign.TERASORT));
    }

    private static int firstDigitOf(String json, String kind) throws IOException {
        int last = digits(json, true).get(kind);
        int first = last;
        while (Character.isDigit(json.charAt(first - 1)) || json.charAt(first - 1) == '.') {
            first--;
        }
        return first;
    }

    @ParameterizedTest
    @CsvSource({"/throughput/bytes", "/throughput/overExecution", "/throughput/overStreams", "/throughput/steady/share"
    })
    void theThroughputOfStreamsIsHeldTwice(String kind) throws IOException {
        Path file = bundle.resolve(SmallCampaign.DFSIO);
        String before = Files.readString(file);
        Files.writeString(file, altered(before, firstDigitOf(before, kind)));
        SmallCampaign.remakeAll(bundle);

        assertThat(SmallCampaign.alterations(bundle)).isNotEmpty();
    }

    @Test
    void anAlteredFigureOfTheReportIsFoundAlthoughAllDigestsAreMadeAnew() throws IOException {
        String before = Files.readString(bundle.resolve("report.json"));
        int place = digits(before, false).get("/cells/*/mean");
        SmallCampaign.remakeAll(bundle);
        Files.writeString(bundle.resolve("report.json"), altered(before, place));

        assertThat(SmallCampaign.alterations(bundle))
                .anyMatch(one -> one.startsWith("report.json: cells[0]: mean is "));
    }

    /** What a forger makes anew after altering an entry. */
    private enum Remade {
        NOTHING,
        MANIFEST,
        ALL;

        void remake(Path bundle) throws IOException {
            switch (this) {
                case MANIFEST -> SmallCampaign.remakeManifest(bundle);
                case ALL -> SmallCampaign.remakeAll(bundle);
                default -> {
                    return;
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aMissingRunIsFound(Remade remade) throws IOException {
        Files.delete(bundle.resolve(SmallCampaign.TERASORT));
        Files.delete(bundle.resolve(SmallCampaign.TERASORT.replace(".json", ".nodes.gz")));
        remade.remake(bundle);

        List<String> found = SmallCampaign.alterations(bundle);
        assertThat(found.stream().anyMatch(one -> one.startsWith("MANIFEST"))).isEqualTo(remade == Remade.NOTHING);
        String run = SmallCampaign.TERASORT.replaceAll("^runs/|\\.json$", "");
        assertThat(found).contains("plan.json has the run " + run + ", but its record is missing");
        if (remade != Remade.ALL) {
            assertThat(found)
                    .contains("bundle.json: records has " + SmallCampaign.TERASORT + ", which is missing")
                    .contains("digests: lists " + SmallCampaign.TERASORT + ", which is missing")
                    .anyMatch(one -> one.startsWith("report.json: "));
        }
    }

    @ParameterizedTest
    @EnumSource
    void anExchangedConfigurationIsFound(Remade remade) throws IOException {
        Path one = bundle.resolve(SmallCampaign.DFSIO);
        Path other = bundle.resolve(SmallCampaign.TERASORT);
        ObjectNode first = (ObjectNode) JSON.readTree(Files.readString(one));
        ObjectNode second = (ObjectNode) JSON.readTree(Files.readString(other));
        JsonNode kept = first.get("configuration");
        first.set("configuration", second.get("configuration"));
        second.set("configuration", kept);
        Files.writeString(one, JSON.writeValueAsString(first));
        Files.writeString(other, JSON.writeValueAsString(second));
        remade.remake(bundle);

        List<String> found = SmallCampaign.alterations(bundle);
        assertThat(found)
                .anyMatch(text -> text.startsWith(SmallCampaign.TERASORT + ": configuration: mapreduce.job.dir is "));
        assertThat(found.contains("digests: " + SmallCampaign.DFSIO + " has another SHA-256 than listed"))
                .isEqualTo(remade != Remade.ALL);
    }

    @Test
    void aSettingThatThePlanDidNotAskForIsFoundAlthoughAllDigestsAreMadeAnew() throws IOException {
        Path file = bundle.resolve("plan.json");
        String before = Files.readString(file);
        String altered = before.replace(
                        "\"spindle.containers.per.node\" : \"4\"", "\"spindle.containers.per.node\" : \"3\"")
                .replace("\"spindle.containers.per.node\": \"4\"", "\"spindle.containers.per.node\": \"3\"");
        assertThat(altered).isNotEqualTo(before);
        Files.writeString(file, altered);
        SmallCampaign.remakeAll(bundle);

        assertThat(SmallCampaign.alterations(bundle))
                .anyMatch(one -> one.contains("spindle.containers.per.node is 4, but plan.json asks for 3"));
    }

    @Test
    void samplesThatAreAlteredOrMissingAreFound() throws IOException {
        Path nodes = bundle.resolve(SmallCampaign.TERASORT.replace(".json", ".nodes.gz"));
        String before = SmallCampaign.text(nodes);
        // Samples before the job's start and after its end give no figure.
        int middle = before.indexOf("\n", before.length() / 2) + 1;
        int number = before.indexOf(" ", middle);
        while (!Character.isDigit(before.charAt(number))) {
            number++;
        }
        SmallCampaign.write(nodes, altered(before, number));
        SmallCampaign.remakeAll(bundle);
        assertThat(SmallCampaign.alterations(bundle)).anyMatch(one -> one.contains("evidence.nodes of localhost"));

        Files.delete(nodes);
        SmallCampaign.remakeAll(bundle);
        assertThat(SmallCampaign.alterations(bundle)).anyMatch(one -> one.contains("nodes.gz, which is missing"));
    }

    @Test
    void aFileThatWasAddedIsFound() throws IOException {
        Files.writeString(bundle.resolve("runs/more.log"), "more");
        assertThat(SmallCampaign.alterations(bundle))
                .containsExactly("MANIFEST: does not list runs/more.log", "digests: does not list runs/more.log");
    }

    @Test
    void filesThatCannotBeReadAreFindingsAndNoErrors() throws IOException {
        for (String entry :
                List.of("plan.json", "bundle.json", "report.json", "digests", "MANIFEST", SmallCampaign.DFSIO)) {
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
        assertThat(verdict.get("rules")).hasSize(7);
    }

    @Test
    void whatIsNoBundleIsRefused() throws IOException {
        Session session = new Session(directory);
        Files.createDirectories(directory.resolve("empty"));
        Files.writeString(directory.resolve("broken.tar.gz"), "no archive");
        Files.writeString(directory.resolve("broken.zip"), "no archive");

        for (String[] words : new String[][] {
            {"verify"}, {"verify", "gone"}, {"verify", "empty"}, {"verify", "broken.tar.gz"}, {"verify", "broken.zip"}
        }) {
            assertThat(session.run(words)).as(String.join(" ", words)).isEqualTo(2);
        }
        assertThat(session.err())
                .contains("takes one bundle", "no such file or directory", "is no bundle", "cut off or damaged");
    }
}
