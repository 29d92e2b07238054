package org.spindlebench.runner.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.spindlebench.runner.jobs.Proofs.OUTPUT;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.spindlebench.jobs.tera.TeraRead;
import org.spindlebench.runner.cluster.FaultyStorage;
import org.spindlebench.runner.cluster.Storage.Placement;
import org.spindlebench.runner.cluster.Storage.StoredFile;
import org.spindlebench.runner.jobs.InputData.ContentKind;
import org.spindlebench.runner.jobs.InputData.InputManifest;
import org.spindlebench.runner.jobs.Tera.TeraGenJob;
import org.spindlebench.runner.jobs.Tera.TeraReadJob;
import org.spindlebench.runner.jobs.Tera.TeraValidateJob;

class TeraProofTest {
    private static final InputManifest INPUT = new InputManifest("tera", 1000, 10, "ff", Map.of("part-0", 1000L));
    private static final String REPORT = OUTPUT + "/part-r-00000";

    private static Proofs generated() {
        Proofs proofs = new Proofs(1000, 2, 3, null)
                .task("MAP_OUTPUT_RECORDS", 10)
                .count(Tera.GENERATOR_COUNTERS, "CHECKSUM", 255);
        proofs.storage
                .put(OUTPUT + "/part-m-00000", 500, 3)
                .put(OUTPUT + "/part-m-00001", 500, 3)
                .put(OUTPUT + "/_SUCCESS", 0, 3);
        return proofs;
    }

    private static Proofs sorted() {
        return sorted(1);
    }

    private static Proofs sorted(int replication) {
        Proofs proofs = new Proofs(1000, 2, replication, INPUT)
                .task("MAP_INPUT_RECORDS", 10)
                .task("REDUCE_OUTPUT_RECORDS", 10);
        proofs.storage
                .put(OUTPUT + "/part-r-00000", 600, 1)
                .put(OUTPUT + "/part-r-00001", 400, 1)
                .put(OUTPUT + "/_partition.lst", 77, 10);
        return proofs;
    }

    private static Proofs validated(String report) {
        Proofs proofs = new Proofs(1000, 2, 3, INPUT).task("MAP_INPUT_RECORDS", 10);
        proofs.storage.put(REPORT, report, 1);
        return proofs;
    }

    private static Proofs read() {
        return new Proofs(1000, 2, 3, INPUT).count(TeraRead.Counter.ROWS, 10).count(TeraRead.Counter.BYTES, 1000);
    }

    @Test
    void erasureCodedRowsAreProvedByTheirBlockGroupsAndNeverForced() throws IOException {
        Map<String, String> coded = Map.of("spindle.erasure.coding", "XOR-2-1-1024k");
        Placement whole = new Placement("", "XOR-2-1-1024k", List.of("DISK", "DISK", "DISK"), 0);
        Proofs generated = generated().asking(coded);
        Proofs sorted = sorted().asking(coded);

        generated.storage.placed(whole);
        sorted.storage.placed(whole);
        assertThat(generated.failed(new TeraGenJob())).isEmpty();
        assertThat(sorted.failed(new TeraSortJob())).isEmpty();
        assertThat(new TeraGenJob().sync(Map.of())).contains("close");
        assertThat(new TeraGenJob().sync(coded)).contains("none");

        generated.storage.placed(new Placement("", "XOR-2-1-1024k", List.of("DISK", "DISK"), 1));
        assertThat(generated.failed(new TeraGenJob())).containsExactly("missing parts of an erasure-coded block");
        sorted.storage.placed(whole, new Placement("", "", List.of("DISK"), 0));
        assertThat(sorted.failed(new TeraSortJob())).containsExactly("erasure coding of every file");
    }

    @Test
    void rightRowsAreProved() throws IOException {
        assertThat(generated().failed(new TeraGenJob())).isEmpty();
        assertThat(sorted().failed(new TeraSortJob())).isEmpty();
        assertThat(validated("checksum\tff\n").failed(new TeraValidateJob())).isEmpty();
        assertThat(read().failed(new TeraReadJob())).isEmpty();
    }

    @Test
    void theSampleOfTerasortGrowsWithItsReducesUnlessTheUserSaysHowLargeItIs() {
        String sample = "mapreduce.terasort.partitions.sample";
        assertThat(sampled(80, Map.of())).containsEntry(sample, "100000");
        assertThat(sampled(2400, Map.of())).containsEntry(sample, "2400000");
        assertThat(sampled(2400, Map.of(sample, "100000"))).containsEntry(sample, "100000");
    }

