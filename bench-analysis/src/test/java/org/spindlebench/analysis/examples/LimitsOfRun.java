package org.spindlebench.analysis.examples;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.spindlebench.analysis.limit.LimitShares;
import org.spindlebench.analysis.limit.LimitShares.PartLimit;
import org.spindlebench.analysis.limit.LimitShares.RoleSpeed;
import org.spindlebench.analysis.limit.Limiter;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.series.RunPace;

final class LimitsOfRun implements Example {
    private static final Path RECORDED = Path.of("../docs/examples/paced-devices/records/runs");

    @Override
    public void run(Path directory, PrintStream out) throws IOException {
        String run = "007-terasort-none-containers_per_node-4-slow";
        Files.copy(RECORDED.resolve(run + ".json"), directory.resolve("001-terasort.json"));
        Files.copy(RECORDED.resolve(run + ".nodes.gz"), directory.resolve(run + ".nodes.gz"));
        // example
        RunRecord record = Records.readOne(directory.resolve("001-terasort.json"));
        Path samples = directory.resolve(record.evidence().samples());
        RoleSpeed device = new RoleSpeed(30e6, 30e6, false); // bytes per second that it reads and writes; no platters
        SortedMap<String, RoleSpeed> speeds = new TreeMap<>(Map.of("hdfs", device, "shuffle", device));
        LimitShares limits = RunPace.of(record, samples, speeds);
        for (PartLimit part : limits.parts()) {
            out.printf(Locale.ROOT, "%s: %.0f %% of the time%n", part.limiter().text(), 100 * part.pace());
        }
        out.printf(
                Locale.ROOT,
                "%.0f s; with devices for the shuffle that are twice as fast about %.0f s%n",
                limits.seconds(),
                limits.seconds() * limits.onFaster(Map.of(Limiter.SHUFFLE, 2.0)));
        // end
    }
}
