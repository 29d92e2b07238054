package org.spindlebench.it.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.it.BesideClusters;
import org.spindlebench.runner.jobs.ContentMaker;
import org.spindlebench.runner.jobs.InputData;
import org.spindlebench.runner.jobs.InputData.ContentKind;
import org.spindlebench.runner.jobs.InputData.InputManifest;
import org.spindlebench.runner.jobs.JobRequest;

/**
 * Tests WordCount's shares of Table 3 for any number of splits, and its proof on whole and on spoiled results. The
 * profile {@code long} also tests 264 splits. Tasks run in this JVM, and their files are in a real HDFS. No MapReduce
 * job runs on the cluster.
 */
@ExtendWith(SharedEmbeddedJobs.class)
@BesideClusters
class WordCountSplitsIT {
    private static final long BYTES_PER_SPLIT = 1 << 20;
    private static final int REDUCES = 2;
    private static final int REPLICATION = 3;
    private static final long SEED = 7;

    /** TeraSort shuffles 104 bytes for a row of 100, because IFile frames it. It writes one replica. */
    private static final double TERASORT_SHUFFLE = 1.04;

    /** The generator chooses its number of words so that both shares are exact. */
    private static final double TOLERANCE = 0.002;

    @Test
    void fourSplitsGiveTheSharesAndTheProofFailsByALostFileAndByAnAlteredCount(EmbeddedJobs jobs) throws Exception {
        RanJob ran = count(jobs, 4);
        assertShares(jobs, ran, 4);

        HdfsTree output = new HdfsTree(jobs.fileSystem(), ran.request().outputPath());
        HdfsTree fewer = output.copy("fewer");
        assertThat(failed(jobs, ran, fewer)).isEmpty();
        fewer.delete(fewer.first());
        assertThat(failed(jobs, ran, fewer))
                .containsExactly("files written", "bytes in HDFS", "sum of counts read back from HDFS");

        HdfsTree altered = output.copy("altered");
        Path file = altered.first();
        altered.rewrite(file, withAnotherFirstCount(altered.bytes(file)));
        assertThat(failed(jobs, ran, altered)).containsExactly("sum of counts read back from HDFS");
    }

    @Test
    void sixteenSplitsGiveTheShares(EmbeddedJobs jobs) throws Exception {
        assertShares(jobs, count(jobs, 16), 16);
    }

    @Test
    @EnabledIfSystemProperty(named = "spindle.it.long", matches = "true")
    void asManySplitsAsThePapersHaveGiveTheShares(EmbeddedJobs jobs) throws Exception {
        assertShares(jobs, count(jobs, 264), 264);
    }

    private static RanJob count(EmbeddedJobs jobs, int splits) throws Exception {
        LocalJobs local = new LocalJobs(jobs.fileSystem());
        long bytes = splits * BYTES_PER_SPLIT;
        String base = "/words/" + splits;
        InputData content = new InputData(ContentKind.TEXT, bytes, splits, REPLICATION, 128, SEED, "");
        ContentMaker maker = ContentMaker.of(ContentKind.TEXT);
        JobRequest text =
                new JobRequest(bytes, splits, REDUCES, REPLICATION, SEED, null, null, base + "/text", Map.of());
        RanJob made = local.run(maker.call(text), text);
        List<Check> checks = new ArrayList<>();
        maker.verify(made.done(), jobs.storage(), checks::add);
        assertThat(checks).as("the text").isNotEmpty().allMatch(Check::passed);
        InputManifest manifest = maker.manifest(content, made.done(), Map.of());
        return local.run(
                "wordcount",
                new JobRequest(
                        bytes,
                        splits,
                        REDUCES,
                        REPLICATION,
                        SEED,
                        text.outputPath(),
                        manifest,
                        base + "/counts",
                        Map.of()));
    }

    private static void assertShares(EmbeddedJobs jobs, RanJob ran, int splits) throws IOException {
        HdfsTree output = new HdfsTree(jobs.fileSystem(), ran.request().outputPath());
        assertThat(failed(jobs, ran, output)).isEmpty();
        assertThat(ran.task("SHUFFLED_MAPS")).as("maps, each to each reduce").isEqualTo((long) splits * REDUCES);
        double input = ran.request().bytes();
        double shuffle = ran.task("REDUCE_SHUFFLE_BYTES") / (TERASORT_SHUFFLE * input);
        double written = replicatedBytes(output) / input;
        System.out.printf("wordcount, %d splits: shuffle %.4f, output x replication %.4f%n", splits, shuffle, written);
        assertThat(shuffle).as("shuffle over TeraSort's").isCloseTo(0.07, within(TOLERANCE));
        assertThat(written).as("output x replication over TeraSort's").isCloseTo(0.09, within(TOLERANCE));
    }

    private static double replicatedBytes(HdfsTree tree) throws IOException {
        double bytes = 0;
        for (Path file : tree.files()) {
            var status = tree.fileSystem().getFileStatus(file);
            bytes += (double) status.getLen() * status.getReplication();
        }
        return bytes;
    }

    private static List<String> failed(EmbeddedJobs jobs, RanJob ran, HdfsTree output) throws IOException {
        return Verdict.of("wordcount", ran.doneWith(output.path()), jobs.storage())
                .failed();
    }

    /** Returns the counts with the first one larger or smaller by one, in the same number of digits. */
    private static byte[] withAnotherFirstCount(byte[] counts) {
        String text = new String(counts, StandardCharsets.UTF_8);
        int last = text.indexOf('\n') - 1;
        char digit = text.charAt(last) == '9' ? '8' : (char) (text.charAt(last) + 1);
        return (text.substring(0, last) + digit + text.substring(last + 1)).getBytes(StandardCharsets.UTF_8);
    }
}
