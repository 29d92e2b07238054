package org.spindlebench.handover;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.document.DigestJournal;
import org.spindlebench.handover.BundleZip.UnpackLimits;
import org.spindlebench.runner.run.CampaignDirectory;

class BundleCommandTest {
    private static final List<String> PLANTED = List.of(
            "wrk7",
            "rm3",
            "gw42",
            "corp.example.com",
            "10.11.12.13",
            "10.11.12.14",
            "2001:db8:0:1::7",
            "2001:db8:0:1:0:0:0:7",
            "alice",
            "zx9secretkey77",
            "hunter2-cold",
            "abcd1234efgh",
            "swordfish-77",
            "canary-queue");

    @TempDir
    Path directory;

    private Session session;

    /** Forms of secrets that Spindle cannot know. */
    private static final String UNKNOWN_FORMS = """
            the password is hunter2secret
            AKIAIOSFODNN7EXAMPLE / wJalrXUtnFEMI
            X-Auth: s3cr3t-header
            https://hooks.example.org/services/T00/B00/XXXX
            -----BEGIN RSA PRIVATE KEY-----MIIEpAIB
            mysql -pTopSecretPw1
            """;

    private static final List<String> LOGS = List.of(
            "runs/001-mine.log",
            "runs/001-mine.prepare.log",
            "restore-1.log",
            "logs/wrk7/stderr",
            "logs/wrk7/stdout",
            "logs/wrk7/prelaunch.err",
            "logs/wrk7/prelaunch.out",
            "logs/wrk7/launch_container.sh",
            "logs/wrk7/directory.info",
            "logs/daemon.log.1");

    /** Plants names in a campaign: in all places where they occur in practice. */
    private Path planted() throws IOException {
        session = new Session(directory);
        Path campaign = SmallCampaign.copy(directory.resolve("campaign"), List.of("001", "003"), text -> text.replace(
                        "localhost", "wrk7.corp.example.com")
                .replace("127.0.0.1", "10.11.12.13")
                .replace("/user/spindle", "/user/alice")
                .replace("\"queue\": \"default\"", "\"queue\": \"canary-queue\"")
                .replace("\"name\": \"default\"", "\"name\": \"canary-queue\"")
                .replace("\"mapreduce.job.submithostname\": \"vm\"", "\"mapreduce.job.submithostname\": \"gw42\""));
        Path plan = campaign.resolve("plan.json");
        Files.writeString(
                plan,
                Files.readString(plan)
                        .replace(
                                "\"spindle.containers.per.node\"",
                                "\"fs.s3a.secret.key\": \"Zx9SECRETkey77\", \"spindle.containers.per.node\""));
        Files.writeString(campaign.resolve("options.json"), """
                {"schema": 1, "texts": {"--cold": "command=pdsh -w wrk7 PASSWORD=hunter2-cold drop --token swordfish-77"}, \
                "embedded": true}
                """);
        plantLogs(campaign);
        return campaign;
    }

