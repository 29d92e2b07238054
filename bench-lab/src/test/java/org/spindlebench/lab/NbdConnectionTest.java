package org.spindlebench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.runner.lab.EmulatedDisk;

class NbdConnectionTest {
    private static final int SIZE = 1 << 20;

    @TempDir
    private Path directory;

    private DiskServer server;
    private SocketChannel client;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    @BeforeEach
    void connect() throws IOException {
        Path file = directory.resolve("backing");
        try (RandomAccessFile backing = new RandomAccessFile(file.toFile(), "rw")) {
            backing.setLength(SIZE);
        }
        EmulatedDisk disk = new EmulatedDisk("hdd-1", SIZE, true, 1e9, 1e9, 1, 0, 1, 0, 0, List.of(), List.of());
        server = new DiskServer(disk, file, RequestLog.to(directory.resolve("log.csv")));
        UnixDomainSocketAddress address = UnixDomainSocketAddress.of(directory.resolve("s"));
        try (ServerSocketChannel listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            listening.bind(address);
            client = SocketChannel.open(address);
            SocketChannel accepted = listening.accept();
            DiskServer.start("connection", () -> {
                try (accepted) {
                    new NbdConnection(accepted, server).run();
                    ended.complete(null);
                } catch (IOException e) {
                    ended.completeExceptionally(e);
                }
            });
        }
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        server.close();
    }

    private void send(ByteBuffer filled) throws IOException {
        filled.flip();
        while (filled.hasRemaining()) {
            client.write(filled);
        }
    }

    private ByteBuffer receive(int bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(bytes);
        while (buffer.hasRemaining()) {
            assertThat(client.read(buffer))
                    .as("the server closed the connection")
                    .isPositive();
        }
        return buffer.flip();
    }

    private void option(int kind, byte... data) throws IOException {
        send(ByteBuffer.allocate(16 + data.length)
                .putLong(NbdConnection.OPTION_MAGIC)
                .putInt(kind)
                .putInt(data.length)
                .put(data));
    }

    private void greet() throws IOException {
        ByteBuffer greeting = receive(18);
        assertThat(greeting.getLong()).isEqualTo(NbdConnection.MAGIC);
        assertThat(greeting.getLong()).isEqualTo(NbdConnection.OPTION_MAGIC);
        assertThat(greeting.getShort()).isEqualTo((short) 3);
        send(ByteBuffer.allocate(4).putInt(3));
    }

    private ByteBuffer reply(int option, int type, int length) throws IOException {
        ByteBuffer reply = receive(20);
        assertThat(reply.getLong()).isEqualTo(NbdConnection.OPTION_REPLY_MAGIC);
        assertThat(reply.getInt()).isEqualTo(option);
        assertThat(reply.getInt()).isEqualTo(type);
        assertThat(reply.getInt()).isEqualTo(length);
        return receive(length);
    }

    private void go() throws IOException {
        greet();
        option(NbdConnection.OPTION_GO, new byte[6]);
        ByteBuffer info = reply(NbdConnection.OPTION_GO, NbdConnection.REPLY_INFO, 12);
        assertThat(info.getShort()).isZero();
        assertThat(info.getLong()).isEqualTo(SIZE);
        assertThat(info.getShort() & 1 << 4).as("rotational").isNotZero();
        reply(NbdConnection.OPTION_GO, NbdConnection.REPLY_ACK, 0);
    }

    private void request(short type, long handle, long offset, int length) throws IOException {
        send(ByteBuffer.allocate(28)
                .putInt(NbdConnection.REQUEST_MAGIC)
                .putShort((short) 0)
                .putShort(type)
                .putLong(handle)
                .putLong(offset)
                .putInt(length));
    }

    private int error(long handle) throws IOException {
        ByteBuffer reply = receive(16);
        assertThat(reply.getInt()).isEqualTo(NbdConnection.REPLY_MAGIC);
        int error = reply.getInt();
        assertThat(reply.getLong()).isEqualTo(handle);
        return error;
    }

