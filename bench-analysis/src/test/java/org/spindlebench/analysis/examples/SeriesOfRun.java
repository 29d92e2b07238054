package org.spindlebench.analysis.examples;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.spindlebench.analysis.record.Records.RecordWriter;
import org.spindlebench.analysis.series.RunSeries;
import org.spindlebench.analysis.series.RunSeries.IoStep;
import org.spindlebench.analysis.series.RunSeries.RoleSeries;
import org.spindlebench.analysis.series.WatchedRun;

final class SeriesOfRun implements Example {
    @Override
    public void run(Path directory, PrintStream out) throws IOException {
        writeRun(directory);
        // example
        Path record = directory.resolve("001-teragen.json"); // it names the file of samples, which lies beside it
        RunSeries series = RunSeries.read(record, Duration.ofSeconds(4)).orElseThrow(); // empty where nobody watched
        out.println("from " + series.begin() + " for " + series.seconds() + " s");
        for (RoleSeries role : series.roles()) {
            out.println(role.role() + ": " + (role.known() ? role.devices() : role.reason()));
            for (IoStep step : role.steps()) {
                if (step.busy() == null) { // null where not all nodes were watched throughout the step
                    continue;
                }
                out.printf(
                        Locale.ROOT,
                        "%5.1f s: %.0f writes/s, %.0f kB/s, %.0f %% busy%n",
                        step.at(),
                        step.writesPerSecond(),
                        step.bytesWrittenPerSecond() / 1000,
                        100 * step.busy());
            }
        }
        // end
    }

    private static void writeRun(Path directory) throws IOException {
        WatchedRun watched = new WatchedRun(directory).layout("""
                {"schema": 1, "layout": {"node": "worker-1", "devices": [{"name": "sdb", "type": "disk"}],
                 "directories": [{"role": "hdfs", "path": "/data/1", "devices": ["sdb"]},
                                 {"role": "shuffle", "path": "/dev/shm", "fileSystem": "tmpfs", "noDevice": "tmpfs: in memory"}]}}
                """);
        for (long second = -1; second < 15; second++) {
            long writes = 100 * second * second;
            watched.sample("worker-1", 1000 * second, WatchedRun.disk("sdb", 0, writes, 30 * second * second, 0));
        }
        RecordWriter.write(directory, watched.made());
    }
}
