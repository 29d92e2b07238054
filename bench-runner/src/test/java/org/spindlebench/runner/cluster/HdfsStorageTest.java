package org.spindlebench.runner.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HdfsStorageTest {
    @TempDir
    private Path directory;

    @Test
    void aFileThatIsWrittenAgainIsThereAllTheTime() throws Exception {
        FileSystem local = FileSystem.newInstanceLocal(new Configuration());
        Storage storage = new HdfsStorage(new FilterFileSystem(local) {
            @Override
            public boolean delete(org.apache.hadoop.fs.Path path, boolean recursive) {
                throw new AssertionError(path + " was deleted");
            }
        });
        String file = directory.resolve("marker").toString();

        storage.write(file, "one".getBytes(StandardCharsets.UTF_8));
        storage.write(file, "two".getBytes(StandardCharsets.UTF_8));

        assertThat(directory.resolve("marker")).hasContent("two");
        assertThat(storage.children(directory.toString())).containsExactly("marker");
    }
}