    @ParameterizedTest
    @CsvSource({"0, 4096", "1024, 1024", "4095, 2", "511, 70000", "983040, 65536"})
    void whatWasWrittenIsReadWhateverItsPlaceAndSize(long offset, int length) throws Exception {
        go();
        byte[] before = new byte[SIZE];
        new Random(1).nextBytes(before);
        request(NbdConnection.WRITE, 1, 0, SIZE);
        send(ByteBuffer.allocate(SIZE).put(before));
        assertThat(error(1)).isZero();
        byte[] data = new byte[length];
        new Random(2).nextBytes(data);
        request(NbdConnection.WRITE, 2, offset, length);
        send(ByteBuffer.allocate(length).put(data));
        assertThat(error(2)).isZero();
        request(NbdConnection.FLUSH, 3, 0, 0);
        assertThat(error(3)).isZero();

        System.arraycopy(data, 0, before, (int) offset, length);
        request(NbdConnection.READ, 4, 0, SIZE);
        assertThat(error(4)).isZero();
        assertThat(receive(SIZE).array()).isEqualTo(before);
        request(NbdConnection.READ, 5, offset, length);
        assertThat(error(5)).isZero();
        assertThat(receive(length).array()).isEqualTo(data);
        assertThat(Files.readAllBytes(directory.resolve("backing"))).isEqualTo(before);
    }

    @Test
    void requestsBeyondTheEndFailAndTheNextIsServed() throws Exception {
        go();
        request(NbdConnection.WRITE, 7, SIZE - 4096, 8192);
        send(ByteBuffer.allocate(8192).put(new byte[8192]));
        assertThat(error(7)).isEqualTo(NbdConnection.EINVAL);
        request(NbdConnection.READ, 8, SIZE, 4096);
        assertThat(error(8)).isEqualTo(NbdConnection.EINVAL);
        request((short) 4, 9, 0, 4096);
        assertThat(error(9)).isEqualTo(NbdConnection.EINVAL);
        request(NbdConnection.READ, 10, 0, 4096);
        assertThat(error(10)).isZero();
        assertThat(receive(4096).array()).containsOnly(0);
    }

    @Test
    void aClientThatDisconnectsEndsTheConnection() throws Exception {
        go();
        request(NbdConnection.DISCONNECT, 0, 0, 0);
        ended.get(30, TimeUnit.SECONDS);
    }

    @Test
    void unknownOptionsAreRefusedAndOthersAnswered() throws Exception {
        greet();
        option(99);
        reply(99, NbdConnection.REPLY_UNSUPPORTED, 0);
        option(NbdConnection.OPTION_LIST);
        assertThat(reply(NbdConnection.OPTION_LIST, NbdConnection.REPLY_SERVER, 4)
                        .getInt())
                .isZero();
        reply(NbdConnection.OPTION_LIST, NbdConnection.REPLY_ACK, 0);
        option(NbdConnection.OPTION_ABORT);
        reply(NbdConnection.OPTION_ABORT, NbdConnection.REPLY_ACK, 0);
        ended.get(30, TimeUnit.SECONDS);
    }

    @Test
    void anOldClientGetsTheExportAtOnce() throws Exception {
        greet();
        option(NbdConnection.OPTION_EXPORT_NAME);
        assertThat(receive(10).getLong()).isEqualTo(SIZE);
        request(NbdConnection.READ, 1, 0, 512);
        assertThat(error(1)).isZero();
        assertThat(receive(512).array()).containsOnly(0);
    }

    @Test
    void whatIsNoRequestEndsTheConnection() throws Exception {
        go();
        send(ByteBuffer.allocate(28).put(new byte[28]));
        assertThatThrownBy(() -> ended.get(30, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasMessageContaining("not a request of NBD");
    }

    @Test
    void everyRequestIsLogged() throws Exception {
        go();
        request(NbdConnection.READ, 1, 8192, 4096);
        assertThat(error(1)).isZero();
        receive(4096);
        request(NbdConnection.WRITE, 2, 4096, 512);
        send(ByteBuffer.allocate(512).put(new byte[512]));
        assertThat(error(2)).isZero();
        server.close();
        assertThat(Files.readAllLines(directory.resolve("log.csv"))).hasSize(3).satisfies(lines -> {
            assertThat(lines.get(0)).isEqualTo("time_us,op,offset,length");
            assertThat(lines.get(1)).matches("[0-9]{16},read,8192,4096");
            assertThat(lines.get(2)).matches("[0-9]{16},write,4096,512");
        });
    }
}
