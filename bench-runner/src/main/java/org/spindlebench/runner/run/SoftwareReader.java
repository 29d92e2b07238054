package org.spindlebench.runner.run;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.spindlebench.analysis.document.DigestJournal;
import org.spindlebench.analysis.record.RunRecord.Software;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.runner.cluster.HadoopCluster;

/** Reads the versions and checksums of the software in use. */
public final class SoftwareReader {
    private SoftwareReader() {}

    public static String version() {
        Properties properties = new Properties();
        try (InputStream in = SoftwareReader.class.getResourceAsStream("/spindle.properties")) {
            properties.load(in);
        } catch (IOException | NullPointerException e) {
            throw new IllegalStateException("the jar lacks spindle.properties", e);
        }
        return properties.getProperty("version");
    }

    public static Software read(HadoopCluster cluster) throws IOException {
        Path source = HadoopCluster.jobJar().orElseGet(SoftwareReader::source);
        return new Software(
                version(),
                Files.isRegularFile(source) ? DigestJournal.sha256(source) : null,
                source.getFileName() + ": "
                        + ToolName.TERAGEN.create().getClass().getSuperclass().getName(),
                HadoopCluster.clientVersion(),
                cluster.version(),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"),
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"));
    }

    private static Path source() {
        try {
            return Path.of(ToolName.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
