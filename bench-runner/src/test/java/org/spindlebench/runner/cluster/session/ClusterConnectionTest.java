package org.spindlebench.runner.cluster.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.spindlebench.runner.cluster.ClusterUnreachableException;

class ClusterConnectionTest {
    private final ClusterUnreachableException failure = new ClusterUnreachableException("no HDFS", null);

    @Test
    void aConfigurationDirectoryThatIsNotThereIsSaidFirst(@TempDir Path directory) throws IOException {
        String missing = directory.resolve("nope").toString();

        assertThat(ClusterConnection.withMissingDirectory(failure, missing))
                .hasMessage("HADOOP_CONF_DIR is " + missing
                        + ", but that directory does not exist, so Hadoop uses its defaults: no HDFS");
        assertThat(ClusterConnection.withMissingDirectory(failure, directory.toString()))
                .hasMessage("HADOOP_CONF_DIR is " + directory
                        + ", but that directory has no core-site.xml, so Hadoop uses its defaults: no HDFS");
        Files.writeString(directory.resolve("core-site.xml"), "");
        assertThat(ClusterConnection.withMissingDirectory(failure, directory.toString()))
                .isSameAs(failure);
    }

    @ParameterizedTest
    @NullAndEmptySource
    void withoutOneNothingIsAdded(String directory) {
        assertThat(ClusterConnection.withMissingDirectory(failure, directory)).isSameAs(failure);
    }
}
