package org.spindlebench.runner.collect.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.runner.cluster.HostSet;
import org.spindlebench.runner.collect.daemon.NodeDaemons.NodeSettings;

class NodeDaemonsTest {
    private static final String THREADS = "mapreduce.shuffle.max.threads";
    private static final String LOCAL = "yarn.nodemanager.local-dirs";
    private static final String DATA = "dfs.datanode.data.dir";

    private static NodeSettings node(String name, String... settings) {
        return new NodeSettings(name, settings.length == 2 ? Map.of(settings[0], settings[1]) : Map.of());
    }

    private static NodeDaemons nodeManagers(NodeSettings... nodes) {
        return NodeDaemons.of(List.of(nodes), List.of(), List.of(), List.of());
    }

    @Test
    void nodesThatAreAlikeAreNoDoubt() {
        assertThat(nodeManagers(node("a", THREADS, "0"), node("b", THREADS, "0"))
                        .warnings())
                .isEmpty();
    }

    @Test
    void nodesThatDifferAreNamedWithTheirValues() {
        assertThat(nodeManagers(
                                node("a", THREADS, "0"),
                                node("b", THREADS, "8"),
                                node("c", THREADS, "0"),
                                node("d", THREADS, "0"),
                                node("e", THREADS, "0"),
                                node("f"))
                        .warnings())
                .singleElement()
                .satisfies(warning -> {
                    assertThat(warning.code()).isEqualTo("nodes-differ");
                    assertThat(warning.message())
                            .startsWith("NodeManagers differ in mapreduce.shuffle.max.threads: 0 on a, c, d and 1 more;"
                                    + " 8 on b; not set on f.");
                });
    }

    @Test
    void shufflesOfOthersAreNamed() {
        String own = "org.apache.hadoop.mapred.ShuffleHandler";
        NodeDaemons daemons = nodeManagers(
                node("a", NodeDaemons.SHUFFLE, own), node("b", NodeDaemons.SHUFFLE, "remote.Shuffle"), node("c"));

        assertThat(daemons.foreignShuffles())
                .singleElement()
                .asString()
                .startsWith(NodeDaemons.SHUFFLE + ": remote.Shuffle on b is not Hadoop's own shuffle, ");
        assertThat(nodeManagers(node("a", NodeDaemons.SHUFFLE, own), node("c")).foreignShuffles())
                .isEmpty();
    }

    @Test
    void ofDirectoriesNumberAndStorageTypesCount() {
        assertThat(nodeManagers(node("a", LOCAL, "/1,/2"), node("b", LOCAL, "/data/x, /data/y"))
                        .warnings())
                .isEmpty();
        assertThat(nodeManagers(node("a", LOCAL, "/1,/2"), node("b", LOCAL, "/1"))
                        .warnings())
                .singleElement()
                .satisfies(warning -> assertThat(warning.message()).contains("1 directories on b; 2 directories on a"));
        assertThat(NodeDaemons.of(
                                List.of(),
                                List.of(node("a", DATA, "[SSD]/1,/2"), node("b", DATA, "[DISK]/1,/2")),
                                List.of(),
                                List.of())
                        .warnings())
                .singleElement()
                .satisfies(warning -> assertThat(warning.message()).contains("1, 1 [SSD] directories on a"));
    }

    @Test
    void whereLogsLieMayDiffer() {
        assertThat(nodeManagers(
                                node("a", "yarn.nodemanager.log-dirs", "/1"),
                                node("b", "yarn.nodemanager.log-dirs", "/1,/2"))
                        .warnings())
                .isEmpty();
    }

    @Test
    void allThatCouldNotBeReadIsOneWarning() {
        assertThat(NodeDaemons.of(List.of(), List.of(), List.of(), List.of("2 of 3 NodeManagers", "DataNodes"))
                        .warnings())
                .extracting(Warning::code)
                .containsExactly("daemon-settings-unread");
    }

    @Test
    void changesSinceTheCampaignBeganAreADoubtWhereBothWereRead() {
        NodeDaemons before = nodeManagers(node("a:1", THREADS, "0"), node("b:2", THREADS, "0"));
        NodeDaemons restarted = nodeManagers(node("a:3", THREADS, "0"), node("b:4", THREADS, "0"));
        NodeDaemons changed = nodeManagers(node("a:3", THREADS, "8"), node("b:4", THREADS, "8"));

        assertThat(restarted.since(before)).isEmpty();
        assertThat(changed.since(before)).singleElement().satisfies(warning -> assertThat(warning.message())
                .contains(THREADS + " was 0, is 8"));
        assertThat(nodeManagers().since(before)).isEmpty();
    }

    @Test
    void ofSomeHostsNeitherTheOthersNorHowTheyDifferIsSaid() {
        NodeDaemons all = NodeDaemons.of(
                List.of(node("a.invalid:8042", LOCAL, "/1"), node("b.invalid:8042", LOCAL, "/1,/2")),
                List.of(node("a.invalid:9864", DATA, "/d"), node("b.invalid:9864", DATA, "[SSD]/d")),
                List.of(),
                List.of());
        assertThat(all.warnings()).hasSize(2);
        NodeDaemons some = all.on(new HostSet(List.of("b.invalid")));
        assertThat(some.warnings()).isEmpty();
        assertThat(some.directories().keySet()).containsExactly("b.invalid");
        assertThat(some.directories().get("b.invalid").get("hdfs")).containsExactly("[SSD]/d");
    }

    @Test
    void theMastersDirectoriesAreKeptAndMayOnlyMove() {
        NodeDaemons one = masters("/raid/name");
        assertThat(one.on(new HostSet(List.of("b.invalid"))).nameNodes()).isEqualTo(one.nameNodes());
        assertThat(masters("/other/name").since(one)).isEmpty();
        assertThat(masters("/raid/name,/nfs/name").since(one)).singleElement().satisfies(warning -> assertThat(
                        warning.message())
                .contains("dfs.namenode.name.dir was 1 directories, is 2 directories"));
    }

    private static NodeDaemons masters(String directories) {
        return NodeDaemons.of(
                List.of(), List.of(), List.of(node("m.invalid:9870", "dfs.namenode.name.dir", directories)), List.of());
    }
}
