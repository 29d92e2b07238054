package org.spindlebench.runner.collect.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.LocalDirAllocator;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.io.compress.ZStandardCodec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.record.Failure.Cause;
import org.spindlebench.runner.collect.failure.Explanation.KnownFailure;
import org.spindlebench.runner.collect.failure.Explanation.Role;

/** Tests failures that can be provoked here; those that need containers are provoked on a cluster. */
class KnownFailureTest {
    private static List<String> codes(String text) {
        return Stream.of(KnownFailure.values())
                .flatMap(failure -> failure.in(text, Role.UNKNOWN).stream())
                .map(Cause::code)
                .toList();
    }

    @Test
    void everyCauseIsInTheDocument() throws IOException {
        String text = Files.readString(Path.of("../docs/troubleshooting.md"));
        String section = text.substring(text.indexOf("\n## Failed jobs\n"), text.indexOf("\n## Invalid runs\n"));
        assertThat(section.lines().filter(line -> line.startsWith("- `")).map(line -> line.split("`", 3)[1]))
                .containsExactlyElementsOf(
                        Stream.of(KnownFailure.values()).map(KnownFailure::code).toList());
    }

    @Test
    void aCodecWhoseClassIsMissing() {
        Configuration configuration = new Configuration(false);
        configuration.set("io.compression.codecs", "com.hadoop.compression.lzo.LzoCodec");

        Throwable failure = catchThrowable(() -> new CompressionCodecFactory(configuration));

        assertThat(codes(failure.toString())).containsExactly("codec");
    }

    @Test
    void aCodecWhoseNativeLibraryIsMissing() {
        ZStandardCodec codec = new ZStandardCodec();
        codec.setConf(new Configuration(false));

        Throwable failure = catchThrowable(codec::getCompressorType);

        assertThat(codes(failure.toString())).containsExactly("codec");
    }

    @Test
    void aDiskThatIsFull() {
        Throwable failure = catchThrowable(() -> Files.writeString(Path.of("/dev/full"), "x"));

        assertThat(codes(failure.toString())).containsExactly("local-dirs");
    }

    @Test
    void noLocalDirectoryWithRoom(@TempDir Path directory) {
        Configuration configuration = new Configuration(false);
        configuration.set("local", directory.toString());

        Throwable failure = catchThrowable(() ->
                new LocalDirAllocator("local").getLocalPathForWrite("output/spill0.out", 1L << 60, configuration));

        assertThat(codes(failure.toString())).containsExactly("local-dirs");
    }

    /** The text is from a shuffle's map with -Xmx64m. */
    @Test
    void aHeapThatIsTooSmall() {
        assertThat(codes(
                        "2026-11-21 15:54:02,567 ERROR [main] org.apache.hadoop.mapred.YarnChild: Error running child :"
                                + " java.lang.OutOfMemoryError: Java heap space"))
                .containsExactly("heap");
    }

    @Test
    void theKeysAreThoseOfTheContainersKind() {
        String killed = "Container [pid=7] is running 32313344B beyond the 'PHYSICAL' memory limit. Current usage";
        assertThat(KnownFailure.MEMORY_PHYSICAL.in(killed, Role.of("attempt_1_0001_r_000000_0")))
                .hasValueSatisfying(cause -> assertThat(cause.message())
                        .contains("raise mapreduce.reduce.memory.mb,")
                        .contains("mapreduce.reduce.java.opts")
                        .doesNotContain("mapreduce.map", "MEMORY", "HEAP"));
        assertThat(KnownFailure.MEMORY_PHYSICAL.in(killed, Role.of(null)))
                .hasValueSatisfying(cause -> assertThat(cause.message())
                        .contains("mapreduce.map.memory.mb", "yarn.app.mapreduce.am.resource.mb"));
    }

    @Test
    void whatAHealthyJobSaysIsNoFailure() {
        assertThat(codes("Task attempt_1_m_0 done. Using codec SnappyCodec; local-dirs /data/1; exit code is 0"))
                .isEmpty();
    }
}
