package org.spindlebench.lab;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import org.spindlebench.lab.DiskModel.DiskRequest;

/**
 * One client of an emulated disk, by the NBD protocol: fixed newstyle negotiation, simple replies. Reads, writes and
 * flushes are served. A flush costs nothing, because no write is delayed.
 *
 * @see <a href="https://github.com/NetworkBlockDevice/nbd/blob/master/doc/proto.md">The NBD protocol</a>
 */
final class NbdConnection {
    static final long MAGIC = 0x4e42444d41474943L;
    static final long OPTION_MAGIC = 0x49484156454F5054L;
    static final long OPTION_REPLY_MAGIC = 0x3e889045565a9L;
    static final int REQUEST_MAGIC = 0x25609513;
    static final int REPLY_MAGIC = 0x67446698;
    static final short FIXED_NEWSTYLE = 1;
    static final short NO_ZEROES = 2;
    static final int OPTION_EXPORT_NAME = 1;
    static final int OPTION_ABORT = 2;
    static final int OPTION_LIST = 3;
    static final int OPTION_INFO = 6;
    static final int OPTION_GO = 7;
    static final int REPLY_ACK = 1;
    static final int REPLY_SERVER = 2;
    static final int REPLY_INFO = 3;
    static final int REPLY_UNSUPPORTED = 1 << 31 | 1;
    static final short READ = 0;
    static final short WRITE = 1;
    static final short DISCONNECT = 2;
    static final short FLUSH = 3;
    static final int EIO = 5;
    static final int EINVAL = 22;

    private static final int HAS_FLAGS = 1;
    private static final int SEND_FLUSH = 1 << 2;
    private static final int SEND_FUA = 1 << 3;
    private static final int ROTATIONAL = 1 << 4;
    private static final int MULTI_CONN = 1 << 8;
    private static final int LARGEST_OPTION = 1 << 16;
    private static final int LARGEST_REQUEST = 1 << 25;
    private static final int ZEROES = 124;

    private final ByteChannel channel;
    private final DiskServer server;
    private final ByteBuffer header = ByteBuffer.allocateDirect(28);

    NbdConnection(ByteChannel channel, DiskServer server) {
        this.channel = channel;
        this.server = server;
    }

    /**
     * Serves the client until it leaves.
     *
     * @throws IOException if the connection breaks, or the client does not speak the protocol
     */
    void run() throws IOException {
        if (negotiate()) {
            while (true) {
                ByteBuffer request = receive(28);
                if (request.getInt() != REQUEST_MAGIC) {
                    throw new IOException("not a request of NBD");
                }
                request.getShort();
                short type = request.getShort();
                long handle = request.getLong();
                long offset = request.getLong();
                int length = request.getInt();
                if (type == DISCONNECT) {
                    return;
                }
                take(type, handle, offset, length);
            }
        }
    }

    private boolean negotiate() throws IOException {
        send(ByteBuffer.allocate(18).putLong(MAGIC).putLong(OPTION_MAGIC).putShort((short)
                (FIXED_NEWSTYLE | NO_ZEROES)));
        boolean zeroes = (receive(4).getInt() & NO_ZEROES) == 0;
        while (true) {
            ByteBuffer option = receive(16);
            if (option.getLong() != OPTION_MAGIC) {
                throw new IOException("not an option of NBD");
            }
            int kind = option.getInt();
            int length = option.getInt();
            if (length < 0 || length > LARGEST_OPTION) {
                throw new IOException("an option of " + length + " bytes");
            }
            skip(length);
            if (kind == OPTION_EXPORT_NAME) {
                ByteBuffer export = ByteBuffer.allocate(10 + (zeroes ? ZEROES : 0));
                export.putLong(server.size()).putShort(flags()).position(export.limit());
                send(export);
                return true;
            }
            if (kind == OPTION_ABORT) {
                reply(kind, REPLY_ACK, ByteBuffer.allocate(0));
                return false;
            }
            if (answer(kind)) {
                return true;
            }
        }
    }

    /** Answers an option other than the two that end the negotiation, and returns whether requests follow. */
    private boolean answer(int kind) throws IOException {
        if (kind == OPTION_GO || kind == OPTION_INFO) {
            reply(
                    kind,
                    REPLY_INFO,
                    ByteBuffer.allocate(12)
                            .putShort((short) 0)
                            .putLong(server.size())
                            .putShort(flags()));
            reply(kind, REPLY_ACK, ByteBuffer.allocate(0));
        } else if (kind == OPTION_LIST) {
            reply(kind, REPLY_SERVER, ByteBuffer.allocate(4).putInt(0));
            reply(kind, REPLY_ACK, ByteBuffer.allocate(0));
        } else {
            reply(kind, REPLY_UNSUPPORTED, ByteBuffer.allocate(0));
        }
        return kind == OPTION_GO;
    }

    private short flags() {
        int flags = HAS_FLAGS | SEND_FLUSH | SEND_FUA | MULTI_CONN;
        return (short) (server.platters() ? flags | ROTATIONAL : flags);
    }

    private void reply(int option, int type, ByteBuffer filled) throws IOException {
        ByteBuffer data = filled.flip();
        ByteBuffer reply = ByteBuffer.allocate(20 + data.limit());
        send(reply.putLong(OPTION_REPLY_MAGIC)
                .putInt(option)
                .putInt(type)
                .putInt(data.limit())
                .put(data));
    }

    private void take(short type, long handle, long offset, int length) throws IOException {
        boolean whole = length > 0 && length <= LARGEST_REQUEST && offset >= 0 && offset <= server.size() - length;
        if (type == FLUSH) {
            answer(handle, 0, null);
        } else if ((type == READ || type == WRITE) && whole) {
            ByteBuffer data = server.buffer(offset, length);
            if (type == WRITE) {
                fill(data);
                data.flip();
            }
            DiskRequest request = new DiskRequest(type == WRITE, offset, length, System.nanoTime());
            server.submit(request, data, (read, failure) -> answered(handle, read, failure));
        } else {
            if (type == WRITE) {
                skip(Integer.toUnsignedLong(length));
            }
            answer(handle, EINVAL, null);
        }
    }

    private void answered(long handle, ByteBuffer read, IOException failure) {
        try {
            answer(handle, failure == null ? 0 : EIO, failure == null ? read : null);
        } catch (IOException gone) {
            // The reading side sees the same end of the connection, and stops.
            return;
        }
    }

    private synchronized void answer(long handle, int error, ByteBuffer data) throws IOException {
        header.clear();
        header.putInt(REPLY_MAGIC).putInt(error).putLong(handle);
        send(header);
        while (data != null && data.hasRemaining()) {
            channel.write(data);
        }
    }

    private synchronized void send(ByteBuffer filled) throws IOException {
        filled.flip();
        while (filled.hasRemaining()) {
            channel.write(filled);
        }
    }

    private void skip(long bytes) throws IOException {
        for (long left = bytes; left > 0; left -= Math.min(left, LARGEST_OPTION)) {
            fill(ByteBuffer.allocate((int) Math.min(left, LARGEST_OPTION)));
        }
    }

    private ByteBuffer receive(int bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(bytes);
        fill(buffer);
        return buffer.flip();
    }

    private void fill(ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            if (channel.read(buffer) < 0) {
                throw new EOFException("the client left");
            }
        }
    }
}
