package org.spindlebench.runner.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.runner.check.Consent;
import org.spindlebench.runner.cli.Session;
import org.spindlebench.runner.cluster.ClusterUnreachableException;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.plan.TimeLeft;
import org.spindlebench.runner.run.FakeCluster;
import org.spindlebench.runner.run.Progress;

/** Campaigns of every kind on fakes, for tests that look at how visits are run. */
abstract class CampaignsOnFakes {
    @TempDir
    Path home;

    final ByteArrayOutputStream err = new ByteArrayOutputStream();
    final Progress progress =
            new Progress(new PrintStream(err, true, StandardCharsets.UTF_8), false, 100, TimeLeft.ofNothing());
    final FakeCluster cluster = new FakeCluster();
    FakeVisits visits = new FakeVisits(cluster, progress);

    @BeforeEach
    void write() throws IOException {
        Files.createDirectories(home.resolve("conf/setups"));
        Files.writeString(home.resolve("cluster"), "");
        for (String name : List.of("one", "two")) {
            setup(name, "{kind: as-is}");
        }
        for (String name : List.of("old", "new")) {
            setup(
                    name,
                    "{kind: command, apply: %s, verify: %s, restore: %s}"
                            .formatted(says("apply " + name), says("verify " + name), says("restore " + name)));
        }
    }

    void setup(String name, String way) throws IOException {
        Files.writeString(home.resolve("conf/setups/" + name + ".yaml"), """
                name: %s
                devices:
                  hdd: {kind: hdd, count: 1}
                hdfs: hdd
                shuffle: hdd
                way: %s
                """.formatted(name, way));
    }

    String says(String words) {
        return "echo " + words + " >> " + home.resolve("cluster");
    }

    List<String> commands() throws IOException {
        return Files.readAllLines(home.resolve("cluster"));
    }

    /** Returns the request that a command line makes. */
    CampaignRequest request(String... arguments) {
        Session session = new Session(home);
        session.run(arguments);
        assertThat(session.err()).isEmpty();
        CampaignRequest asked = session.actions.runs.get(0);
        PrintStream both = new PrintStream(err, true, StandardCharsets.UTF_8);
        return printingTo(asked, both, both);
    }

    /** Returns a request whose results and messages go to streams of a test. */
    static CampaignRequest printingTo(CampaignRequest asked, PrintStream out, PrintStream err) {
        return new CampaignRequest(
                asked.command(),
                asked.options(),
                asked.plan(),
                asked.setups(),
                asked.source(),
                asked.generic(),
                out,
                err);
    }

    CampaignRequest experiment(String setups, String... more) {
        List<String> arguments =
                new ArrayList<>(List.of("run", "--suite", "quick", "--jobs", "teragen", "--allow-disruptive"));
        if (!List.of(more).contains("--visits")) {
            arguments.addAll(List.of("--visits", "2"));
        }
        for (String setup : setups.split(" ")) {
            arguments.addAll(List.of("--setup", setup));
        }
        arguments.addAll(List.of(more));
        return request(arguments.toArray(String[]::new));
    }

    int run(CampaignRequest request) throws IOException, InterruptedException, ClusterUnreachableException {
        return new CampaignRunner(request, visits, progress, Consent.here(System.err)).run();
    }

    String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    /** Returns the names of the runs that have a record, in order. */
    static List<String> recorded(CampaignRequest request) throws IOException {
        try (Stream<RunRecord> records = Records.read(request.directory().root())) {
            return records.map(run -> run.identity().run()).sorted().toList();
        }
    }

    static List<String> planned(CampaignRequest request) {
        return request.plan().runs().stream().map(RunSpec::id).toList();
    }
}
