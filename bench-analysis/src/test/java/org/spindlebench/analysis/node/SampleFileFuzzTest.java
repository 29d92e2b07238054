package org.spindlebench.analysis.node;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.spindlebench.analysis.document.InvalidDocumentException;

/** Checks that any bytes are read as samples or refused as documented. A default run reads only the seeds. */
class SampleFileFuzzTest {
    @FuzzTest(maxDuration = "10m")
    void text(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            out.write(bytes);
        }
        read(packed.toByteArray());
    }

    @FuzzTest(maxDuration = "10m")
    void file(byte[] bytes) throws IOException {
        read(bytes);
    }

    private static void read(byte[] bytes) throws IOException {
        Path file = Files.createTempFile("fuzz", ".gz");
        Map<String, Window> nodes = new HashMap<>();
        try {
            SampleFile.read(Files.write(file, bytes), (node, reading) -> nodes.computeIfAbsent(node, Window::new)
                    .add(reading));
            nodes.values().stream().filter(window -> window.readings() > 1).forEach(Window::load);
        } catch (InvalidDocumentException documented) {
            if (!documented.getMessage().startsWith(file + ": line ")) {
                throw new AssertionError("names no line", documented);
            }
        } finally {
            Files.delete(file);
        }
    }
}
