package org.spindlebench.runner.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.runner.cluster.Slots.ContainerSize;
import org.spindlebench.runner.cluster.TaskRequests.TaskRequestReader;

class TaskRequestReaderTest {
    private static final long MIB = 1L << 20;

    private static TaskRequests read(Map<String, String> settings) {
        return TaskRequestReader.read(new Configuration(), settings);
    }

    @ParameterizedTest
    @CsvSource({
        "-Xmx819m, 858783744",
        "-Xmx1G, 1073741824",
        "-Xmx2k -Xss1m, 2048",
        "-Xmx1000, 1000",
        "-Xmx100m -Xmx200m, 209715200",
        "-Xms100m, 0",
        "-Xmx12q, 0"
    })
    void theLastHeapOfTheOptionsIsInBytes(String options, long bytes) {
        assertThat(TaskRequestReader.heap(options)).isEqualTo(bytes);
    }

    @Test
    void noOptionsAreNoHeap() {
        assertThat(TaskRequestReader.heap(null)).isZero();
        assertThat(TaskRequestReader.heap("")).isZero();
    }

    @Test
    void theLimitOfWhatIsKnownOfSplitsIsHadoopsUnlessItIsGiven() {
        String key = "mapreduce.job.split.metainfo.maxsize";
        Configuration none = new Configuration(false);
        assertThat(TaskRequestReader.read(none, Map.of()).splitMeta()).isEqualTo(10_000_000);
        assertThat(TaskRequestReader.read(none, Map.of(key, "-1")).splitMeta()).isEqualTo(-1);
        assertThat(TaskRequestReader.read(none, Map.of(key, "9000000000")).splitMeta())
                .isEqualTo(9_000_000_000L);
        assertThatThrownBy(() -> TaskRequestReader.read(none, Map.of(key, "20m")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(key + " is '20m', not a whole number");
    }

    @Test
    void explicitMemoryAndVcoresAreTheRequest() {
        TaskRequests requests = read(Map.of(
                "mapreduce.map.memory.mb", "2048",
                "mapreduce.map.cpu.vcores", "2",
                "mapreduce.reduce.memory.mb", "3072",
                "mapreduce.reduce.java.opts", "-Xmx2g",
                "yarn.app.mapreduce.am.resource.mb", "512",
                "dfs.blocksize", "64m"));

        assertThat(requests.map()).isEqualTo(new ContainerSize(2048 * MIB, 2));
        assertThat(requests.reduce()).isEqualTo(new ContainerSize(3072 * MIB, 1));
        assertThat(requests.am()).isEqualTo(new ContainerSize(512 * MIB, 1));
        assertThat(requests.reduceHeap()).isEqualTo(2048 * MIB);
        assertThat(requests.blockSize()).isEqualTo(64 * MIB);
    }

    @Test
    void withoutMemoryTheHeapImpliesTheRequestAsInMapReduce() {
        assertThat(read(Map.of("mapreduce.map.java.opts", "-Xmx1600m")).map().memory())
                .isEqualTo(2000 * MIB);
        assertThat(read(Map.of()).map().memory()).isEqualTo(1024 * MIB);
    }

    /** A file of the client may set it, which no check of a suite or of the command line sees. */
    @ParameterizedTest
    @ValueSource(strings = {"2048", "4096", "0", "-1"})
    void aSortBufferThatMapsDoNotAcceptIsRefused(String value) {
        Configuration client = new Configuration();
        client.set("mapreduce.task.io.sort.mb", value);

        assertThatThrownBy(() -> TaskRequestReader.read(client, Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(
                        "mapreduce.task.io.sort.mb is '" + value + "', but maps accept 1 to 2047; change it in");
        assertThat(TaskRequestReader.read(client, Map.of("mapreduce.task.io.sort.mb", "2047"))
                        .map())
                .isEqualTo(read(Map.of()).map());
    }

    @Test
    void aValueThatIsNoNumberIsNamedWithItsKey() {
        assertThatThrownBy(() -> read(Map.of("mapreduce.map.memory.mb", "2g")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("mapreduce.map.memory.mb is '2g', not a whole number");
    }
}
