package org.spindlebench.runner.run;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.spi.FileSystemProvider;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The files of a directory, which a test can make fail at each step that changes them: the process dies, the power
 * fails, or there is no space. This class knows what has been forced to the medium: the content of a file by forcing the
 * file, and names by forcing their directory.
 */
final class CrashingFiles extends FileSystemProvider {
    /** How a step fails. */
    enum Fault {
        /** The process ends before the step, and does nothing any more. */
        DEATH,
        /** Steps that need space fail from here on, until {@link #heal}. */
        NO_SPACE
    }

    /** What a power loss leaves of that which was not forced. */
    enum Unforced {
        /** Neither names nor contents. */
        NOTHING,
        /** All names, with empty files: many file systems write names before contents. */
        NAMES
    }

    /** Thrown at each step after the death. No code of Spindle's catches it. */
    static final class Death extends Error {
        private static final long serialVersionUID = 1L;
    }

    /** A file or directory, by what the medium holds of it. */
    private static final class Entry {
        private final boolean directory;
        private byte[] content = new byte[0];
        private Map<String, Entry> names = new TreeMap<>();

        Entry(boolean directory) {
            this.directory = directory;
        }
    }

    private final Path root;
    private final FileSystemProvider system;
    private final Map<Path, Entry> live = new TreeMap<>();
    private final CrashingFileSystem files = new CrashingFileSystem(this);
    private int steps;
    private int failing = Integer.MAX_VALUE;
    private Fault fault = Fault.DEATH;
    private boolean dead;

    /** @param root an existing directory, whose files survive everything that was forced */
    CrashingFiles(Path root) {
        this.root = root.toAbsolutePath();
        this.system = root.getFileSystem().provider();
        live.put(this.root, new Entry(true));
    }

    /** Returns the directory, whose paths lead through this class. */
    Path directory() {
        return files.wrap(root);
    }

    /** Makes the n-th step from now fail, counted from 1. */
    void failAt(int step, Fault how) {
        failing = steps + step;
        fault = how;
    }

    /** Ends the fault. */
    void heal() {
        failing = Integer.MAX_VALUE;
        dead = false;
    }

    /** Returns the number of steps so far. */
    int steps() {
        return steps;
    }

    /** Returns whether a step has failed. */
    boolean failed() {
        return steps >= failing;
    }

    private void step(boolean needsSpace) throws IOException {
        if (dead) {
            throw new Death();
        }
        steps++;
        if (steps < failing) {
            return;
        }
        if (fault == Fault.DEATH) {
            dead = true;
            throw new Death();
        }
        if (needsSpace) {
            throw new IOException("No space left on device");
        }
    }

    private void requireAlive() {
        if (dead) {
            throw new Death();
        }
    }

    /** Writes what is left after a power loss at this moment into another directory, which exists. */
    void powerLoss(Path survivors, Unforced unforced) throws IOException {
        write(live.get(root), root, survivors, unforced);
    }

    private void write(Entry directory, Path path, Path target, Unforced unforced) throws IOException {
        Map<String, Entry> names = unforced == Unforced.NOTHING ? directory.names : children(path);
        for (Map.Entry<String, Entry> name : names.entrySet()) {
            Path to = target.resolve(name.getKey());
            if (name.getValue().directory) {
                Files.createDirectory(to);
                write(name.getValue(), path.resolve(name.getKey()), to, unforced);
            } else {
                Files.write(to, name.getValue().content);
            }
        }
    }

    private Map<String, Entry> children(Path directory) {
        Map<String, Entry> children = new TreeMap<>();
        live.forEach((path, entry) -> {
            if (directory.equals(path.getParent())) {
                children.put(path.getFileName().toString(), entry);
            }
        });
        return children;
    }

    private void force(Path path) throws IOException {
        Entry entry = live.get(path);
        if (entry == null) {
            return;
        }
        if (entry.directory) {
            entry.names = children(path);
        } else {
            entry.content = Files.readAllBytes(path);
        }
    }

    private static Path real(Path path) {
        return ((CrashingPath) path).real().toAbsolutePath().normalize();
    }

    @Override
    public FileChannel newFileChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
            throws IOException {
        Path real = real(path);
        boolean writes = options.contains(StandardOpenOption.WRITE) || options.contains(StandardOpenOption.APPEND);
        if (writes) {
            step(true);
        }
        requireAlive();
        FileChannel channel = system.newFileChannel(real, options, attributes);
        if (writes) {
            live.computeIfAbsent(real, any -> new Entry(false));
        }
        return new Channel(channel, real);
    }

