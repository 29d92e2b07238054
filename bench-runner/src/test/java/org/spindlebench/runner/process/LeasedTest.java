package org.spindlebench.runner.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.runner.cluster.JobSubmitter;
import org.spindlebench.runner.cluster.MemoryStorage;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.cluster.WatchingApplication;
import org.spindlebench.runner.process.Lease.LostException;
import org.spindlebench.runner.run.FakeCluster;

class LeasedTest {
    private static final String DIRECTORY = "/base/c-lease";

    /** All that a client without its lease may do. Whatever else there is, or will be, needs the lease. */
    private static final Set<String> READS = Set.of(
            "bytesByHost",
            "children",
            "damagedBlocks",
            "dataFiles",
            "dataNodeHosts",
            "dataNodes",
            "erasureCodings",
            "exists",
            "files",
            "inherited",
            "isOwn",
            "modified",
            "open",
            "openDecompressed",
            "pendingDeletions",
            "placements",
            "quotas",
            "remaining",
            "remainingByHost",
            "remainingByType",
            "remainingOn",
            "space",
            "status",
            "stored");

    private final List<String> reached = new ArrayList<>();

    static Stream<Class<?>> services() {
        return Stream.of(Storage.class, JobSubmitter.class, WatchingApplication.class);
    }

    /** Returns a service that notes which of its methods are called. */
    private <T> T noting(Class<T> type) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (service, called, any) -> {
                    reached.add(called.getName());
                    return null;
                }));
    }

    private static Object guarded(Leased lease, Object service) throws Exception {
        Method guarding = Arrays.stream(Leased.class.getMethods())
                .filter(method ->
                        method.getName().equals("guarding") && method.getParameterTypes()[0].isInstance(service))
                .findFirst()
                .orElseThrow();
        return guarding.invoke(lease, service);
    }

    private static void call(Object service, Method method) throws Throwable {
        Object[] arguments = Arrays.stream(method.getParameterTypes())
                .map(type -> type == long.class ? (Object) 0L : null)
                .toArray();
        method.setAccessible(true);
        try {
            method.invoke(service, arguments);
        } catch (InvocationTargetException e) {
            // A service that only notes its calls returns null where a number is due.
            if (!(e.getCause() instanceof NullPointerException)) {
                throw e.getCause();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("services")
    void withoutTheLeaseOnlyReadingReachesTheCluster(Class<?> type) throws Throwable {
        Object service = guarded(
                () -> {
                    throw new LostException("another client has taken over");
                },
                noting(type));

        for (Method method : type.getMethods()) {
            if (Modifier.isStatic(method.getModifiers())) {
                continue;
            }
            reached.clear();
            if (READS.contains(method.getName())) {
                call(service, method);
                assertThat(reached).containsExactly(method.getName());
            } else {
                assertThatThrownBy(() -> call(service, method))
                        .as(method.getName())
                        .isInstanceOf(LostException.class);
                assertThat(reached).as(method.getName()).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("services")
    void withTheLeaseEachCallReachesTheClusterAsItIs(Class<?> type) throws Throwable {
        Object service = guarded(Leased.NOT_NEEDED, noting(type));

        for (Method method : type.getMethods()) {
            if (!Modifier.isStatic(method.getModifiers())) {
                reached.clear();
                call(service, method);
                assertThat(reached).containsExactly(method.getName());
            }
        }
    }

    /** A client that is stopped and continued, as by SIGSTOP and SIGCONT, calls next what it was about to call. */
    @Test
    void aClientThatWasPausedPastItsLeaseSubmitsNothing() throws Exception {
        int submissions = 20;
        int refused = 0;
        FakeCluster cluster = new FakeCluster();
        for (int pause = 1; pause <= submissions; pause++) {
            MemoryStorage storage = new MemoryStorage();
            storage.mkdirs(DIRECTORY);
            AtomicLong nanos = new AtomicLong();
            List<String> lost = new ArrayList<>();
            try (Lease lease = Lease.take(storage, DIRECTORY, lost::add, nanos::get)) {
                Leased held = lease::require;
                JobSubmitter submitter = held.guarding((JobSubmitter) cluster);
                submitter.submit(call(), "default", "campaign", "run");
                assertThat(cluster.submitted).as("with the lease").hasSize(1);
                cluster.submitted.clear();

                nanos.addAndGet(Duration.ofMinutes(4 + pause).toNanos());
                storage.put(DIRECTORY + "/_spindle_lease-2", "", 1);
                try {
                    submitter.submit(call(), "default", "campaign", "run");
                } catch (LostException expected) {
                    refused++;
                }
                assertThat(lost).singleElement().asString().contains("another client has taken over");
            }
        }
        assertThat(cluster.submitted).isEmpty();
        assertThat(refused).isEqualTo(submissions);
    }

    private static ToolCall call() {
        return new ToolCall(ToolName.TERAGEN, List.of("10", "/out"), Map.of("dfs.replication", "1"));
    }
}