    private static Map<String, String> sampled(int reduces, Map<String, String> configuration) {
        JobRequest request = new JobRequest(1000, 4, reduces, 1, 7, "/in", INPUT, OUTPUT, configuration);
        Map<String, String> settings = new TeraSortJob().call(request).configuration();
        assertThat(ContentMaker.of(ContentKind.TERA_SORTED).call(request).configuration())
                .as("sorted rows are an input of other jobs")
                .isEqualTo(settings);
        return settings;
    }

    @Test
    void theirSchedulerWhichReadsAnOldKeyIsOffAndTheirTwoMapsAndOneReduceAreNotTaken() {
        JobRequest request = new JobRequest(1000, 4, 3, 1, 7, "/in", INPUT, OUTPUT, Map.of());
        for (MeasuredJob job : List.of(new TeraGenJob(), new TeraSortJob(), new TeraValidateJob())) {
            assertThat(job.call(request).configuration())
                    .as(job.name())
                    .containsEntry("mapreduce.terasort.use.terascheduler", "false");
        }
        assertThat(new TeraGenJob().call(request).configuration()).containsEntry("mapreduce.job.maps", "4");
        assertThat(new TeraSortJob().call(request).configuration())
                .containsEntry("mapreduce.job.reduces", "3")
                .containsEntry("mapreduce.terasort.output.replication", "1");
    }

    @Test
    void teragenWithTooFewRowsIsInvalid() throws IOException {
        assertThat(generated().task("MAP_OUTPUT_RECORDS", 9).failed(new TeraGenJob()))
                .containsExactly("rows generated");
    }

    @Test
    void teragenWithoutItsCountersIsInvalid() throws IOException {
        assertThat(generated().without("MAP_OUTPUT_RECORDS").failed(new TeraGenJob()))
                .containsExactly("rows generated");
        assertThat(generated().without("CHECKSUM").failed(new TeraGenJob())).containsExactly("checksum counted");
    }

    @Test
    void teragenWithALostOrTruncatedFileIsInvalid() throws IOException {
        Proofs proofs = generated();

        assertThat(proofs.failed(new TeraGenJob(), FaultyStorage.lost(proofs.storage, "part-m-00001")))
                .containsExactly("bytes in HDFS");
        assertThat(proofs.failed(new TeraGenJob(), FaultyStorage.truncated(proofs.storage, "part-m-00001")))
                .containsExactly("bytes in HDFS");
    }

    @Test
    void teragenWithAnotherReplicationIsInvalid() throws IOException {
        Proofs proofs = generated();

        assertThat(proofs.failed(new TeraGenJob(), FaultyStorage.intended(proofs.storage, 1)))
                .containsExactly("replication of every block");
        assertThat(proofs.failed(new TeraGenJob(), FaultyStorage.stored(proofs.storage, 4)))
                .containsExactly("replication of every block");
    }

    @Test
    void aFileMeantToHaveOneReplicaIsInvalidEvenWhileThreeAreStored() throws IOException {
        Proofs proofs = generated();
        proofs.storage.put(new StoredFile(OUTPUT + "/part-m-00001", 500, 1, 3, 1 << 20));

        assertThat(proofs.failed(new TeraGenJob())).containsExactly("replication of every block");
    }

    @Test
    void terasortThatReadOrWroteOtherRowsIsInvalid() throws IOException {
        assertThat(sorted().task("MAP_INPUT_RECORDS", 11).failed(new TeraSortJob()))
                .containsExactly("rows read");
        assertThat(sorted().task("REDUCE_OUTPUT_RECORDS", 9).failed(new TeraSortJob()))
                .containsExactly("rows written");
        assertThat(sorted().without("MAP_INPUT_RECORDS")
                        .without("REDUCE_OUTPUT_RECORDS")
                        .failed(new TeraSortJob()))
                .containsExactly("rows read", "rows written");
    }

    @Test
    void terasortWithALostFileOrAnotherReplicationIsInvalid() throws IOException {
        Proofs proofs = sorted();

        assertThat(proofs.failed(new TeraSortJob(), FaultyStorage.lost(proofs.storage, "part-r-00000")))
                .containsExactly("bytes in HDFS");
        assertThat(proofs.failed(new TeraSortJob(), FaultyStorage.intended(proofs.storage, 3)))
                .containsExactly("replication of every block");
    }

