package org.spindlebench.jobs.probe.yarn;

import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IOUtils;

/**
 * The paths of the files that a probe's client, ApplicationMaster and containers exchange, all in one directory of
 * HDFS.
 */
public final class ProbePlaces {
    /** The jar with these classes, in HDFS and in a container's directory. */
    public static final String JAR = "probe.jar";
    /** The client's settings, in HDFS and in a container's directory. */
    public static final String SETTINGS = "probe.xml";

    private final String directory;

    /** @param directory a path in the default file system */
    public ProbePlaces(String directory) {
        this.directory = directory;
    }

    public String directory() {
        return directory;
    }

    public String jar() {
        return directory + "/" + JAR;
    }

    public String settings() {
        return directory + "/" + SETTINGS;
    }

    /** Returns the file of the hosts to probe: {@link WantedHosts}. */
    public String hosts() {
        return directory + "/hosts.txt";
    }

    /**
     * Returns the file of each host's directories, whose devices the host reports:
     * {@link WantedHosts.WantedDirectories}.
     */
    public String directories() {
        return directory + "/directories.txt";
    }

    /** Returns the file of the devices to measure: {@link WantedHosts.WantedDevices}. */
    public String devices() {
        return directory + "/devices.txt";
    }

    /**
     * Returns the directory of measurements. It has a file of findings for each host, which is empty if another host's
     * container measures the node.
     */
    public String measured() {
        return directory + "/measured";
    }

    /** Returns the directory that containers poll. It holds the lease and the requests. */
    public String channel() {
        return directory + "/channel";
    }

    /** Returns the file whose time the client changes at a steady pace for as long as it lives. */
    public String lease() {
        return channel() + "/lease";
    }

    /** Returns the directory with an empty file for each host that has a probe: {@link ProbedHost}. */
    public String probed() {
        return directory + "/probed";
    }

    /** Returns the directory with a file for each node, by boot id, that names the host whose container samples it. */
    public String watchers() {
        return directory + "/watchers";
    }

    /** Returns the directory of layouts. It has a file for each host with the findings on its node. */
    public String layouts() {
        return directory + "/layouts";
    }

    /** Returns the directory with a file for each host that says why its last container ended. */
    public String ends() {
        return directory + "/ends";
    }

    /** Returns the directory of a window's samples: a file for each node, by boot id. */
    public String answers(ProbeRequest request) {
        return directory + "/answers/" + request.number();
    }

    /** Returns the name of the empty file next to the answers that says that a node has begun to write its answer. */
    public static String begun(String bootId) {
        return "_begun-" + bootId;
    }

    /** Reads and writes small files in HDFS, which exist whole or not at all. */
    static final class SmallFiles {
        private SmallFiles() {}

        /** Returns the file's text; empty if there is no such file. */
        static String read(FileSystem fs, String file) throws IOException {
            try (InputStream in = fs.open(new Path(file))) {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                IOUtils.copyBytes(in, bytes, 4096);
                return new String(bytes.toByteArray(), StandardCharsets.UTF_8);
            } catch (FileNotFoundException none) {
                return "";
            }
        }

        static void write(FileSystem fs, String file, String text) throws IOException {
            write(fs, file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
        }

        /** Writes the content of a file. */
        interface Content {
            void to(OutputStream out) throws IOException;
        }

        /** Writes a file under another name first; replaces an existing one. */
        static void write(FileSystem fs, String file, Content content) throws IOException {
            Path target = new Path(file);
            Path unfinished = new Path(target.getParent(), "_" + target.getName());
            try (OutputStream out = fs.create(unfinished, true)) {
                content.to(out);
            }
            fs.delete(target, false);
            if (!fs.rename(unfinished, target)) {
                throw new IOException("can't rename " + unfinished);
            }
        }

        /** Makes an empty file, whose name carries its meaning. */
        static void mark(FileSystem fs, String file) throws IOException {
            fs.create(new Path(file), true).close();
        }
    }
}