    @Override
    public SeekableByteChannel newByteChannel(
            Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
        return newFileChannel(path, options.isEmpty() ? Set.of(StandardOpenOption.READ) : options, attributes);
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(Path path, DirectoryStream.Filter<? super Path> filter)
            throws IOException {
        requireAlive();
        DirectoryStream<Path> found = system.newDirectoryStream(real(path), each -> filter.accept(files.wrap(each)));
        return new DirectoryStream<>() {
            @Override
            public Iterator<Path> iterator() {
                Iterator<Path> each = found.iterator();
                return new Iterator<>() {
                    @Override
                    public boolean hasNext() {
                        return each.hasNext();
                    }

                    @Override
                    public Path next() {
                        return files.wrap(each.next());
                    }
                };
            }

            @Override
            public void close() throws IOException {
                found.close();
            }
        };
    }

    @Override
    public void createDirectory(Path path, FileAttribute<?>... attributes) throws IOException {
        step(true);
        system.createDirectory(real(path), attributes);
        live.put(real(path), new Entry(true));
    }

    @Override
    public void delete(Path path) throws IOException {
        step(false);
        system.delete(real(path));
        live.remove(real(path));
    }

    @Override
    public boolean deleteIfExists(Path path) throws IOException {
        requireAlive();
        if (!Files.exists(real(path), LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        delete(path);
        return true;
    }

    @Override
    public void move(Path from, Path to, CopyOption... options) throws IOException {
        step(false);
        system.move(real(from), real(to), options);
        live.put(real(to), live.remove(real(from)));
    }

    @Override
    public void copy(Path from, Path to, CopyOption... options) {
        throw new UnsupportedOperationException("nothing copies files of a campaign");
    }

    @Override
    public boolean isSameFile(Path one, Path other) throws IOException {
        return system.isSameFile(real(one), real(other));
    }

    @Override
    public boolean isHidden(Path path) throws IOException {
        return system.isHidden(real(path));
    }

    @Override
    public FileStore getFileStore(Path path) throws IOException {
        return system.getFileStore(real(path));
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
        requireAlive();
        system.checkAccess(real(path), modes);
    }

    @Override
    public <V extends FileAttributeView> V getFileAttributeView(Path path, Class<V> type, LinkOption... options) {
        return system.getFileAttributeView(real(path), type, options);
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
            throws IOException {
        requireAlive();
        return system.readAttributes(real(path), type, options);
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options) throws IOException {
        requireAlive();
        return system.readAttributes(real(path), attributes, options);
    }

    @Override
    public void setAttribute(Path path, String attribute, Object value, LinkOption... options) throws IOException {
        step(false);
        system.setAttribute(real(path), attribute, value, options);
    }

    @Override
    public String getScheme() {
        return "crashing";
    }

    @Override
    public FileSystem newFileSystem(URI uri, Map<String, ?> settings) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileSystem getFileSystem(URI uri) {
        return files;
    }

    @Override
    public Path getPath(URI uri) {
        throw new UnsupportedOperationException();
    }

    /** An open file, whose changes are steps. */
    private final class Channel extends FileChannel {
        private final FileChannel channel;
        private final Path path;

        Channel(FileChannel channel, Path path) {
            this.channel = channel;
            this.path = path;
        }

        @Override
        public int read(ByteBuffer to) throws IOException {
            return channel.read(to);
        }

        @Override
        public long read(ByteBuffer[] to, int offset, int length) throws IOException {
            return channel.read(to, offset, length);
        }

        @Override
        public int read(ByteBuffer to, long position) throws IOException {
            return channel.read(to, position);
        }

        @Override
        public int write(ByteBuffer from) throws IOException {
            step(true);
            return channel.write(from);
        }

        @Override
        public long write(ByteBuffer[] from, int offset, int length) throws IOException {
            step(true);
            return channel.write(from, offset, length);
        }

        @Override
        public int write(ByteBuffer from, long position) throws IOException {
            step(true);
            return channel.write(from, position);
        }

        @Override
        public long position() throws IOException {
            return channel.position();
        }

        @Override
        public FileChannel position(long position) throws IOException {
            channel.position(position);
            return this;
        }

        @Override
        public long size() throws IOException {
            return channel.size();
        }

        @Override
        public FileChannel truncate(long size) throws IOException {
            step(false);
            channel.truncate(size);
            return this;
        }

        @Override
        public void force(boolean metaData) throws IOException {
            step(false);
            // Forcing would take time, and this class knows what was forced.
            CrashingFiles.this.force(path);
        }

        @Override
        public long transferTo(long position, long count, WritableByteChannel to) throws IOException {
            return channel.transferTo(position, count, to);
        }

        @Override
        public long transferFrom(ReadableByteChannel from, long position, long count) throws IOException {
            step(true);
            return channel.transferFrom(from, position, count);
        }

        @Override
        public MappedByteBuffer map(MapMode mode, long position, long size) {
            throw new UnsupportedOperationException("nothing maps files of a campaign");
        }

        @Override
        public FileLock lock(long position, long size, boolean shared) throws IOException {
            return channel.lock(position, size, shared);
        }

        @Override
        public FileLock tryLock(long position, long size, boolean shared) throws IOException {
            return channel.tryLock(position, size, shared);
        }

        @Override
        protected void implCloseChannel() throws IOException {
            channel.close();
        }
    }
}
