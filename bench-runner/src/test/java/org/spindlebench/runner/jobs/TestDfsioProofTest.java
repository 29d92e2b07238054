package org.spindlebench.runner.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.spindlebench.runner.jobs.Proofs.OUTPUT;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.analysis.record.Throughput;
import org.spindlebench.runner.cluster.FaultyStorage;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.conf.RunSetting;
import org.spindlebench.runner.jobs.InputData.ContentKind;
import org.spindlebench.runner.jobs.InputData.InputManifest;
import org.spindlebench.runner.jobs.MeasuredJob.Streams;

/** Tests spoiled results of TestDFSIO, which returns 0 for most of them. */
class TestDfsioProofTest {
    private static final MeasuredJob WRITE = JobCatalog.named("testdfsio-write");
    private static final MeasuredJob READ = JobCatalog.named("testdfsio-read");
    private static final String FIGURES = OUTPUT + "/_testdfsio";
    private static final InputManifest ZEROS =
            new InputManifest("zeros", 1000, 2, null, Map.of("test_io_0", 500L, "test_io_1", 500L));
    private static final String HDFS = "org.apache.hadoop.mapreduce.FileSystemCounter";
    private static final String BYTES_READ = "HDFS_BYTES_READ";
    private static final String BYTES_WRITTEN = "HDFS_BYTES_WRITTEN";

    private static String figures(long files, long bytes) {
        return "f:rate\t1234567.9\nf:sqrate\t1.5E12\nl:size\t" + bytes + "\nl:tasks\t" + files
                + "\nl:time\t8\nexec:seconds\t3.21\n";
    }

    private static Proofs written() {
        Proofs proofs = new Proofs(1000, 2, 3, null).count(HDFS, BYTES_WRITTEN, 1080);
        proofs.storage
                .put(FIGURES, figures(2, 1000), 3)
                .put(OUTPUT + "/io_data/test_io_0", 500, 3)
                .put(OUTPUT + "/io_data/test_io_1", 500, 3);
        return proofs;
    }

    private static Proofs read() {
        Proofs proofs = new Proofs(1000, 2, 3, ZEROS).count(HDFS, BYTES_READ, 1224);
        proofs.storage
                .put(FIGURES, figures(2, 1000), 3)
                .put("/in/_testdfsio", figures(2, 1000), 3)
                .put("/in/io_data/test_io_0", 500, 3)
                .put("/in/io_data/test_io_1", 500, 3);
        return proofs;
    }

    private static Proofs with(Proofs proofs, String figures) {
        proofs.storage.put(FIGURES, figures, 3);
        return proofs;
    }

    @Test
    void rightResultsAreProved() throws IOException {
        assertThat(written().failed(WRITE)).isEmpty();
        assertThat(written().failed(ContentMaker.of(ContentKind.TESTDFSIO), written().storage))
                .isEmpty();
        assertThat(read().failed(READ)).isEmpty();
    }

