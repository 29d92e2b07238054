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
 * The paths of the files through which a probe's client, ApplicationMaster and containers communicate. All are in one
 * directory of HDFS.
 */
public final class ProbePlaces {
    /** The name of the jar with these classes, both in HDFS and in a container's directory. */
    public static final String JAR = "probe.jar";
    /** The name of the file with the client's settings, both in HDFS and in a container's directory. */
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

    /** Returns the file that lists the hosts to probe, in the format of {@link WantedHosts}. */
    public String hosts() {
        return directory + "/hosts.txt";
    }

    /**
     * Returns the file that lists the directories of each host, in the format of {@link WantedHosts.WantedDirectories}.
     * The host reports their devices.
     */
    public String directories() {
        return directory + "/directories.txt";
    }

    /** Returns the file that lists the devices to measure, in the format of {@link WantedHosts.WantedDevices}. */
    public String devices() {
        return directory + "/devices.txt";
    }

    /** Returns the directory with a file of findings per host, empty if another host measures the same node. */
    public String measured() {
        return directory + "/measured";
    }

    /** Returns the directory that containers poll. It contains the lease and the requests. */
    public String channel() {
        return directory + "/channel";
    }

    /** Returns the file whose modification time the client changes at regular intervals while it is alive. */
    public String lease() {
        return channel() + "/lease";
    }

    /** Returns the directory with an empty file for each host that has a probe, named as in {@link ProbedHost}. */
    public String probed() {
        return directory + "/probed";
    }

    /**
     * Returns the directory with a file per node. The file's name is the boot id, and the file contains the host that
     * samples the node.
     */
    public String watchers() {
        return directory + "/watchers";
    }

    /** Returns the directory of layouts, with a file for each host that contains the findings about its node. */
    public String layouts() {
        return directory + "/layouts";
    }

    /** Returns the directory in which a file for each host states why the last container there ended. */
    public String ends() {
        return directory + "/ends";
    }

    /** Returns the directory of the answers to a request. Each node writes one file, named by its boot id. */
    public String answers(ProbeRequest request) {
        return directory + "/answers/" + request.number();
    }

    /**
     * Returns the name of the empty file that a node creates next to the answers when it begins to write its answer.
     */
    public static String begun(String bootId) {
        return "_begun-" + bootId;
    }

    /** Reads and writes small files in HDFS. A file exists either completely or not at all. */
    static final class SmallFiles {
        private SmallFiles() {}

        /** Returns the file's text; empty if the file does not exist. */
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
        interface FileContent {
            void to(OutputStream out) throws IOException;
        }

        /** Writes a file under a temporary name and then renames it. An existing file is replaced. */
        static void write(FileSystem fs, String file, FileContent content) throws IOException {
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

        /** Creates an empty file, whose name contains the information. */
        static void mark(FileSystem fs, String file) throws IOException {
            fs.create(new Path(file), true).close();
        }
    }
}
