package org.spindlebench.runner.cluster.client;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/**
 * A directory with the settings of one run for programs in processes of their own, which find it by
 * {@code HADOOP_CONF_DIR} or on their class path. It holds what the client's own directory holds, and exists only while
 * the program runs. Only this user can read it, because settings may be secrets.
 */
public final class ClientDirectory implements AutoCloseable {
    /**
     * The files that hold settings. Hadoop reads each of them after the file with the defaults of the same kind, in an
     * order that depends on the program. Therefore each of them holds all settings.
     */
    private static final List<String> SITES =
            List.of("core-site.xml", "hdfs-site.xml", "mapred-site.xml", "yarn-site.xml");

    /** The largest file that is copied, because a directory of settings may hold others. */
    private static final long LARGEST = 1 << 20;

    private final Path directory;

    private ClientDirectory(Path directory) {
        this.directory = directory;
    }

    /**
     * Writes the settings into a new directory.
     *
     * @param own the client's own directory of settings; null if it has none
     */
    public static ClientDirectory of(Configuration configuration, Path own) throws IOException {
        ClientDirectory made = new ClientDirectory(Files.createTempDirectory("spindle-conf"));
        try {
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

    /** Leaves out what the program's own Hadoop sets by default. */
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
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
                Files.deleteIfExists(file);
            }
        } catch (IOException left) {
            // The program may still write into it.
            directory.toFile().deleteOnExit();
        }
    }
}
