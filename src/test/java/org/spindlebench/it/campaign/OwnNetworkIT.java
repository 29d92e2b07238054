package org.spindlebench.it.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

    /** Returns a port on which a process's network listens at 127.0.0.1; empty if there is none. */
    private static Optional<Integer> port(long pid) throws IOException {
        List<String> sockets = new ArrayList<>(Files.readAllLines(Path.of("/proc/" + pid + "/net/tcp")));
        sockets.addAll(Files.readAllLines(Path.of("/proc/" + pid + "/net/tcp6")));
        return sockets.stream()
                .map(line -> line.strip().split("\\s+"))
                .filter(fields -> fields.length > 3 && fields[3].equals(LISTENS) && fields[1].contains(LOOPBACK))
                .map(fields -> Integer.parseInt(fields[1].substring(fields[1].indexOf(':') + 1), 16))
                .findFirst();
    }

    private static int asNobody(String... command) throws IOException, InterruptedException {
        List<String> all = Stream.concat(
                        Stream.of("setpriv", "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups", "--"),
                        Stream.of(command))
                .toList();
        return new ProcessBuilder(all)
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

    private static int connect(int port) throws IOException, InterruptedException {
        return asNobody("bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/" + port);
    }

    @Test
    void noOtherUserReachesADaemon() throws Exception {
        ClientRun client = start();
        assertThat(Await.within(
                        LIMIT,
                        () -> !client.process().isAlive()
                                || (client.process().children().findFirst().isPresent()
                                        && hasOwnNetwork(daemons(client))
                                        && port(daemons(client).pid()).isPresent())))
                .as(client::tails)
                .isTrue();
        ProcessHandle daemons = daemons(client);
        int port = port(daemons.pid()).orElseThrow();
        assertThat(hasOwnNetwork(daemons)).isTrue();

        assertThat(connect(port)).as("a connection to port " + port).isNotZero();
        assertThat(asNobody("nsenter", "--net=/proc/" + daemons.pid() + "/ns/net", "true"))
                .as("another user enters the network")
                .isNotZero();

        assertThat(client.waitFor()).as(client::tails).isZero();
    }

    @Test
    @EnabledIfSystemProperty(named = "spindle.it.faults", matches = "true")
    void withShareHostEveryUserReachesThem() throws Exception {
        ClientRun client = start("--share-host");
        Optional<Integer> before = port(ProcessHandle.current().pid());
        assertThat(Await.within(LIMIT, () -> port(daemons(client).pid())
                        .filter(port -> !before.equals(Optional.of(port)))
                        .isPresent()))
                .as(client::tails)
                .isTrue();

        assertThat(connect(port(daemons(client).pid()).orElseThrow())).isZero();

        assertThat(client.waitFor()).as(client::tails).isZero();
    }
}
