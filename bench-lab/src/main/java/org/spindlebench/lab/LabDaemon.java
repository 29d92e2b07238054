package org.spindlebench.lab;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.spindlebench.runner.lab.EmulatedDisk;
import org.spindlebench.runner.lab.LabDirectory;
import org.spindlebench.runner.lab.LabState;
import org.spindlebench.runner.lab.LabState.Way;

/** The process that serves a laboratory's disks. Its only argument is {@link #MARK} and the laboratory's directory. */
public final class LabDaemon {
    /** By this word before the directory, the process is found again. */
    static final String MARK = "laboratory=";

    private static final long LOOK_MILLISECONDS = 500;

    private final LabDirectory directory;
    private final List<DiskServer> servers = new ArrayList<>();

    private LabDaemon(LabDirectory directory) {
        this.directory = directory;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        LabDirectory directory = new LabDirectory(Path.of(args[0].substring(MARK.length())));
        LabState state =
                LabState.read(directory).orElseThrow(() -> new IOException("there is no " + directory.state()));
        new LabDaemon(directory).serve(state);
    }

    /** Returns the class path with which this class can run in a process of its own. */
    static String classPath() {
        Set<String> paths = new LinkedHashSet<>();
        for (Class<?> needed : List.of(LabDaemon.class, LabState.class)) {
            paths.add(Path.of(URI.create(needed.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toString()))
                    .toString());
        }
        paths.add(System.getProperty("java.class.path"));
        return String.join(":", paths);
    }

    /** Starts a thread that ends with the process. */
    static void start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Serves the disks until the owner ends, and then takes the laboratory down. Without an owner, serves forever. */
    private void serve(LabState state) throws IOException, InterruptedException {
        for (EmulatedDisk disk : state.disks()) {
            RequestLog log = state.requestLogs() == null
                    ? RequestLog.none()
                    : RequestLog.to(Path.of(state.requestLogs(), disk.name() + ".csv"));
            Runtime.getRuntime().addShutdownHook(new Thread(log::close));
            DiskServer server = new DiskServer(disk, directory.backing(disk.name()), log);
            servers.add(server);
            ServerSocketChannel socket = listen(directory.socket(disk.name()));
            start(disk.name(), () -> accept(socket, client -> serve(client, server)));
        }
        // Last, because whoever started this process waits for it.
        ServerSocketChannel control = listen(directory.control());
        start("control", () -> accept(control, this::obey));
        while (state.owner() == null || state.owner().lives()) {
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLISECONDS);
        }
        List<String> left = LocalLaboratory.remove(directory);
        left.forEach(System.err::println);
    }

    /** Serves a client, and closes its channel. */
    private interface Service {
        void serve(SocketChannel client) throws IOException;
    }

    private static ServerSocketChannel listen(Path path) throws IOException {
        Files.deleteIfExists(path);
        ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        socket.bind(UnixDomainSocketAddress.of(path));
        Files.setPosixFilePermissions(path, LabDevices.OURS);
        return socket;
    }

    private static void accept(ServerSocketChannel socket, Service service) {
        try {
            while (true) {
                SocketChannel client = socket.accept();
                start(Thread.currentThread().getName() + "<", () -> serve(client, service));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void serve(SocketChannel accepted, Service service) {
        try (SocketChannel client = accepted) {
            service.serve(client);
        } catch (IOException e) {
            System.err.println(Thread.currentThread().getName() + ": " + e.getMessage());
        }
    }

    private static void serve(SocketChannel client, DiskServer server) throws IOException {
        new NbdConnection(client, server).run();
    }

    /** Obeys one command: {@code pace}, {@code unpace NANOSECONDS} or {@code statistics}. */
    private void obey(SocketChannel client) throws IOException {
        String line = new BufferedReader(new InputStreamReader(Channels.newInputStream(client), StandardCharsets.UTF_8))
                .readLine();
        String[] words = line == null ? new String[] {""} : line.split(" ");
        switch (words[0]) {
            case "pace" -> {
                Way way = LabState.read(directory).map(LabState::way).orElse(Way.NONE);
                servers.forEach(server -> server.pace(way == null ? Way.NONE : way));
            }
            case "unpace" -> servers.forEach(server -> server.unpace(Long.parseLong(words[1])));
            case "statistics" ->
                send(client, servers.stream().map(DiskServer::statistics).collect(Collectors.joining("\n")));
            default -> send(client, "not a command");
        }
    }

    private static void send(SocketChannel client, String text) throws IOException {
        ByteBuffer bytes = StandardCharsets.UTF_8.encode(text + "\n");
        while (bytes.hasRemaining()) {
            client.write(bytes);
        }
    }

    /** Gives a laboratory's daemon a command, and returns its answer. */
    static String command(LabDirectory directory, String line) throws IOException {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(directory.control()))) {
            send(channel, line);
            byte[] answer = Channels.newInputStream(channel).readAllBytes();
            return new String(answer, StandardCharsets.UTF_8).strip();
        }
    }
}
