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

/** Files of some lines in HDFS, that are there whole or not at all. */
final class SmallFiles {
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
