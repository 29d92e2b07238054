package org.spindlebench.analysis.examples;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.node.NodeLoad;
import org.spindlebench.analysis.node.Reading;
import org.spindlebench.analysis.proof.CacheProof;
import org.spindlebench.analysis.proof.CacheProof.CacheObservation;
import org.spindlebench.analysis.proof.RoleIo;

final class ProofsOfRun implements Example {
    @Override
    public void run(Path directory, PrintStream out) throws IOException {
        // example
        Path file = Files.writeString(directory.resolve("layout.json"), """
                {"node": "worker-1", "devices": [{"name": "sdb", "type": "disk"}],
                 "directories": [{"role": "hdfs", "path": "/data/1", "devices": ["sdb"]}]}
                """);
        NodeLayout layout = JsonDocument.read(file, NodeLayout.class);
        List<String> counters =
                List.of("disk.sdb.reads", "disk.sdb.sectorsRead", "disk.sdb.writes", "disk.sdb.sectorsWritten");
        Reading begin = Reading.of(0, counters, new long[] {1_000, 64_000, 20, 800}, null);
        Reading end = Reading.of(10_000, counters, new long[] {5_000, 1_064_000, 20, 800}, begin);
        NodeLoad node = NodeLoad.of("worker-1", List.of(begin, end));
        RoleIo hdfs = RoleIo.of("hdfs", List.of(layout), List.of(node));
        out.printf(Locale.ROOT, "HDFS: %.0f KiB per read%n", hdfs.io().bytesPerRead() / 1024);
        long asked = 1_024_000_000; // HDFS_BYTES_READ
        CacheProof proof =
                CacheProof.of(new CacheObservation("hdfs", asked, hdfs, null, false, null, null, "command", true));
        out.printf(
                Locale.ROOT,
                "%s: %.2f of the input came from devices%n",
                proof.verdict().word(),
                proof.ratio());
        out.println(proof.contradicts(true) ? "not cold as claimed" : "no contradiction");
        // end
    }
}