    @Test
    void aSwappedRowIsInvalidByTeraValidatesReport() throws IOException {
        String report = "checksum\tff\nerror\tmisorder in part-r-00000 between 41 42 and 40 41\n";

        assertThat(validated(report).failed(new TeraValidateJob())).containsExactly("rows out of order");
    }

    @Test
    void rowsThatAreNotTheGeneratedOnesAreInvalidByTheirChecksum() throws IOException {
        assertThat(validated("checksum\tfe\n").failed(new TeraValidateJob()))
                .containsExactly("checksum of TeraValidate and TeraGen");
    }

    @Test
    void aMissingChecksumIsInvalidOnEitherSideAndOnBoth() throws IOException {
        InputManifest unknown = new InputManifest("tera", 1000, 10, null, Map.of());

        assertThat(validated("").failed(new TeraValidateJob())).containsExactly("checksum of TeraValidate and TeraGen");
        assertThat(validated("checksum\tff\n").input(unknown).failed(new TeraValidateJob()))
                .containsExactly("checksum of TeraValidate and TeraGen");
        assertThat(validated("").input(unknown).failed(new TeraValidateJob()))
                .containsExactly("checksum of TeraValidate and TeraGen");
    }

    @Test
    void teravalidateThatReadTooFewRowsOrDidNotCountIsInvalid() throws IOException {
        assertThat(validated("checksum\tff\n").task("MAP_INPUT_RECORDS", 9).failed(new TeraValidateJob()))
                .containsExactly("rows read");
        assertThat(validated("checksum\tff\n").without("MAP_INPUT_RECORDS").failed(new TeraValidateJob()))
                .containsExactly("rows read");
    }

    @Test
    void aLostReportIsInvalid() throws IOException {
        Proofs proofs = validated("checksum\tff\n");

        assertThat(proofs.failed(new TeraValidateJob(), FaultyStorage.lost(proofs.storage, "part-r-00000")))
                .containsExactly("checksum of TeraValidate and TeraGen");
    }

    @Test
    void aTruncatedReadIsInvalid() throws IOException {
        assertThat(read().count(TeraRead.Counter.ROWS, 9).failed(new TeraReadJob()))
                .containsExactly("rows read");
        assertThat(read().count(TeraRead.Counter.BYTES, 999).failed(new TeraReadJob()))
                .containsExactly("bytes read");
        assertThat(read().without("ROWS").without("BYTES").failed(new TeraReadJob()))
                .containsExactly("rows read", "bytes read");
    }

    @Test
    void preparedRowsAreProvedLikeARunOfTeragen() throws IOException {
        Proofs proofs = generated();
        ContentMaker maker = ContentMaker.of(ContentKind.TERA);

        assertThat(proofs.failed(maker, proofs.storage)).isEmpty();
        assertThat(proofs.failed(maker, FaultyStorage.lost(proofs.storage, "part-m-00000")))
                .containsExactly("bytes in HDFS");
        assertThat(proofs.without("CHECKSUM").failed(maker, proofs.storage)).containsExactly("checksum counted");
    }

    @Test
    void preparedSortedRowsNeedTheReplicationOfAnInput() throws IOException {
        Proofs proofs = sorted(3);
        ContentMaker maker = ContentMaker.of(ContentKind.TERA_SORTED);

        assertThat(proofs.failed(maker, FaultyStorage.intended(proofs.storage, 3)))
                .isEmpty();
        assertThat(proofs.failed(maker, proofs.storage)).containsExactly("replication of every block");
        assertThat(proofs.task("REDUCE_OUTPUT_RECORDS", 9).failed(maker, FaultyStorage.intended(proofs.storage, 3)))
                .containsExactly("rows written");
    }

    @Test
    void theManifestCarriesTeragensChecksumAsTeravalidatePrintsIt() {
        InputData content = new InputData(ContentKind.TERA, 1000, 2, 3, 128, 7, "");
        Proofs proofs = generated().count(Tera.GENERATOR_COUNTERS, "CHECKSUM", -1);

        InputManifest manifest = ContentMaker.of(ContentKind.TERA).manifest(content, proofs.done(), Map.of());

        assertThat(manifest.checksum()).isEqualTo("ffffffffffffffff");
        assertThat(manifest.records()).isEqualTo(10);
        assertThat(manifest.bytes()).isEqualTo(1000);
    }
}
