package org.spindlebench.runner.conf;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.spindlebench.runner.conf.JobSettings.Cluster;
import org.spindlebench.runner.conf.PriceListReader.MixReader;
import org.spindlebench.runner.jobs.JobCatalog;
import org.spindlebench.runner.plan.SetupFacts;

/** Any text is a file of `conf`, or is refused with a reason. The default run uses only the seeds. */
class ConfFuzzTest {
    @FuzzTest(maxDuration = "10m")
    void prices(byte[] text) {
        Problems problems = new Problems();
        check(PriceListReader.read("fuzz.yaml", text(text), problems), problems);
    }

    @FuzzTest(maxDuration = "10m")
    void mix(byte[] text) {
        Problems problems = new Problems();
        check(MixReader.read("fuzz.yaml", text(text), problems), problems);
    }

    @FuzzTest(maxDuration = "10m")
    void suite(byte[] text) {
        Problems problems = new Problems();
        check(SuiteReader.read("fuzz.yaml", text(text), JobCatalog.names(), Cluster.RUNNING, problems), problems);
    }

    @FuzzTest(maxDuration = "10m")
    void setup(byte[] text) {
        Problems problems = new Problems();
        Optional<StorageSetup> setup = SetupReader.read("fuzz.yaml", text(text), problems);
        check(setup, problems);
        setup.ifPresent(read -> SetupFacts.of(read, 3));
        setup.ifPresent(read -> read.directories(StorageRole.HDFS));
    }

    @FuzzTest(maxDuration = "10m")
    void workload(byte[] text) {
        Problems problems = new Problems();
        check(WorkloadReader.read("fuzz.yaml", text(text), problems), problems);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static void check(Optional<?> read, Problems problems) {
        if (read.isPresent() != problems.isEmpty()) {
            throw new AssertionError(
                    (read.isPresent() ? "read, but refused: " : "refused without a reason: ") + problems.list());
        }
    }
}
