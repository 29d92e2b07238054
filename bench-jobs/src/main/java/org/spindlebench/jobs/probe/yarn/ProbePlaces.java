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

/** Where the client, the ApplicationMaster and the containers of a probe leave things for each other: one directory in HDFS. */
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

    /** The hosts to be watched: {@link WantedHosts}. */
    public String hosts() {
        return directory + "/hosts.txt";
    }

    /** Directories of which hosts tell what device they are on: {@link WantedHosts.WantedDirectories}. */
    public String directories() {
        return directory + "/directories.txt";
    }

    /** The devices to be measured: {@link WantedHosts.WantedDevices}. */
    public String devices() {
        return directory + "/devices.txt";
    }

    /** A directory of files, one for each host: what was measured, as findings; empty where another host's container measures the node. */
    public String measured() {
        return directory + "/measured";
    }

    /** What containers look into every now and then: the lease and the requests. */
    public String channel() {
        return directory + "/channel";
    }

    /** A file that the client gives another time at a steady pace for as long as it lives. */
    public String lease() {
        return channel() + "/lease";
    }

    /** A directory of empty files, one for each host that has a probe: {@link ProbedHost}. */
    public String probed() {
        return directory + "/probed";
    }

    /** A directory of files, one for each node, by boot id: which host's container watches it. */
    public String watchers() {
        return directory + "/watchers";
    }

    /** A directory of files, one for each host: what its node is made of, as findings. */
    public String layouts() {
        return directory + "/layouts";
    }

    /** A directory of files, one for each host: why its container ended, the last time that it did. */
    public String ends() {
        return directory + "/ends";
    }

    /** A directory of files, one for each node, by boot id: the samples of a window. */
    public String answers(ProbeRequest request) {
        return directory + "/answers/" + request.number();
    }

    /** The name of the empty file beside the answers that says that a node has begun with its own. */
    public static String begun(String bootId) {
        return "_begun-" + bootId;
    }

    /** Files of some lines in HDFS, that are there whole or not at all. */
    static final class SmallFiles {
        private SmallFiles() {}

        /** Its text; empty where there is no such file. */
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

        /** What writes a file. */
        interface Content {
            void to(OutputStream out) throws IOException;
        }

        /** Under another name first; one that is there is replaced. */
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

        /** Makes an empty file: its name is all it says. */
        static void mark(FileSystem fs, String file) throws IOException {
            fs.create(new Path(file), true).close();
        }
    }
}
