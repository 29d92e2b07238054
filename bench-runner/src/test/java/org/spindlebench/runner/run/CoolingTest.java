package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.record.RunRecord.Cache;
import org.spindlebench.jobs.probe.DirtyPages;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.jobs.JobRequest.JobCompletion;
import org.spindlebench.runner.process.CommandOutcome;
import org.spindlebench.runner.process.Interruption;
import org.spindlebench.runner.run.Cooling.CoolingJobs;

class CoolingTest {
    @TempDir
    private Path directory;

    /** Runs a cooling command for a user who does not interrupt it. */
    private static Cache cooled(Cooling.CoolingCommand command, Long dirtyBefore) throws InterruptedException {
        return command.cool(dirtyBefore, new Idle(() -> false));
    }

    /**
     * A cluster that the command does not use.
     *
     * @param stops whether the user wants to end
     * @param dropped what the probe says of dropping caches
     */
    private record Idle(BooleanSupplier stops, Optional<SortedMap<String, String>> dropped) implements CoolingJobs {
        Idle(BooleanSupplier stops) {
            this(stops, Optional.empty());
        }

        @Override
        public Storage storage() {
            throw new UnsupportedOperationException();
        }

        @Override
        public String directory() {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean interrupted() {
            return stops.getAsBoolean();
        }

        @Override
        public Optional<SortedMap<String, String>> dropCaches(Duration limit) {
            return dropped;
        }

        @Override
        public JobCompletion run(String label, ToolCall call) {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void theProbesHaveCooledOnlyIfAllOfThemHave() throws Exception {
        TreeMap<String, String> failed = new TreeMap<>(Map.of("host2", "`sudo -n x` ended with exit code 1"));
        Cooling cooling = new Cooling.ByProbe();

        assertThat(cooling.cool(1L, new Idle(() -> false, Optional.of(new TreeMap<>()))))
                .isEqualTo(new Cache("yarn", true, "the probes dropped the caches of all nodes", 1L));
        assertThat(cooling.cool(1L, new Idle(() -> false, Optional.of(failed))))
                .isEqualTo(new Cache("yarn", false, "host2: `sudo -n x` ended with exit code 1", 1L));
        assertThat(cooling.cool(1L, new Idle(() -> false, Optional.empty())).cooled())
                .isFalse();
    }

    @Test
    void aUserWhoInterruptsEndsTheCommandAndWhatItStarted() throws Exception {
        Path pid = directory.resolve("pid");
        String command = "sleep 600 & echo $! > '" + pid + "'; wait";

        Cache cache = new Cooling.CoolingCommand(command).cool(null, new Idle(() -> hasText(pid)));

        assertThat(cache.cooled()).isFalse();
        assertThat(cache.detail()).contains(Interruption.REASON);
        ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()))
                .ifPresent(
                        sleep -> sleep.onExit().orTimeout(60, TimeUnit.SECONDS).join());
    }

    private static boolean hasText(Path file) {
        return file.toFile().length() > 0;
    }

    @Test
    void aCommandThatExitsZeroHasCooled() throws Exception {
        Path witness = directory.resolve("witness");
        String command = "echo done > '" + witness + "'";

        Cache cache = cooled(new Cooling.CoolingCommand(command), 42L);

        assertThat(cache).isEqualTo(new Cache("command", true, command, 42L));
        assertThat(witness).hasContent("done");
    }

    @Test
    void aCommandThatFailsLeavesTheRunWarmAndSaysWhy() throws Exception {
        Cache failed = cooled(new Cooling.CoolingCommand("echo no such host >&2; exit 3"), null);
        Cache missing = cooled(new Cooling.CoolingCommand("no-such-command-anywhere"), null);

        assertThat(failed.cooled()).isFalse();
        assertThat(failed.detail()).endsWith("exit 3: no such host");
        assertThat(missing.cooled()).isFalse();
        assertThat(missing.detail()).contains("exit 127").contains("not found");
    }

    @Test
    void aCommandThatPrintsNoUtf8HasCooledAllTheSame() throws Exception {
        assertThat(cooled(new Cooling.CoolingCommand("printf '\\351\\n'"), null).cooled())
                .isTrue();
    }

    @Test
    void aProgramThatIsNotThereIsAnOutcomeAndNoException() throws Exception {
        assertThat(CommandOutcome.of(List.of("/no/such/program"), Duration.ofSeconds(9))
                        .ok())
                .isFalse();
    }

    @Test
    void localWritesToTheKernelsFile() throws Exception {
        Path file = directory.resolve("drop_caches");

        Cache cache = new Cooling.LocalCooling(file, true).cool(7L, null);

        assertThat(cache).isEqualTo(new Cache("local", true, "sync; drop_caches=3", 7L));
        assertThat(Files.readString(file)).isEqualTo("3\n");
    }

    @Test
    void localIsWarmWhereOtherHostsStayWarm() throws Exception {
        Cache cache = new Cooling.LocalCooling(directory.resolve("drop_caches"), false).cool(null, null);

        assertThat(cache.cooled()).isFalse();
        assertThat(cache.detail()).contains("this host only");
    }

    @Test
    void localWithoutTheRightToWriteIsWarmAndSaysSo() throws Exception {
        Cache cache = new Cooling.LocalCooling(directory.resolve("absent/drop_caches"), true).cool(null, null);

        assertThat(cache.cooled()).isFalse();
        assertThat(cache.detail()).contains("are you root?");
    }

    @Test
    void offCoolsNothing() {
        assertThat(new Cooling.NoCooling().cool(1L, null)).isEqualTo(new Cache("off", false, null, 1L));
    }

    @Test
    void dirtyPagesAreDirtyPlusWriteback() throws IOException {
        Path meminfo = directory.resolve("meminfo");
        Files.writeString(meminfo, """
                MemTotal:       24629248 kB
                Dirty:               100 kB
                Writeback:            28 kB
                WritebackTmp:          9 kB
                """);

        assertThat(new DirtyPages(meminfo).bytes()).isEqualTo(128 << 10);
    }

    @Test
    void dirtyPagesAreUnknownWhereTheKernelDoesNotSay() throws Exception {
        Path empty = Files.writeString(directory.resolve("meminfo"), "MemTotal: 1 kB\n");

        assertThat(new DirtyPages(directory.resolve("absent")).bytes()).isNull();
        assertThat(new DirtyPages(directory.resolve("absent")).settle(Duration.ZERO))
                .isNull();
        assertThat(new DirtyPages(empty).bytes()).isNull();
    }

    @Test
    void waitingForDirtyPagesEndsAtItsLimitWithWhatIsLeft() throws Exception {
        Path many = Files.writeString(directory.resolve("meminfo"), "Dirty: 1048576 kB\n");

        assertThat(new DirtyPages(many).settle(Duration.ofMillis(150))).isEqualTo(1L << 30);
    }
}
