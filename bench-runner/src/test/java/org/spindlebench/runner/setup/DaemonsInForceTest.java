package org.spindlebench.runner.setup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.spindlebench.runner.collect.daemon.NodeDaemons;
import org.spindlebench.runner.collect.daemon.NodeDaemons.NodeSettings;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.SetupReader;
import org.spindlebench.runner.conf.StorageSetup;

class DaemonsInForceTest {
    private static final String MEMORY = "yarn.nodemanager.resource.memory-mb";
    private static final String LEAST = "yarn.scheduler.minimum-allocation-mb";
    private static final String HANDLERS = "dfs.datanode.handler.count";

    private static StorageSetup setup() {
        Problems problems = new Problems();
        StorageSetup setup = SetupReader.read("table-4.yaml", """
                name: table-4
                devices: {disk: {kind: hdd, count: 1}}
                hdfs: disk
                shuffle: disk
                nodes: {count: 2}
                daemons:
                  yarn.nodemanager.resource.memory-mb: 65536
                  yarn.scheduler.minimum-allocation-mb: 256
                  dfs.datanode.handler.count: 10
                way: {kind: as-is}
                """, problems)
                .orElseThrow(() -> new AssertionError(problems.report("")));
        return setup;
    }

    private static NodeDaemons daemons(String firstMemory, String secondMemory) {
        return new NodeDaemons(
                List.of(
                        new NodeSettings("a:8042", Map.of(MEMORY, firstMemory)),
                        new NodeSettings("b:8042", Map.of(MEMORY, secondMemory))),
                List.of(new NodeSettings("a:9864", Map.of(HANDLERS, "10")), new NodeSettings("b:9864", Map.of())),
                List.of(),
                List.of());
    }

    @Test
    void daemonsThatReportWhatIsDemandedAreInForce() {
        NodeDaemons alike = new NodeDaemons(
                List.of(new NodeSettings("a:8042", Map.of(MEMORY, "65536"))),
                List.of(new NodeSettings("a:9864", Map.of(HANDLERS, "10"))),
                List.of(),
                List.of());
        SetupInForce found = new DaemonsInForce(alike, Map.of(LEAST, "256"), 2).of(setup());

        assertThat(found.wrong()).isEmpty();
        assertThat(found.warnings()).isEmpty();
    }

    @Test
    void everyDaemonWithAnotherValueIsNamed() {
        SetupInForce found = new DaemonsInForce(daemons("65536", "8192"), Map.of(LEAST, "1024"), 300).of(setup());

        assertThat(found.wrong())
                .containsExactly(
                        "the cluster has 300 nodes with a usable NodeManager, and table-4 declares 2",
                        "dfs.datanode.handler.count is not set for b:9864, and table-4 declares 10: set it there and"
                                + " restart the daemon",
                        "yarn.nodemanager.resource.memory-mb is 8192 for b:8042, and table-4 declares 65536: set it"
                                + " there and restart the daemon",
                        "yarn.scheduler.minimum-allocation-mb is 1024 for the ResourceManager, and table-4 declares"
                                + " 256: set it there and restart the daemon");
        assertThat(found.warnings()).isEmpty();
    }

    @Test
    void whatNoDaemonSaysIsUnknownAndNotWrong() {
        NodeDaemons silent = new NodeDaemons(List.of(), List.of(), List.of(), List.of());
        SetupInForce found = new DaemonsInForce(silent, Map.of(), 2).of(setup());

        assertThat(found.wrong()).isEmpty();
        assertThat(found.warnings())
                .containsExactly(
                        "it is unknown whether dfs.datanode.handler.count is 10, because DataNodes did not answer",
                        "it is unknown whether yarn.nodemanager.resource.memory-mb is 65536, because NodeManagers did"
                                + " not answer",
                        "it is unknown whether yarn.scheduler.minimum-allocation-mb is 256, because the"
                                + " ResourceManager did not answer");
        assertThat(new DaemonsInForce(daemons("${of.another}", "65536"), Map.of(LEAST, "256"), 2)
                        .of(setup())
                        .warnings())
                .containsExactly("it is unknown whether yarn.nodemanager.resource.memory-mb is 65536: a:8042 reports"
                        + " ${of.another}");
    }

    @Test
    void hostsAreReadAndBelongToARunningCluster() {
        String text = """
                name: pilot
                devices: {disk: {kind: hdd, count: 1, paths: [/data/1]}}
                hdfs: disk
                shuffle: disk
                nodes: {hosts: [node-1, 10.0.0.2], count: 2}
                way: {kind: %s}
                """;
        Problems problems = new Problems();
        StorageSetup pilot = SetupReader.read("pilot.yaml", text.formatted("as-is"), problems)
                .orElseThrow();
        assertThat(pilot.demands().hosts()).containsExactly("node-1", "10.0.0.2");
        SetupReader.read("pilot.yaml", text.formatted("embedded"), problems);
        assertThat(problems.report("nothing was started."))
                .contains("nodes: `hosts` are of a running cluster, but Spindle starts one");
    }

    @Test
    void settingsThatNoDaemonReportsOrThatFollowFromDevicesAreRefused() {
        Problems problems = new Problems();
        SetupReader.read("a.yaml", """
                name: a
                devices: {disk: {kind: hdd, count: 1}}
                hdfs: disk
                shuffle: disk
                daemons: {mapreduce.task.io.sort.mb: 100, dfs.datanode.data.dir: /a, yarn.scheduler.capacity.maximum-am-resource-percent: 1}
                nodes: {threads: 0, hosts: [a, a, 'b:8042']}
                way: {kind: as-is}
                """, problems);

        assertThat(problems.report("nothing was started."))
                .contains("mapreduce.task.io.sort.mb: is not a setting that a setup can demand of daemons")
                .contains("dfs.datanode.data.dir: is not a setting")
                .contains("yarn.scheduler.capacity.maximum-am-resource-percent: is not a setting")
                .contains("threads")
                .contains("hosts: listed twice")
                .contains("b:8042");
    }
}
