package org.spindlebench.runner.cluster.client;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.spindlebench.analysis.document.AtomicFile;

/**
 * A directory with the settings of one run for programs in processes of their own, which find it by
 * {@code HADOOP_CONF_DIR} or on their class path. It holds the content of the client's own directory, and exists only
 * while the program runs. Only this user can read it, because settings may be secrets.
 */
public final class ClientDirectory implements AutoCloseable {
    /**
     * The files that hold settings. Hadoop reads each of them after the file with the defaults of the same kind, in an
     * order that depends on the program. Therefore each of them holds all settings.
     */
    private static final List<String> SITES =
            List.of("core-site.xml", "hdfs-site.xml", "mapred-site.xml", "yarn-site.xml");

    /** The largest file that is copied, because a directory of settings may hold other files. */
    private static final long LARGEST = 1 << 20;

    private static final String NAME = "spindle-conf";
    private static final String LOCK = "spindle.lock";

    /** The directories of this process. They are removed when it ends, unless it is killed. */
    private static final Set<ClientDirectory> OPEN = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> OPEN.forEach(ClientDirectory::close)));
    }

    private final Path directory;
    private FileChannel lock;

    private ClientDirectory(Path directory) {
        this.directory = directory;
    }

    /**
     * Writes the settings into a new directory.
     *
     * @param own the client's own directory of settings; null if it has none
     */
    public static ClientDirectory of(Configuration configuration, Path own) throws IOException {
        removeLeft();
        ClientDirectory made = new ClientDirectory(Files.createTempDirectory(NAME));
        OPEN.add(made);
        try {
            made.lock();
            if (own != null && Files.isDirectory(own)) {
                made.copy(own);
            }
            Configuration settings = withoutDefaults(configuration);
            for (String site : SITES) {
                try (OutputStream out = Files.newOutputStream(made.directory.resolve(site))) {
                    settings.writeXml(out);
                }
            }
            return made;
        } catch (IOException | RuntimeException e) {
            made.close();
            throw e;
        }
    }

    /** Takes the lock before its file has its name, so that no other process can take it first. */
    private void lock() throws IOException {
        Path taken = directory.resolve("." + LOCK);
        lock = FileChannel.open(taken, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        lock.lock();
        Files.move(taken, directory.resolve(LOCK));
    }

    /** Removes the directories of this user's processes that were killed. The kernel has released their locks. */
    public static void removeLeft() {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        try (DirectoryStream<Path> found = Files.newDirectoryStream(temporary, NAME + "*")) {
            for (Path each : found) {
                if (OPEN.stream().noneMatch(open -> open.directory.equals(each)) && isLeft(each)) {
                    remove(each);
                }
            }
        } catch (IOException | DirectoryIteratorException unreadable) {
            // The next start tries again.
            return;
        }
    }

    private static boolean isLeft(Path each) {
        Path lock = each.resolve(LOCK);
        try {
            boolean own = Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS)
                    && Files.isRegularFile(lock, LinkOption.NOFOLLOW_LINKS)
                    && Files.getAttribute(each, "unix:uid", LinkOption.NOFOLLOW_LINKS)
                            .equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
            if (!own) {
                return false;
            }
            try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                    FileLock taken = channel.tryLock()) {
                return taken != null;
            }
        } catch (IOException | OverlappingFileLockException inUse) {
            return false;
        }
    }

    /** Copies the other files, such as those for logging and TLS. */
    private void copy(Path own) throws IOException {
        try (Stream<Path> files = Files.list(own)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                String name = file.getFileName().toString();
                if (!SITES.contains(name)
                        && Files.isRegularFile(file)
                        && Files.isReadable(file)
                        && Files.size(file) <= LARGEST) {
                    Files.copy(file, directory.resolve(name));
                }
            }
        }
    }

    /** Leaves out the settings that the program's own Hadoop has by default. */
    static Configuration withoutDefaults(Configuration configuration) {
        Configuration settings = new Configuration(false);
        for (Map.Entry<String, String> setting : configuration) {
            String[] sources = configuration.getPropertySources(setting.getKey());
            boolean isDefault =
                    sources != null && sources.length > 0 && sources[sources.length - 1].endsWith("-default.xml");
            String value = configuration.getRaw(setting.getKey());
            if (!isDefault && value != null) {
                settings.set(setting.getKey(), value);
            }
        }
        return settings;
    }

    public Path path() {
        return directory;
    }

    /** Removes the directory. */
    @Override
    public void close() {
        remove(directory);
        OPEN.remove(this);
        try {
            if (lock != null) {
                lock.close();
            }
        } catch (IOException closed) {
            return;
        }
    }

    private static void remove(Path directory) {
        try {
            AtomicFile.deleteTree(directory);
        } catch (IOException inUse) {
            // The program may still write into the directory.
            directory.toFile().deleteOnExit();
        }
    }
}
