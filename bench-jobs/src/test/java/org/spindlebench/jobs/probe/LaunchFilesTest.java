package org.spindlebench.jobs.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LaunchFilesTest {
    private static final long LIMIT = 10_000;

    @TempDir
    private Path directory;

    private Path file(String name) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.write(file, name.getBytes(StandardCharsets.UTF_8));
    }

    private LaunchFiles of(Path... caches) {
        return new LaunchFiles(directory.resolve("no-proc"), Collections.<String>emptyList(), Arrays.asList(caches));
    }

    @Test
    void aClassPathTellsItsJarsAndTheSettingsInItsDirectories() throws IOException {
        Path jar = file("lib/a.jar");
        Path alone = file("alone.jar");
        Path settings = file("conf/core-site.xml");
        Path text = file("lib/a.txt");
        Path inConf = file("conf/b.jar");
        String path = directory + "/lib/*" + File.pathSeparator + alone + "," + directory + "/conf,/none/*,relative/*";
        LaunchFiles programs = new LaunchFiles(
                directory.resolve("no-proc"), Collections.singletonList(path), Collections.<Path>emptyList());
        assertThat(programs.files()).contains(jar, alone, settings).doesNotContain(text, inConf);
    }

    @Test
    void filesOfContainersLieBesideTheLocalDirectories() throws IOException {
        Path archive = file("local/filecache/10/mr.tar.gz/hadoop/lib/c.jar");
        Path own = file("local/usercache/me/filecache/11/d.so.1.2");
        Path block = file("local/usercache/me/appcache/app_1/output/file.out");
        String granted = directory.resolve("local/usercache/me/appcache/app_1").toString();
        assertThat(of(LaunchFiles.caches(granted).toArray(new Path[0])).files())
                .contains(archive, own)
                .doesNotContain(block);
        assertThat(LaunchFiles.caches(null)).isEmpty();
        assertThat(LaunchFiles.caches("/x")).isEmpty();
    }

    @Test
    void whatThisJvmHasOpenOrMappedIsFound() {
        LaunchFiles programs =
                new LaunchFiles(Paths.get("/proc"), Collections.<String>emptyList(), Collections.<Path>emptyList());
        assertThat(programs.files())
                .anyMatch(file -> file.endsWith("libjvm.so"))
                .anyMatch(file -> file.endsWith("lib/modules"))
                .noneMatch(file -> file.toString().endsWith(".class"));
    }

    @Test
    void bytesThatAreReadAreThoseOfTheFilesUntilTheLimit() throws IOException {
        file("cache/a.jar");
        Path gone = file("cache/b.jar");
        LaunchFiles programs = of(directory.resolve("cache"));
        long all = 0;
        for (Path file : programs.files()) {
            all += Files.size(file);
        }
        assertThat(programs.read(LIMIT)).isEqualTo(all);
        assertThat(programs.read(0)).isZero();
        long size = Files.size(gone);
        Files.delete(gone);
        assertThat(programs.read(LIMIT)).isEqualTo(all - size);
    }
}
