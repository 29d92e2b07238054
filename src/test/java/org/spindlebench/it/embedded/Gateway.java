package org.spindlebench.it.embedded;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;

/** A host with the settings of a Hadoop in production, whose NameNode keeps its edits there. */
public final class Gateway {
    private static final String EDITS = "what production has done";

    private final Path conf;
    private final Path segment;

    private Gateway(Path directory) {
        this.conf = directory.resolve("conf");
        this.segment = directory.resolve("edits/current/edits_0000000000000000001-0000000000000000042");
    }

    /** Makes the host's files below an existing directory. */
    public static Gateway in(Path directory) throws IOException {
        Gateway gateway = new Gateway(directory);
        Files.createDirectory(gateway.conf);
        Files.createDirectories(gateway.segment.getParent());
        Files.writeString(gateway.segment, EDITS);
        gateway.site(
                "hdfs-site.xml",
                "dfs.namenode.edits.dir",
                gateway.edits().toUri().toString());
        gateway.site("mapred-site.xml", "mapreduce.task.io.sort.mb", "7");
        gateway.site("yarn-site.xml", "yarn.resourcemanager.recovery.enabled", "true");
        gateway.site("core-site.xml", "io.file.buffer.size", "4711");
        return gateway;
    }

    private void site(String file, String key, String value) throws IOException {
        Files.writeString(
                conf.resolve(file),
                "<configuration><property><name>" + key + "</name><value>" + value
                        + "</value></property></configuration>");
    }

    /** Returns the directory of its settings. */
    public Path conf() {
        return conf;
    }

    /** Returns the directory of the NameNode's edits. */
    public Path edits() {
        return segment.getParent().getParent();
    }

    /** Returns whether the NameNode's edits are as they were. */
    public boolean isUntouched() throws IOException {
        return Files.readString(segment).equals(EDITS);
    }

    /** Calls with this host's settings on the class path. */
    public <T> T call(Callable<T> work) throws Exception {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader here = new URLClassLoader(new URL[] {conf.toUri().toURL()}, before)) {
            Thread.currentThread().setContextClassLoader(here);
            return work.call();
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }
}
