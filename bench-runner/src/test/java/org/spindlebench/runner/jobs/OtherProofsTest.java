package org.spindlebench.runner.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.spindlebench.runner.jobs.Proofs.OUTPUT;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.jobs.hdfs.HdfsWrite;
import org.spindlebench.jobs.shuffle.ShuffleTool.Counter;
import org.spindlebench.jobs.wordcount.TextGenerator;
import org.spindlebench.jobs.wordcount.WordCountTool;
import org.spindlebench.runner.cluster.FaultyStorage;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.jobs.InputData.ContentKind;
import org.spindlebench.runner.jobs.InputData.InputManifest;

class OtherProofsTest {
    private static final MeasuredJob SHUFFLE = JobCatalog.named("shuffle");
    private static final MeasuredJob WORDCOUNT = JobCatalog.named("wordcount");
    private static final MeasuredJob HDFS_WRITE = JobCatalog.named("hdfs-write");
    private static final InputManifest TEXT = new InputManifest("text", 100, 12, null, Map.of());
    private static final String FILE_OUTPUT = "org.apache.hadoop.mapreduce.lib.output.FileOutputFormatCounter";

    private static Proofs shuffled() {
        return new Proofs(1000, 2, 3, null)
                .count(Counter.MAP_BYTES, 1040)
                .count(Counter.REDUCE_BYTES, 1040)
                .count(Counter.MAP_RECORDS, 2)
                .count(Counter.REDUCE_RECORDS, 2)
                .count(Counter.MAP_CHECKSUM, -5)
                .count(Counter.REDUCE_CHECKSUM, -5);
    }

    private static Proofs counted() {
        Proofs proofs = new Proofs(100, 2, 3, TEXT)
                .count(WordCountTool.Counter.WORDS, 12)
                .count(FILE_OUTPUT, "BYTES_WRITTEN", 15);
        proofs.storage.put(OUTPUT + "/part-r-00000", "a\t7\nb\t1\n", 3).put(OUTPUT + "/part-r-00001", "cdef\t4\n", 3);
        return proofs;
    }

    private static Proofs written() {
        Proofs proofs = new Proofs(1000, 2, 1, null).count(HdfsWrite.Counter.BYTES, 1000);
        proofs.storage.put(OUTPUT + "/part-m-00000", 500, 1).put(OUTPUT + "/part-m-00001", 500, 1);
        return proofs;
    }

    private static Proofs text() {
        Proofs proofs = new Proofs(100, 2, 3, null)
                .count(TextGenerator.Counter.BYTES, 100)
                .count(TextGenerator.Counter.WORDS, 12);
        proofs.storage.put(OUTPUT + "/part-m-00000", 60, 3).put(OUTPUT + "/part-m-00001", 40, 3);
        return proofs;
    }

    @Test
    void rightResultsAreProved() throws IOException {
        assertThat(shuffled().failed(SHUFFLE)).isEmpty();
        assertThat(counted().failed(WORDCOUNT)).isEmpty();
        assertThat(written().failed(HDFS_WRITE)).isEmpty();
        assertThat(text().failed(ContentMaker.of(ContentKind.TEXT), text().storage))
                .isEmpty();
    }

    @Test
    void aShuffleOfOtherBytesThanAskedIsInvalid() throws IOException {
        assertThat(shuffled()
                        .count(Counter.MAP_BYTES, 1000)
                        .count(Counter.REDUCE_BYTES, 1000)
                        .failed(SHUFFLE))
                .containsExactly("bytes made");
    }

    @Test
    void aShuffleOfCompressedTextSaysByHowMuchItsBytesDifferFromTerasorts() {
        Map<String, String> snappy = Map.of(
                "mapreduce.map.output.compress",
                "true",
                "mapreduce.map.output.compress.codec",
                "org.apache.hadoop.io.compress.SnappyCodec");
        Proofs shuffled = shuffled().task("REDUCE_SHUFFLE_BYTES", 520);
        assertThat(SHUFFLE.warning(shuffled.asking(snappy).done()))
                .get()
                .satisfies(warning -> assertThat(warning.code()).isEqualTo("shuffle-not-as-terasort"))
                .satisfies(warning -> assertThat(warning.message())
                        .startsWith("snappy compressed the shuffle's text 2.00 times")
                        .contains("the shuffle moved 1.16 times the bytes of a TeraSort of the same size")
                        .contains("data=tera"));
        assertThat(SHUFFLE.warning(shuffled.asking(Map.of()).done())).isEmpty();
        Map<String, String> rows = new HashMap<>(snappy);
        rows.put("spindle.data", "tera");
        assertThat(SHUFFLE.warning(shuffled.asking(rows).done())).isEmpty();
        assertThat(WORDCOUNT.warning(shuffled.asking(snappy).done())).isEmpty();
    }

    @Test
    void aShuffleThatLosesRecordsOrBytesOrChangesThemIsInvalid() throws IOException {
        assertThat(shuffled().count(Counter.REDUCE_RECORDS, 1).failed(SHUFFLE))
                .containsExactly("records drained and made");
        assertThat(shuffled().count(Counter.REDUCE_BYTES, 1039).failed(SHUFFLE))
                .containsExactly("bytes drained and made");
        assertThat(shuffled().count(Counter.REDUCE_CHECKSUM, 5).failed(SHUFFLE))
                .containsExactly("checksum of all records, drained and made");
    }

    @ParameterizedTest
    @EnumSource(Counter.class)
    void aShuffleWithoutOneOfItsCountersIsInvalid(Counter missing) throws IOException {
        assertThat(shuffled().without(missing.name()).failed(SHUFFLE)).isNotEmpty();
    }

