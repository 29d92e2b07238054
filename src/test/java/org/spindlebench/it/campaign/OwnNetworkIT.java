package org.spindlebench.it.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.it.campaign.SpindleCommand.OwnNetworks;
import org.spindlebench.it.cluster.Await;
import org.spindlebench.it.cluster.ClientRun;

/**
 * Another user of the host tries to reach the daemons of an embedded cluster. Needs root, to become that user. Runs 1
 * MapReduce job, and 1 more with the profile {@code faults}.
 */
class OwnNetworkIT {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final String NOBODY = "65534";
    private static final String LISTENS = "0A";
    private static final String LOOPBACK = "0100007F:";
    private static final int DAEMONS = 5;

    @TempDir
    private Path directory;

    @BeforeEach
    void needsRoot() throws IOException {
        assumeTrue(OwnNetworks.arePossible(), "this machine permits no namespaces");
        assumeTrue(
                Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0), "only root can become another user");
    }

    private ClientRun start(String... more) throws IOException {
        List<String> arguments = Stream.concat(
                        Stream.of(
                                "run",
                                "--embedded",
                                "--suite",
                                "quick",
                                "--jobs",
                                "teragen",
                                "--repeats",
                                "1",
                                "--bytes-per-node",
                                "1MB"),
                        Stream.of(more))
                .toList();
        return new SpindleCommand(directory).start(LIMIT, arguments.toArray(new String[0]));
    }

    /** Returns the process of the JVM with the daemons: the client's, or its child. */
    private static ProcessHandle daemons(ClientRun client) {
        ProcessHandle first = client.process().toHandle();
        return first.children().findFirst().orElse(first);
    }

    /**
     * Returns the ports on which a process's network listens at 127.0.0.1. A single one may be a search for a free
     * port, which ends at once.
     */
    private static Set<Integer> ports(ProcessHandle process) throws IOException {
        long pid = process.pid();
        List<String> sockets = new ArrayList<>(Files.readAllLines(Path.of("/proc/" + pid + "/net/tcp")));
        sockets.addAll(Files.readAllLines(Path.of("/proc/" + pid + "/net/tcp6")));
        return sockets.stream()
                .map(line -> line.strip().split("\\s+"))
                .filter(fields -> fields.length > 3 && fields[3].equals(LISTENS) && fields[1].contains(LOOPBACK))
                .map(fields -> Integer.parseInt(fields[1].substring(fields[1].indexOf(':') + 1), 16))
                .collect(Collectors.toSet());
    }

    private static int asNobody(String... command) throws IOException, InterruptedException {
        return run(Stream.concat(
                        Stream.of("setpriv", "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups", "--"),
                        Stream.of(command))
                .toList());
    }

    private static int run(List<String> command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    /** Before the daemons have a network of their own, they see ports of other tests. */
    private static boolean hasOwnNetwork(ProcessHandle daemons) throws IOException {
        return !Files.readSymbolicLink(Path.of("/proc/" + daemons.pid() + "/ns/net"))
                .equals(Files.readSymbolicLink(Path.of("/proc/self/ns/net")));
    }

    private static String connect(int port) {
        return "exec 3<>/dev/tcp/127.0.0.1/" + port;
    }

    @Test
    void noOtherUserReachesADaemon() throws Exception {
        ClientRun client = start();
        assertThat(Await.within(
                        LIMIT,
                        () -> !client.process().isAlive()
                                || (client.process().children().findFirst().isPresent()
                                        && hasOwnNetwork(daemons(client))
                                        && ports(daemons(client)).size() >= DAEMONS)))
                .as(client::tails)
                .isTrue();
        ProcessHandle daemons = daemons(client);
        String network = "--net=/proc/" + daemons.pid() + "/ns/net";
        int port = -1;
        for (int listening : ports(daemons)) {
            if (run(List.of("nsenter", network, "bash", "-c", connect(listening))) == 0) {
                port = listening;
            }
        }
        assertThat(port).as("a port that root reaches inside the network").isPositive();

        assertThat(asNobody("bash", "-c", connect(port)))
                .as("a connection to port " + port)
                .isNotZero();
        assertThat(asNobody("nsenter", network, "true"))
                .as("another user enters the network")
                .isNotZero();

        assertThat(client.waitFor()).as(client::tails).isZero();
    }

    @Test
    @EnabledIfSystemProperty(named = "spindle.it.faults", matches = "true")
    void withShareHostEveryUserReachesThem() throws Exception {
        ClientRun client = start("--share-host");
        Set<Integer> before = ports(ProcessHandle.current());
        assertThat(Await.within(LIMIT, () -> {
                    for (int port : ports(daemons(client))) {
                        if (!before.contains(port) && asNobody("bash", "-c", connect(port)) == 0) {
                            return true;
                        }
                    }
                    return false;
                }))
                .as(client::tails)
                .isTrue();

        assertThat(client.waitFor()).as(client::tails).isZero();
    }
}
