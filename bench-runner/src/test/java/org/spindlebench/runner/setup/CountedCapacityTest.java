package org.spindlebench.runner.setup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.node.NodeLayout.Directory;

class CountedCapacityTest {
    private static final long GB = 1_000_000_000;

    private static Directory on(String role, String path, String fileSystem, Long total, String type) {
        return new Directory(
                role,
                path,
                path,
                true,
                true,
                null,
                null,
                null,
                null,
                null,
                fileSystem,
                null,
                null,
                null,
                total,
                null,
                type,
                null,
                null);
    }

    private static NodeLayout node(String name, Directory... directories) {
        return new NodeLayout(name, null, null, null, null, null, null, null, List.of(directories), null, null, null);
    }

    private static NodeLayout split(String name) {
        return node(
                name,
                on("hdfs", "/d1/hdfs", "8:1", 1000 * GB, null),
                on("hdfs", "/flash/hdfs-1", "259:1", 900 * GB, "SSD"),
                on("hdfs", "/flash/hdfs-2", "259:1", 900 * GB, "SSD"),
                on("hdfs", "/flash/hdfs-3", "259:1", 900 * GB, "SSD"),
                on("shuffle", "/flash/shuffle", "259:1", 900 * GB, null));
    }

    @Test
    void aFileSystemThatIsCountedOnceForEachDirectoryIsSaidWithWhatToReserve() {
        List<CountedCapacity> found =
                CountedCapacity.of(List.of(split("n1"), split("n2")), Map.of("n1", 3700 * GB, "n2", 3700 * GB));
        assertThat(CountedCapacity.texts(found))
                .containsExactly("n1, n2: HDFS counts 3700.0 GB, but the file systems below its directories have only"
                        + " 1900.0 GB, so a disk may fill up and fail a run: reserve 600000000000 bytes in each of /flash/hdfs-1,"
                        + " /flash/hdfs-2, /flash/hdfs-3 (dfs.datanode.du.reserved.ssd, or from Hadoop 3.4 on"
                        + " dfs.datanode.du.reserved./flash/hdfs-1 and likewise for the others)");
    }

    @Test
    void aTypeThatOtherFileSystemsHaveTooIsNoKey() {
        NodeLayout node = node(
                "n1",
                on("hdfs", "/d1/hdfs", "8:1", 1000 * GB, null),
                on("hdfs", "/d2/a", "8:2", 1000 * GB, null),
                on("hdfs", "/d2/b", "8:2", 1000 * GB, null));
        assertThat(CountedCapacity.texts(CountedCapacity.of(List.of(node), Map.of("n1", 3000 * GB))))
                .singleElement()
                .asString()
                .endsWith("reserve 500000000000 bytes in each of /d2/a, /d2/b (from Hadoop 3.4 on"
                        + " dfs.datanode.du.reserved./d2/a and likewise for the others)");
    }

    @Test
    void fivePercentAndWhatIsNotKnownAreNoDoubt() {
        NodeLayout node = split("n1");
        assertThat(CountedCapacity.of(List.of(node), Map.of("n1", 1995 * GB))).isEmpty();
        assertThat(CountedCapacity.of(List.of(node), Map.of("n1", 1996 * GB))).hasSize(1);
        assertThat(CountedCapacity.of(List.of(node), Map.of("n2", 9999 * GB))).isEmpty();
        NodeLayout unknown = node("n1", on("hdfs", "/d1", null, 5L, null), on("hdfs", "/d2", "8:2", null, null));
        assertThat(CountedCapacity.of(List.of(unknown), Map.of("n1", 9999 * GB)))
                .isEmpty();
    }
}
