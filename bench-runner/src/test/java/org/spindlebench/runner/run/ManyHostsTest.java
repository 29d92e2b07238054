package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;

/** Tests what a run on 300 hosts of 12 disks costs a client of 1 GB: its memory, and the size of the record. */
class ManyHostsTest {
    private static final int HOSTS = Integer.getInteger("spindle.hosts", 300);
    private static final int SECONDS = 30;
    private static final long MOST_BYTES = 5_000_000;
    /** With 10 threads for each core at work, the run takes 70 s. */
    private static final int LIMIT_SECONDS = HOSTS;

    @TempDir(factory = CampaignOnFakes.InMemory.class)
    private Path directory;

    @Test
    void theRecordOf300HostsIsSmallAndItsClientNeedsLittleMemory() throws Exception {
        Path output = directory.resolve("output.txt");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx1g",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        ManyHostsRun.class.getName(),
                        directory.toString(),
                        Integer.toString(HOSTS),
                        Integer.toString(SECONDS))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS))
                    .as("ended in time")
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        System.out.println(Files.readString(output));
        assertThat(process.exitValue()).as(Files.readString(output)).isZero();

        Path campaign = directory.resolve("campaign");
        try (Stream<Path> files = Files.list(campaign.resolve("runs"))) {
            List<Path> records =
                    files.filter(file -> Records.isDocument(file.toString())).toList();
            assertThat(records).singleElement().satisfies(file -> assertThat(file)
                    .hasFileName("001-teragen.json.gz"));
            System.out.printf("%d hosts, record: %,d bytes%n", HOSTS, Files.size(records.get(0)));
            assertThat(Files.size(records.get(0))).isLessThan(MOST_BYTES);
        }
        try (Stream<RunRecord> records = Records.read(campaign)) {
            assertComplete(records.toList().get(0), campaign.resolve("runs"));
        }
    }

    private static void assertComplete(RunRecord run, Path runs) throws IOException {
        assertThat(run.status()).as(run.reasons().toString()).isEqualTo(Status.OK);
        assertThat(run.tasks()).hasSize(HOSTS * ManyHosts.TASKS);
        assertThat(run.evidence().missing()).isEmpty();
        assertThat(run.evidence().layout()).hasSize(HOSTS);
        assertThat(run.evidence().nodes()).hasSize(HOSTS).allSatisfy(node -> {
            assertThat(node.devices()).hasSize(2 * (ManyHosts.DISKS + 1));
            assertThat(node.readings()).isGreaterThanOrEqualTo(SECONDS);
        });
        long samples = Files.size(runs.resolve(run.evidence().samples()));
        System.out.printf(
                "record as text: %,d characters; samples: %,d bytes of %d s%n",
                JsonDocument.text(run).length(), samples, SECONDS);
        assertThat(samples).isPositive();
    }
}
