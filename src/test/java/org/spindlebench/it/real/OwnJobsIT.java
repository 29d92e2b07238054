package org.spindlebench.it.real;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.spindlebench.analysis.record.ProgramRun;
import org.spindlebench.analysis.record.ProgramRun.Application;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.it.cluster.ClientCommand;
import org.spindlebench.it.cluster.ClientRun;
import org.spindlebench.it.cluster.ProcessCluster;

/**
 * Measures programs of the user on two setups beside TeraSort: pi, grep and join of Hadoop's own examples. Runs some 25
 * MapReduce jobs.
 */
@EnabledIfSystemProperty(named = "spindle.it.long", matches = "true")
class OwnJobsIT {
    private static final Duration LIMIT = Duration.ofMinutes(20);

    private static final String SUITE = """
                name: own
                bytes_per_node: 4MB
                runs:
                  - jobs: [terasort]
                  - kind: jar
                    name: pi
                    jar: %1$s
                    arguments: [pi, "${maps}", 1000]
                    wave: maps
                    proof:
                      counters:
                        - {name: MAP_INPUT_RECORDS, equals: "${maps}"}
                  - kind: jar
                    name: grep
                    jar: %1$s
                    main: org.apache.hadoop.examples.Grep
                    arguments: ["${input}", "${output}", "[a-z]+"]
                    input: {made: text}
                    proof:
                      least_lines: 10
                      counters:
                        - {name: MAP_INPUT_RECORDS, at_least: 10}
                  - kind: jar
                    name: join
                    jar: %1$s
                    arguments:
                      - join
                      - -r
                      - "${reduces}"
                      - -outKey
                      - org.apache.hadoop.io.Text
                      - -joinOp
                      - inner
                      - ${prepared}/sorted
                      - ${prepared}/sorted
                      - ${output}
                    input: {made: random-text}
                    prepare:
                      - kind: jar
                        jar: %1$s
                        arguments:
                          - sort
                          - -r
                          - "${reduces}"
                          - -outKey
                          - org.apache.hadoop.io.Text
                          - -outValue
                          - org.apache.hadoop.io.Text
                          - ${input}
                          - ${prepared}/sorted
                    proof:
                      least_bytes: 1MB
                """;

    private static ProcessCluster cluster;

    @BeforeAll
    static void startCluster() throws Exception {
        cluster = TwinSetups.cluster();
    }

    @AfterAll
    static void endCluster() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    void programsAreMeasuredOnTwoSetupsAndReportedBesideTerasort() throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "own");
        TwinSetups setups = new TwinSetups(campaign);
        Path suite = setups.write("own.yaml", SUITE.formatted(cluster.foreignExamplesJar()));

        ClientRun withheld = client(campaign, suite, setups).run();
        assertThat(withheld.exitCode()).as(withheld::tails).isEqualTo(2);
        assertThat(withheld.err()).contains("the suite runs a program of its own as you: `hadoop jar ");
        assertThat(Files.exists(campaign.out())).isFalse();

        ClientRun run =
                client(campaign, suite, setups).arguments("--allow-disruptive").run();

        assertThat(run.exitCode()).as(run::tails).isZero();
        List<RunRecord> records = campaign.records();
        assertThat(records).hasSize(8).allSatisfy(OwnJobsIT::assertValid);
        Map<String, List<RunRecord>> byJob = records.stream()
                .collect(Collectors.groupingBy(one -> one.subject().job()));
        assertThat(byJob).containsOnlyKeys("terasort", "pi", "grep", "join");
        assertThat(byJob.get("pi")).allSatisfy(one -> {
            assertThat(one.program().count(ProgramRun.MAPREDUCE)).isEqualTo(1);
            assertThat(one.wave().maps()).isEqualTo(one.wave().slots());
        });
        assertThat(byJob.get("grep")).allSatisfy(one -> {
            assertThat(one.program().count(ProgramRun.MAPREDUCE)).isEqualTo(2);
            assertThat(one.times().elapsed())
                    .isGreaterThan(seconds(one.program().applications().get(0)));
        });
        assertThat(byJob.get("join")).allSatisfy(one -> {
            assertThat(one.program().applications()).hasSize(1);
            assertThat(one.steps().prepare()).isPositive();
        });
        assertReported(campaign, List.of("pi", "grep", "join"), "terasort");
    }

    private static ClientCommand client(RealCampaign campaign, Path suite, TwinSetups setups) throws Exception {
        List<String> arguments =
                new ArrayList<>(List.of("run", "--suite", suite.toString(), "--visits", "1", "--slots", "2", "--yes"));
        for (Path setup : setups.files()) {
            arguments.addAll(List.of("--setup", setup.toString()));
        }
        return campaign.client(arguments.toArray(new String[0])).timeout(LIMIT);
    }

    private static void assertValid(RunRecord one) {
        assertThat(one.status()).as(one.identity().run() + ": " + one.reasons()).isEqualTo(Status.OK);
    }

    private static double seconds(Application application) {
        return Duration.between(application.started(), application.finished()).toMillis() / 1000.0;
    }

    /** Reads the report as any other program does. */
    private static void assertReported(RealCampaign campaign, List<String> programs, String other) throws Exception {
        JsonNode report = JsonMapper.builder()
                .build()
                .readTree(campaign.directory().resolve("report.json").toFile());
        Map<String, Integer> cells = new HashMap<>();
        report.path("programs").forEach(one -> cells.merge(one.path("job").asText(), 1, Integer::sum));
        assertThat(cells).containsOnlyKeys(programs).allSatisfy((job, count) -> assertThat(count)
                .isEqualTo(2));
        List<String> compared = new ArrayList<>();
        report.path("comparisons").forEach(one -> compared.add(one.path("job").asText()));
        assertThat(compared).containsAll(programs).contains(other);
        assertThat(cluster.rest().children("/user/" + ProcessCluster.USER))
                .as("nothing of the campaign stays in HDFS")
                .doesNotContain(campaign.name());
    }
}
