package org.spindlebench.runner.devices;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.spindlebench.jobs.device.DeviceProbe;
import org.spindlebench.jobs.probe.layout.Finding;
import org.spindlebench.runner.devices.HostTurns.HostReports;

class DeviceLeftoversTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private DeviceLeftovers leftovers(boolean dryRun) {
        return new DeviceLeftovers(
                dryRun,
                List.of(),
                Optional.empty(),
                "spindle",
                Instant.EPOCH,
                null,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private static HostReports answers(Map<String, List<Finding>> findings, String... silent) {
        return new HostReports(new TreeMap<>(findings), Set.of(silent));
    }

    private static Finding left(String path) {
        return new Finding(DeviceProbe.LEFT, path, new TreeMap<>());
    }

    @Test
    void whatWasFoundIsListedByHost() {
        HostReports answers = answers(Map.of(
                "n1", List.of(left("/d/1/spindle-devices-1")), "n2", List.of(left("/d/\u001b[2J\u009b2J\u202e"))));
        assertThat(leftovers(true).report(answers)).isZero();
        assertThat(leftovers(false).report(answers)).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .containsExactly(
                        "would remove /d/1/spindle-devices-1 on n1",
                        "would remove /d/?[2J?2J? on n2",
                        "removed /d/1/spindle-devices-1 on n1",
                        "removed /d/?[2J?2J? on n2");
    }

    @Test
    void aHostThatDoesNotAnswerIsAnError() {
        assertThat(leftovers(false).report(answers(Map.of(), "n3"))).isEqualTo(1);
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("Measurements of devices have left nothing.");
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("error: n3 did not answer in time");
    }
}