    @Test
    void aShuffleThatCountedNothingOnEitherSideIsInvalidInEveryCheck() throws IOException {
        assertThat(new Proofs(1000, 2, 3, null).failed(SHUFFLE)).hasSize(4);
    }

    @Test
    void aSumOfCountsThatDiffersIsInvalidAtTheReducersAndInHdfs() throws IOException {
        Proofs swapped = counted();
        swapped.storage.put(OUTPUT + "/part-r-00000", "a\t6\nb\t1\n", 3);

        assertThat(counted().count(WordCountTool.Counter.WORDS, 11).failed(WORDCOUNT))
                .containsExactly("sum of counts at the reducers");
        assertThat(counted().without("WORDS").failed(WORDCOUNT)).containsExactly("sum of counts at the reducers");
        assertThat(swapped.failed(WORDCOUNT)).containsExactly("sum of counts read back from HDFS");
    }

    @Test
    void aLostFileOfCountsIsInvalid() throws IOException {
        Proofs proofs = counted();

        assertThat(proofs.failed(WORDCOUNT, FaultyStorage.lost(proofs.storage, "part-r-00001")))
                .containsExactly("files written", "bytes in HDFS", "sum of counts read back from HDFS");
    }

    @Test
    void countsWithAnotherReplicationOrUncountedBytesAreInvalid() throws IOException {
        Proofs proofs = counted();

        assertThat(proofs.failed(WORDCOUNT, FaultyStorage.intended(proofs.storage, 1)))
                .containsExactly("replication of every block");
        assertThat(proofs.without("BYTES_WRITTEN").failed(WORDCOUNT)).containsExactly("bytes in HDFS");
    }

    @Test
    void countsTooLargeToReadBackAreProvedByCounterAndLength() throws IOException {
        long large = 300L << 20;
        Proofs proofs = counted().count(FILE_OUTPUT, "BYTES_WRITTEN", large);
        proofs.storage.put(OUTPUT + "/part-r-00000", large - 7, 3);

        assertThat(proofs.failed(WORDCOUNT)).isEmpty();
        assertThat(proofs.failed(WORDCOUNT, FaultyStorage.truncated(proofs.storage, "part-r-00000")))
                .containsExactly("bytes in HDFS");
    }

    @Test
    void hdfsWriteWithOtherBytesOrALostFileIsInvalid() throws IOException {
        Proofs proofs = written();

        assertThat(proofs.failed(HDFS_WRITE, FaultyStorage.lost(proofs.storage, "part-m-00001")))
                .containsExactly("files written", "bytes in HDFS");
        assertThat(proofs.failed(HDFS_WRITE, FaultyStorage.truncated(proofs.storage, "part-m-00001")))
                .containsExactly("bytes in HDFS");
        assertThat(written().count(HdfsWrite.Counter.BYTES, 999).failed(HDFS_WRITE))
                .containsExactly("bytes written by the maps");
        assertThat(written().without("BYTES").failed(HDFS_WRITE)).containsExactly("bytes written by the maps");
    }

    @Test
    void hdfsWriteWithoutTheSamplesOfAStreamIsInvalid() throws IOException {
        String parts = "spindle-samples 2 attempt_0\n1 2 3 4 5 6 7 8 9\n2:1\n5000\n900 ";
        Proofs proofs = written();
        proofs.storage.put(OUTPUT + "/_samples-m-00000", parts + "500\n", 1);
        assertThat(proofs.failedStreams(HDFS_WRITE)).containsExactly("streams with samples", "bytes in the samples");

        proofs.storage.put(OUTPUT + "/_samples-m-00001", parts + "500\n", 1);
        assertThat(proofs.failedStreams(HDFS_WRITE)).isEmpty();
    }

    @Test
    void hdfsWriteWithMoreThanOneReplicaIsInvalid() throws IOException {
        Proofs proofs = written();

        assertThat(proofs.failed(HDFS_WRITE, FaultyStorage.intended(proofs.storage, 3)))
                .containsExactly("replication of every block");
        assertThat(proofs.failed(HDFS_WRITE, FaultyStorage.stored(proofs.storage, 2)))
                .containsExactly("replication of every block");
    }

    @Test
    void textThatIsNotAsAskedIsNoInput() throws IOException {
        ContentMaker maker = ContentMaker.of(ContentKind.TEXT);
        Storage sound = text().storage;

        assertThat(text().count(TextGenerator.Counter.BYTES, 99).failed(maker, sound))
                .containsExactly("bytes made");
        assertThat(text().without("WORDS").failed(maker, sound)).containsExactly("words counted");
        assertThat(text().failed(maker, FaultyStorage.lost(sound, "part-m-00001")))
                .containsExactly("bytes in HDFS");
        assertThat(text().failed(maker, FaultyStorage.intended(sound, 2)))
                .containsExactly("replication of every block");
    }

    @Test
    void checksMadeBeforeHdfsFailsAreKept() {
        Proofs proofs = counted();
        List<Check> proof = new ArrayList<>();

        assertThatThrownBy(
                        () -> WORDCOUNT.verify(proofs.done(), FaultyStorage.failingFrom(proofs.storage, 2), proof::add))
                .isInstanceOf(IOException.class);

        assertThat(proof).extracting(Check::name).containsExactly("sum of counts at the reducers", "files written");
    }

    @Test
    void everyJobHasALineInTheCatalogUnderItsOwnName() {
        assertThat(JobCatalog.all()).extracting(MeasuredJob::name).containsExactlyElementsOf(JobCatalog.names());
        assertThatThrownBy(() -> JobCatalog.named("terasrot")).hasMessageContaining("terasort");
    }
}