    private static void plantLogs(Path campaign) throws IOException {
        String client = """
                2026-03-01 10:00:00,120 INFO Connecting to ResourceManager at rm3.corp.example.com/10.11.12.14:8032
                2026-03-01 10:00:01,120 INFO Block pool BP-526805057-10.11.12.13-1411980876842 on wrk7
                2026-03-01 10:00:02,120 INFO peer [2001:db8:0:1::7]:9866, old form /2001:db8:0:1:0:0:0:7:9866
                2026-03-01 10:00:03,120 INFO The url to track the job: http://rm3.corp.example.com:8088/proxy/application_1_1/
                2026-03-01 10:00:04,120 INFO ugi=alice (auth:SIMPLE) src=/user/alice/spindle dst=%2Fuser%2Falice%2Fx
                2026-03-01 10:00:05,120 WARN fs.s3a.secret.key=Zx9SECRETkey77 is deprecated
                2026-03-01 10:00:06,120 INFO alice@CORP.EXAMPLE.COM on WRK7.CORP.EXAMPLE.COM, hdfs://wrk7:8020/user/alice
                """;
        String hook = "export AWS_SECRET_KEY=abcd1234efgh\nssh alice@wrk7.corp.example.com restart\nwrk7: done\n";
        Files.writeString(campaign.resolve("notes.yaml"), client + hook);
        Files.writeString(campaign.resolve("hadoop.log"), client + UNKNOWN_FORMS);
        Files.writeString(campaign.resolve("setups/slow/apply-1.log"), hook + UNKNOWN_FORMS);
        for (String log : LOGS) {
            Path path = campaign.resolve(log);
            Files.createDirectories(path.getParent());
            Files.writeString(path, UNKNOWN_FORMS);
        }
        String settings =
                "<configuration><property><name>fs.s3a.secret.key</name><value>Zx9SECRETkey77</value><final>false"
                        + "</final></property>\n</configuration>\n";
        Files.writeString(campaign.resolve("logs/job_1_0001_conf.xml"), settings);
        Files.writeString(campaign.resolve("logs/job_1_0001-alice-wrk7.jhist"), hook);
    }

    /** Returns the texts of all entries of an archive, by their names. */
    private Map<String, String> entries(Path archive) throws IOException {
        Path unpacked = directory.resolve("unpacked-" + archive.getFileName());
        Files.createDirectories(unpacked);
        BundleZip.unpack(archive, unpacked, UnpackLimits.USUAL);
        Map<String, String> texts = new TreeMap<>();
        for (String entry : BundleInfo.entries(unpacked)) {
            texts.put(entry, SmallCampaign.text(unpacked.resolve(entry)));
        }
        return texts;
    }

    @Test
    void noPlantedNameAndNoSecretIsLeftAndTheBundleIsIntact() throws IOException {
        Path campaign = planted();
        assertThat(session.run("bundle", campaign.toString(), "--out", "out.zip"))
                .as(session.err())
                .isZero();

        Map<String, String> entries = entries(directory.resolve("out.zip"));
        assertThat(entries.keySet())
                .allMatch(name -> BundleInfo.isKnown(name.substring(name.indexOf('/') + 1)))
                .hasSize(9);
        entries.forEach((name, text) -> {
            for (String planted : PLANTED) {
                assertThat(name.toLowerCase(Locale.ROOT)).doesNotContain(planted);
                assertThat(text.toLowerCase(Locale.ROOT)).as(name).doesNotContain(planted);
            }
            UNKNOWN_FORMS.lines().forEach(line -> assertThat(text).as(name).doesNotContain(line));
        });
        assertThat(session.run("verify", "out.zip")).as(session.out()).isZero();
    }

    @Test
    void plantedNamesAreThereBeforeTheyAreReplaced() throws IOException {
        Path campaign = planted();
        StringBuilder all = new StringBuilder();
        for (String entry : BundleInfo.entries(campaign)) {
            all.append(entry).append(SmallCampaign.text(campaign.resolve(entry)));
        }
        String text = all.toString().toLowerCase(Locale.ROOT);
        assertThat(PLANTED).allMatch(text::contains);
    }

