package org.spindlebench.runner.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.spindlebench.runner.run.Fixtures.GIB;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.runner.cluster.ClusterShape.NodeShape;
import org.spindlebench.runner.cluster.ContainerPace;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.run.Fixtures;
import org.spindlebench.runner.run.Sizing;

class WaveStartTest {
    private static final String KEY = "yarn.scheduler.capacity.per-node-heartbeat.maximum-offswitch-assignments";

    private static RunSpec placed(String job, String placement) {
        RunSpec plain = Fixtures.spec(1, job, 1000);
        return new RunSpec(
                plain.id(), 1, 1, 1, job, plain.size(), plain.settings(), Map.of(JobKeys.PLACEMENT, placement));
    }

    private static Sizing sizing() {
        return Fixtures.sizing(
                Fixtures.shape(2, new NodeShape("a", 41 * GIB, 0, 41, 0), new NodeShape("b", 41 * GIB, 0, 41, 0)));
    }

    private static List<String> lines(ContainerPace pace, Map<RunSpec, Double> expected, RunSpec... runs) {
        return new WaveStart(sizing(), pace).describe(List.of(runs), expected);
    }

    @Test
    void tasksThatAskForAnyHostStartOneASecondOnEachNode() {
        List<String> lines = lines(
                ContainerPace.usual(),
                Map.of(),
                placed("hdfs-write", "hosts"),
                placed("teragen", "hosts"),
                placed("hdfs-write", "any"),
                placed("shuffle", "hosts"),
                Fixtures.spec(1, "terasort", 1000),
                Fixtures.spec(1, "dfsio-read", 1000),
                Fixtures.spec(1, "teravalidate", 1000));

        assertThat(lines)
                .containsExactly(
                        "Start of one wave (a heartbeat of a node each 1.0 s; 1 container a heartbeat for any host: "
                                + KEY + ", assumed, since the ResourceManager does not show it):",
                        "  hdfs-write, teragen, dfsio-read: 41 maps a node that ask for a host take 1 s",
                        "  hdfs-write: 41 maps a node that ask for any host take 41 s",
                        "  shuffle: 41 maps a node that ask for a host take 1 s; 41 reduces a node that ask for any host"
                                + " take 41 s",
                        "  terasort: 41 reduces a node that ask for any host take 41 s");
    }

    @Test
    void aStartOfMoreThanATenthOfTheTimeIsAWarningThatNamesTheKey() {
        RunSpec shuffle = placed("shuffle", "hosts");
        assertThat(lines(ContainerPace.usual(), Map.of(shuffle, 401.0), shuffle))
                .hasSize(2);
        assertThat(lines(ContainerPace.usual(), Map.of(shuffle, 399.0), shuffle))
                .last()
                .isEqualTo(
                        "warning: YARN takes about 40 s to start the tasks of shuffle, which is 10 % of the 399 s that"
                                + " the job is expected to take, so fast storage looks like slow storage; raise " + KEY
                                + ", or the bytes per node");
    }

    @Test
    void nothingIsSaidOfASchedulerThatDoesNotWaitForHeartbeats() {
        ContainerPace pace = new ContainerPace(
                Duration.ofSeconds(1), ContainerPace.UNLIMITED, ContainerPace.UNLIMITED, KEY, List.of());
        RunSpec shuffle = placed("shuffle", "hosts");
        assertThat(lines(pace, Map.of(shuffle, 1.0), shuffle)).isEmpty();
    }
}
