package org.spindlebench.jobs.probe.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProbeLaunchTest {
    @TempDir
    Path directory;

    private final Configuration settings = new Configuration(false);

    @BeforeEach
    void upload() throws IOException {
        Files.createFile(directory.resolve(ProbePlaces.JAR));
        Files.createFile(directory.resolve(ProbePlaces.SETTINGS));
        settings.set("fs.defaultFS", "file:///");
        settings.set(ProbeKeys.DIRECTORY, directory.toString());
    }

    private String libraries() throws IOException {
        return new ProbeLaunch(settings).ofNode(null).getEnvironment().get(ProbeLaunch.LIBRARIES);
    }

    @Test
    void nativeLibrariesAreLookedForWhereTasksFindThem() throws IOException {
        assertThat(libraries()).as("MapReduce's default").endsWith("HADOOP_COMMON_HOME}}/lib/native");

        settings.set("mapreduce.admin.user.env", "LD_LIBRARY_PATH=/usr/lib/hadoop/native");
        settings.set("mapreduce.map.env", "OTHER=1");
        assertThat(libraries()).isEqualTo("/usr/lib/hadoop/native");
        assertThat(new ProbeLaunch(settings).ofNode(null).getEnvironment()).doesNotContainKey("OTHER");

        settings.set("mapreduce.map.env.LD_LIBRARY_PATH", "/opt/native");
        assertThat(libraries()).isEqualTo("/opt/native");
    }
}
