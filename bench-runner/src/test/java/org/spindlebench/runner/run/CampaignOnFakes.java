package org.spindlebench.runner.run;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.TimeLeft;
import org.spindlebench.runner.process.Interruption;

/** A campaign of three TeraGens on a fake cluster. */
public abstract class CampaignOnFakes {
    static final Plan PLAN = Fixtures.plan("teragen", "teragen", "teragen");

    @TempDir(factory = InMemory.class)
    Path results;

    final ByteArrayOutputStream err = new ByteArrayOutputStream();
    final Interruption interruption = new Interruption();
    CampaignDirectory directory;

    /** Keeps the results in memory, where forcing every record to its medium takes no time. */
    public static final class InMemory implements TempDirFactory {
        private static final Path MEMORY = Path.of("/dev/shm");

        @Override
        public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context) throws IOException {
            return Files.isWritable(MEMORY)
                    ? Files.createTempDirectory(MEMORY, "spindle")
                    : Files.createTempDirectory("spindle");
        }
    }

    @BeforeEach
    void create() throws IOException {
        directory = new CampaignDirectory(results.resolve("campaign"));
        directory.create(PLAN);
    }

    final boolean run(FakeCluster cluster, Plan plan, Interruption stop) throws Exception {
        return run(cluster, plan, stop, new Experience());
    }

    final boolean run(FakeCluster cluster, Plan plan, Interruption stop, Experience experience) throws Exception {
        Progress progress = new Progress(
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                plan.runs().size(),
                new TimeLeft(plan));
        RunLoop loop = new RunLoop(
                        cluster.access(),
                        Fixtures.settings(plan, new Cooling.NoCooling()),
                        directory,
                        Fixtures.sizing(Fixtures.shape(3)),
                        stop,
                        progress)
                .with(experience);
        return loop.run(Fixtures.SOFTWARE);
    }

    final boolean run(FakeCluster cluster) throws Exception {
        return run(cluster, PLAN, interruption);
    }

    final List<RunRecord> records() throws IOException {
        try (Stream<RunRecord> records = Records.read(directory.root())) {
            return records.toList();
        }
    }
}
