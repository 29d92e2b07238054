package org.spindlebench.analysis.examples;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.spindlebench.analysis.node.NodeLoad;
import org.spindlebench.analysis.node.NodeLoad.DeviceIo;
import org.spindlebench.analysis.node.Reading;

final class NodesAndDevices implements Example {
    @Override
    public void run(Path directory, PrintStream out) throws IOException {
        // example
        List<String> counters = List.of(
                "cpu.user",
                "cpu.idle",
                "disk.sdb.reads",
                "disk.sdb.sectorsRead",
                "disk.sdb.writes",
                "disk.sdb.sectorsWritten",
                "disk.sdb.busyMillis");
        Reading begin = Reading.of(0, counters, new long[] {500, 700, 1_000, 64_000, 20, 800, 90_000}, null);
        Reading end = Reading.of(10_000, counters, new long[] {1_400, 800, 5_000, 2_112_000, 20, 800, 97_500}, begin);
        NodeLoad node = NodeLoad.of("worker-1", List.of(begin, end));
        DeviceIo sdb = node.devices().get(0);
        out.printf(
                Locale.ROOT,
                "%s: CPU %.0f %% busy%n",
                node.node(),
                100 * node.cpu().busy());
        out.printf(
                Locale.ROOT,
                "%s: %.1f MB/s read in %.0f KiB requests, %.0f %% busy%n",
                sdb.device(),
                sdb.io().bytesRead() / 10 / 1e6,
                sdb.io().bytesPerRead() / 1024,
                100 * sdb.io().busy());
        // end
    }
}