    @Test
    void otherBytesOrFilesThanAskedAreInvalid() throws IOException {
        assertThat(with(written(), figures(2, 999)).failed(WRITE)).containsExactly("bytes that TestDFSIO counted");
        assertThat(with(written(), figures(1, 1000)).failed(WRITE)).containsExactly("files that TestDFSIO counted");
        assertThat(with(read(), figures(2, 999)).failed(READ)).containsExactly("bytes that TestDFSIO counted");
        assertThat(with(read(), figures(1, 1000)).failed(READ)).containsExactly("files that TestDFSIO counted");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "l:size\nl:tasks\n",
                "l:size\t1,000\nl:tasks\t2.0\n",
                "l:size\t∞\nl:tasks\tNaN\n",
                "l:size\t1000\nl:tasks\t2\nl:size\t1000\nl:tasks\t2\n"
            })
    void figuresThatAreMissingDoubledOrNoWholeNumbersProveNothing(String figures) throws IOException {
        assertThat(with(written(), figures).failed(WRITE))
                .containsExactly("files that TestDFSIO counted", "bytes that TestDFSIO counted");
        assertThat(with(read(), figures).failed(READ))
                .containsExactly("files that TestDFSIO counted", "bytes that TestDFSIO counted");
    }

    @Test
    void withoutFiguresThereIsNoProof() {
        Proofs proofs = new Proofs(1000, 2, 3, null);

        assertThatThrownBy(() -> proofs.failed(WRITE)).isInstanceOf(IOException.class);
    }

    @Test
    void aLostOrCutFileIsInvalid() throws IOException {
        Proofs proofs = written();

        assertThat(proofs.failed(WRITE, FaultyStorage.lost(proofs.storage, "test_io_1")))
                .containsExactly("files written", "bytes in HDFS");
        assertThat(proofs.failed(WRITE, FaultyStorage.truncated(proofs.storage, "test_io_1")))
                .containsExactly("length of every file", "bytes in HDFS");
    }

    @Test
    void filesOfUnequalLengthAreInvalidThoughTheirSumIsRight() throws IOException {
        Proofs proofs = written();
        proofs.storage.put(OUTPUT + "/io_data/test_io_0", 400, 3).put(OUTPUT + "/io_data/test_io_1", 600, 3);

        assertThat(proofs.failed(WRITE)).containsExactly("length of every file");
    }

    @Test
    void anotherReplicationIsInvalid() throws IOException {
        Proofs proofs = written();

        assertThat(proofs.failed(WRITE, FaultyStorage.intended(proofs.storage, 1)))
                .containsExactly("replication of every block");
        assertThat(proofs.failed(ContentMaker.of(ContentKind.TESTDFSIO), FaultyStorage.stored(proofs.storage, 4)))
                .containsExactly("replication of every block");
    }

    @Test
    void whatAWriteLeavesBesideItsFilesIsInvalid() throws IOException {
        Proofs proofs = written();
        proofs.storage.put(OUTPUT + "/io_control/in_file_test_io_0", 112, 3);

        assertThat(proofs.failed(WRITE)).containsExactly("files written", "length of every file", "bytes in HDFS");
    }

    @Test
    void anInputThatChangedUnderTheReadIsInvalid() throws IOException {
        Proofs proofs = read();

        assertThat(proofs.failed(READ, FaultyStorage.truncated(proofs.storage, "test_io_1")))
                .containsExactly("bytes of the files in HDFS");
    }

    @Test
    void lessThanAskedByHdfssOwnCountIsInvalid() throws IOException {
        assertThat(read().count(HDFS, BYTES_READ, 999).failed(READ)).containsExactly(BYTES_READ);
        assertThat(read().without(BYTES_READ).failed(READ)).containsExactly(BYTES_READ);
        assertThat(written().count(HDFS, BYTES_WRITTEN, 999).failed(WRITE)).containsExactly(BYTES_WRITTEN);
        assertThat(written().without(BYTES_WRITTEN).failed(WRITE)).containsExactly(BYTES_WRITTEN);
    }

    @Test
    void aReadOfMoreThanWasWrittenIsInvalidThoughItsSumsSayItIsAll() throws IOException {
        InputManifest less = new InputManifest("zeros", 999, 2, null, Map.of("test_io_0", 500L, "test_io_1", 499L));

        assertThat(read().input(less).failed(READ)).containsExactly("bytes that were written");
    }

    @Test
    void itsFiguresAreReadInBaseUnitsFromItsSums() throws IOException {
        Throughput.Stock stock = stock("""
                f:rate\t40000.0
                f:sqrate\t1.0E9
                l:size\t1000
                l:tasks\t2
                l:time\t8
                exec:seconds\t3.21
                """);

        assertThat(stock.throughput()).isEqualTo(1000 / 0.008);
        assertThat(stock.averageRate()).isEqualTo(20.0 * (1 << 20));
        // sqrt of the mean square, 500000, minus the square of the mean, 400
        assertThat(stock.rateSd()).isEqualTo(Math.sqrt(500_000 - 400) * (1 << 20));
        assertThat(stock.execSeconds()).isEqualTo(3.21);
    }

    /** Maps that took less than a millisecond have infinite rates, whose squares are not a number. */
    @Test
    void ratesOfMapsThatTookNoTimeAreAbsentAndNeverInfinite() throws IOException {
        Throughput.Stock stock = stock("""
                f:rate\tInfinity
                f:sqrate\tNaN
                l:size\t1000
                l:tasks\t2
                l:time\t0
                exec:seconds\t∞
                """);

        assertThat(stock).isEqualTo(new Throughput.Stock(null, null, null, null));
    }

    private static Throughput.Stock stock(String figures) throws IOException {
        Proofs proofs = with(written(), figures);
        Streams streams =
                WRITE.streams(proofs.done(), proofs.storage, check -> {}).orElseThrow();
        assertThat(streams.bytes()).isEqualTo(1000);
        assertThat(streams.traces()).as("it keeps only sums").isEmpty();
        return streams.stock();
    }

    @Test
    void filesAreOfEqualLength() {
        assertThat(WRITE.wholeBytes(1001, 3)).isEqualTo(999);
        assertThat(READ.wholeBytes(1000, 4)).isEqualTo(1000);
    }

    @Test
    void aReadAsksForWhatItsInputHolds() {
        ToolCall call = (ToolCall) READ.call(read().done().request());

        assertThat(call.arguments()).containsExactly("read", "/in", FIGURES);
        assertThat(call.configuration()).isEqualTo(Map.of("spindle.maps", "2", "spindle.bytes", "1000"));
    }

    @Test
    void theSubjectSaysThatTheDataAreZerosAndForcedNowhere() {
        assertThat(WRITE.data(Map.of())).isEqualTo("zeros");
        assertThat(READ.data(Map.of())).isEqualTo("zeros");
        assertThat(WRITE.sync(Map.of())).contains("none");
        assertThat(READ.sync(Map.of())).isEmpty();
        assertThat(WRITE.ownSettings()).doesNotContain(RunSetting.SYNC, RunSetting.DATA, RunSetting.OUTPUT_COMPRESSION);
    }
}
