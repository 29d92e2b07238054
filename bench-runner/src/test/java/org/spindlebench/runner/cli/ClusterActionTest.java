package org.spindlebench.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.spindlebench.runner.campaign.CampaignConsole;
import org.spindlebench.runner.campaign.CampaignRequest;
import org.spindlebench.runner.campaign.Command;
import org.spindlebench.runner.cluster.ClusterUnreachableException;
import org.spindlebench.runner.console.ClusterAction;
import org.spindlebench.runner.console.CommandText;

class ClusterActionTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int report(List<String> problems) {
        CampaignRequest request =
                new CampaignRequest(Command.CHECK, null, null, List.of(), null, null, stream(out), stream(err));
        return CampaignConsole.report(problems, request);
    }

    private int guarded(ClusterAction action) {
        return ClusterAction.guarded(stream(err), action);
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private String complaints() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aCheckWithoutProblemsExitsZero() {
        assertThat(report(List.of())).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8).strip()).isEqualTo("Nothing prevents the plan from running.");
        assertThat(complaints()).isEmpty();
    }

    @Test
    void problemsArePrintedAllAndExitTwo() {
        assertThat(report(List.of("one", "two"))).isEqualTo(2);
        assertThat(complaints().lines())
                .containsExactly("error: one", "error: two", "2 problems; nothing was started.");
        assertThat(out.size()).isZero();
    }

    @Test
    void aClusterThatCannotBeReachedExitsThree() {
        assertThat(guarded(() -> {
                    throw new ClusterUnreachableException("set HADOOP_CONF_DIR", null);
                }))
                .isEqualTo(3);
        assertThat(complaints().strip()).isEqualTo("error: set HADOOP_CONF_DIR");
    }

    @Test
    void aFailureOnTheWayExitsOneAndAWrongSettingTwo() {
        assertThat(guarded(() -> {
                    throw new IOException("HDFS is gone");
                }))
                .isEqualTo(1);
        assertThat(guarded(() -> {
                    throw new IllegalArgumentException("mapreduce.map.memory.mb is '2g', not a whole number");
                }))
                .isEqualTo(2);
        assertThat(complaints().lines())
                .containsExactly("error: HDFS is gone", "error: mapreduce.map.memory.mb is '2g', not a whole number");
    }

    @Test
    void anActionsOwnCodeIsKept() {
        assertThat(guarded(() -> 4)).isEqualTo(4);
    }

    @Test
    void anInterruptionExitsOneAndIsNotSwallowed() {
        assertThat(guarded(() -> {
                    throw new InterruptedException();
                }))
                .isEqualTo(1);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void aDirectoryBelowTheWorkingDirectoryIsShownRelative() {
        assertThat(CommandText.shown(Path.of("results/x").toAbsolutePath())).isEqualTo("results/x");
        assertThat(CommandText.shown(Path.of("/elsewhere/x"))).isEqualTo("/elsewhere/x");
    }
}