    @Test
    void aNameIsReplacedByTheSameMadeUpNameEverywhere() throws IOException {
        Path campaign = planted();
        assertThat(session.run("bundle", campaign.toString(), "--out", "a.zip", "--save-names"))
                .isZero();

        Path names = directory.resolve("a.zip.names.json");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(names)))
                .isEqualTo("rw-------");
        JsonNode hosts = new ObjectMapper().readTree(names.toFile()).get("hosts");
        String made = hosts.properties().stream()
                .filter(host -> host.getValue().toString().contains("\"wrk7.corp.example.com\""))
                .findFirst()
                .orElseThrow()
                .getKey();
        assertThat(hosts.get(made).toString()).contains("\"wrk7\"");
        Map<String, String> entries = entries(directory.resolve("a.zip"));
        assertThat(text(entries, "001-dfsio-write.*\\.json"))
                .contains("\"host\": \"" + made + "\"", "\"node\": \"" + made + "\"", "\"" + made + "\": [");
        assertThat(text(entries, "mixed/environment.json"))
                .contains("\"host\": \"" + made + "\"")
                .containsPattern("\"node\": \"" + made + ":\\d+\"");
        assertThat(entries.keySet()).noneMatch(name -> name.contains("names.json"));
    }

    private static String text(Map<String, String> entries, String ending) {
        return entries.entrySet().stream()
                .filter(entry -> entry.getKey().matches(".*" + ending))
                .findFirst()
                .orElseThrow()
                .getValue();
    }

    @Test
    void bundlingTwiceGivesTheSameBytes() throws IOException {
        Path campaign = planted();
        assertThat(session.run("bundle", campaign.toString(), "--out", "one.zip"))
                .isZero();
        assertThat(session.run("bundle", campaign.toString(), "--out", "two.zip"))
                .isZero();

        assertThat(directory.resolve("one.zip")).hasSameBinaryContentAs(directory.resolve("two.zip"));
    }

    @Test
    void aFileThatIsNoBundleIsNotReplaced() throws IOException {
        Path campaign = planted();
        Files.writeString(directory.resolve("notes.zip"), "my notes");
        assertThat(session.run("bundle", campaign.toString(), "--out", "notes.zip"))
                .isEqualTo(2);
        assertThat(session.err())
                .contains("notes.zip: exists, and is not a bundle of paced-devices-20261122-195251")
                .contains("; name another file with --out, or remove it");
        assertThat(directory.resolve("notes.zip")).hasContent("my notes");

        assertThat(session.run("bundle", campaign.toString(), "--out", "own.zip"))
                .isZero();
        assertThat(session.run("bundle", campaign.toString(), "--out", "own.zip"))
                .isZero();

        Path plan = campaign.resolve("plan.json");
        Files.writeString(plan, Files.readString(plan).replace("paced-devices-20261122-195251", "another-1"));
        byte[] before = Files.readAllBytes(directory.resolve("own.zip"));
        assertThat(session.run("bundle", campaign.toString(), "--out", "own.zip"))
                .isEqualTo(2);
        assertThat(session.err()).contains("own.zip: exists, and is not a bundle of another-1");
        assertThat(directory.resolve("own.zip")).hasBinaryContent(before);
    }

    @Test
    void keptNamesStayAndUnknownFieldsDoNot() throws IOException {
        Path campaign = planted();
        assertThat(session.run("bundle", campaign.toString(), "--out", "kept.zip", "--keep-names"))
                .as(session.err())
                .isZero();

        String all = String.join("\n", entries(directory.resolve("kept.zip")).values());
        assertThat(all).contains("wrk7.corp.example.com", "10.11.12.13");
        assertThat(all).doesNotContain("Zx9SECRETkey77", "hunter2-cold", "abcd1234efgh", "swordfish-77");
    }

    /** A field that no table has, in every object of every document, and files that no bundle has. */
    @Test
    void whatIsNotOnTheListDoesNotGetIn() throws IOException {
        session = new Session(directory);
        Path campaign = SmallCampaign.copy(directory.resolve("campaign"), "001", "003");
        Files.writeString(campaign.resolve("ended.json"), "{\"schema\": 1, \"blocks\": 1, \"rule\": {\"atLeast\": 6}}");
        for (String entry : BundleInfo.entries(campaign)) {
            Path file = campaign.resolve(entry);
            if (entry.endsWith(".json") && !entry.equals("plan.json")) {
                JsonNode document = new ObjectMapper().readTree(file.toFile());
                AllowedFieldsTest.plant(document);
                Files.writeString(file, document.toString());
            }
            Files.copy(file, file.resolveSibling("canary7-" + file.getFileName() + ".txt"));
        }
        Files.writeString(campaign.resolve("canary7.json"), "{\"canary7\": 7}");
        Files.writeString(campaign.resolve("runs/canary7.log"), "canary7");
        Files.createSymbolicLink(campaign.resolve("runs/canary7-link.txt"), Path.of("/etc/hostname"));

        assertThat(session.run("bundle", campaign.toString(), "--out", "a.zip"))
                .as(session.err())
                .isZero();

        entries(directory.resolve("a.zip")).forEach((name, text) -> {
            assertThat(name).doesNotContain("canary7");
            assertThat(text).as(name).doesNotContain("canary7");
        });
        assertThat(session.run("verify", "a.zip")).as(session.out()).isZero();
    }

    @Test
    void aPackedRecordIsInTheBundleLikeTheOthers() throws IOException {
        session = new Session(directory);
        Path campaign = SmallCampaign.copy(directory.resolve("campaign"), "001", "003");
        Path plain = campaign.resolve(SmallCampaign.TERASORT);
        SmallCampaign.write(campaign.resolve(SmallCampaign.TERASORT + ".gz"), SmallCampaign.text(plain));
        assertThat(session.run("bundle", campaign.toString(), "--out", "twice.zip"))
                .isEqualTo(1);
        assertThat(session.err()).contains("two files would be " + SmallCampaign.TERASORT);

        Files.delete(plain);
        assertThat(session.run("bundle", campaign.toString(), "--out", "a.zip")).isZero();
        assertThat(entries(directory.resolve("a.zip")).keySet())
                .anyMatch(name -> name.endsWith(SmallCampaign.TERASORT));
    }

    @Test
    void aFileThatWasChangedAfterItsRunIsRefused() throws IOException {
        session = new Session(directory);
        Path campaign = SmallCampaign.copy(directory.resolve("campaign"), "001", "003");
        Path plan = campaign.resolve("plan.json");
        DigestJournal.keep(campaign, List.of(plan), List.of(campaign.resolve("runs")), Set.of(), Set.of());
        assertThat(session.run("bundle", campaign.toString(), "--out", "a.zip")).isZero();

        Path record = campaign.resolve(SmallCampaign.TERASORT);
        String before = Files.readString(record);
        Files.writeString(record, before.replace("\"elapsed\": 24.377", "\"elapsed\": 24.378"));
        assertThat(session.run("bundle", campaign.toString(), "--out", "b.zip")).isEqualTo(1);
        assertThat(session.err()).contains(SmallCampaign.TERASORT + " was changed after Spindle had written it");

        Files.delete(record);
        assertThat(session.run("bundle", campaign.toString(), "--out", "b.zip")).isEqualTo(1);
        assertThat(session.err()).contains(SmallCampaign.TERASORT + " is missing");

        Files.writeString(record, before);
        Files.writeString(new CampaignDirectory(campaign).digests(), "1 written x\n");
        assertThat(session.run("bundle", campaign.toString(), "--out", "b.zip")).isEqualTo(2);
        assertThat(session.err()).contains("digests: line 1: not a line of a journal");
        assertThat(directory.resolve("b.zip")).doesNotExist();
    }

    @Test
    void aCampaignWithoutARecordIsNotBundled() throws IOException {
        session = new Session(directory);
        Path campaign = SmallCampaign.copy(directory.resolve("campaign"));

        assertThat(session.run("bundle", campaign.toString(), "--out", "a.zip")).isEqualTo(1);

        assertThat(session.err()).contains("the campaign has no record yet, so there is nothing to bundle");
        assertThat(directory.resolve("a.zip")).doesNotExist();
    }

    @Test
    void wrongUsageIsRefused() throws IOException {
        session = new Session(directory);
        Files.createDirectories(directory.resolve("empty"));

        assertThat(session.run("bundle")).isEqualTo(2);
        assertThat(session.run("bundle", "empty")).isEqualTo(2);
        assertThat(session.run("bundle", "empty", "--out", "a.rar", "--keep-names", "--save-names"))
                .isEqualTo(2);

        assertThat(session.err())
                .contains("takes one campaign")
                .contains("it has no plan.json")
                .contains("--out: not the name of an archive")
                .contains("--save-names: there are no made-up names");
    }
}
