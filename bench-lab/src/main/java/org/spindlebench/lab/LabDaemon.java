package org.spindlebench.lab;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.MappedByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.spindlebench.runner.lab.EmulatedDisk;
import org.spindlebench.runner.lab.LabDirectory;
import org.spindlebench.runner.lab.LabState;
import org.spindlebench.runner.lab.LabState.Way;

/** The process that serves a laboratory's disks. Its only argument is {@link LabProcess#MARK} and the directory. */
public final class LabDaemon {
    private static final long LOOK_MILLISECONDS = 500;

    /** Within this time, the containers of a small machine allocate some MiB. */
    private static final long FOLLOW_MILLISECONDS = 50;

    private final LabDirectory directory;
    private final List<DiskServer> servers = new ArrayList<>();
    private final Map<Path, MappedByteBuffer> kept = new ConcurrentHashMap<>();

    /** The limit of the page cache of the cluster's processes, in bytes; 0 for no limit. */
    private volatile long pageCache;

    private LabDaemon(LabDirectory directory) {
        this.directory = directory;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        LabDirectory directory = new LabDirectory(Path.of(args[0].substring(LabProcess.MARK.length())));
        LabState state =
                LabState.read(directory).orElseThrow(() -> new IOException("there is no " + directory.state()));
        new LabDaemon(directory).serve(state);
    }

    /** Serves the disks until the owner ends, and then removes the laboratory. Without an owner, it serves forever. */
    private void serve(LabState state) throws IOException, InterruptedException {
        for (EmulatedDisk disk : state.disks()) {
            RequestLog log = state.requestLogs() == null
                    ? RequestLog.none()
                    : RequestLog.to(Path.of(state.requestLogs(), disk.name() + ".csv"));
            Runtime.getRuntime().addShutdownHook(new Thread(log::close));
            DiskServer server = new DiskServer(disk, directory.backing(disk.name()), log);
            servers.add(server);
            ServerSocketChannel socket = listen(directory.socket(disk.name()));
            DiskServer.start(disk.name(), () -> accept(socket, client -> serve(client, server)));
        }
        // This comes last, because the process that started this one waits for it.
        ServerSocketChannel control = listen(directory.control());
        DiskServer.start("control", () -> accept(control, this::obey));
        DiskServer.start("memory", this::followMemory);
        while (state.owner() == null || state.owner().lives()) {
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLISECONDS);
        }
        List<String> left = new LabDevices(directory).remove();
        left.forEach(System.err::println);
    }

    private void followMemory() {
        Optional<CacheLimit> group = Optional.empty();
        long limit = 0;
        String said = "";
        while (true) {
            try {
                TimeUnit.MILLISECONDS.sleep(FOLLOW_MILLISECONDS);
                if (pageCache > 0 && group.isEmpty()) {
                    group = CacheLimit.of(directory);
                }
                limit = group.isEmpty() ? 0 : group.get().follow(pageCache, limit);
            } catch (InterruptedException e) {
                return;
            } catch (IOException | RuntimeException e) {
                // For example, the kernel cannot reach a limit at once. It may reach the next limit.
                if (!said.equals(String.valueOf(e))) {
                    said = String.valueOf(e);
                    System.err.println("memory: " + said);
                }
            }
        }
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
                DiskServer.start(Thread.currentThread().getName() + "<", () -> serve(client, service));
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

    /**
     * Keeps a file in memory, outside the node's group. Otherwise the programs of containers would take the node's page
     * cache, and be read again whenever it is dropped. Disks that stay serve several visits, so a file is kept once.
     */
    private void keep(Path file) throws IOException {
        if (kept.containsKey(file)) {
            return;
        }
        try (FileChannel channel = FileChannel.open(file)) {
            kept.put(
                    file,
                    channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size())
                            .load());
        }
    }

    /**
     * Carries out one command: {@code pace}, {@code unpace NANOSECONDS}, {@code keep FILE}, {@code memory BYTES} or
     * {@code statistics}.
     */
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
            case "keep" -> keep(Path.of(line.substring("keep ".length())));
            case "memory" -> pageCache = Long.parseLong(words[1]);
            case "statistics" ->
                LabDevices.send(
                        client, servers.stream().map(DiskServer::statistics).collect(Collectors.joining("\n")));
            default -> LabDevices.send(client, "not a command");
        }
    }
}
