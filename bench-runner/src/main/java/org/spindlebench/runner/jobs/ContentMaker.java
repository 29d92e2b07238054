package org.spindlebench.runner.jobs;

import java.io.IOException;
import java.util.Map;
import java.util.function.Consumer;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.jobs.sort.RandomTextGenerator;
import org.spindlebench.jobs.wordcount.TextGenerator;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.jobs.Dfsio.DfsioWriteJob;
import org.spindlebench.runner.jobs.InputData.ContentKind;
import org.spindlebench.runner.jobs.InputData.InputManifest;
import org.spindlebench.runner.jobs.JobRequest.JobCompletion;
import org.spindlebench.runner.jobs.Tera.TeraGenJob;
import org.spindlebench.runner.jobs.TestDfsio.TestDfsioWriteJob;

/**
 * Makes and checks one kind of input.
 *
 * @param caller returns the call of the tool that makes the input
 * @param proof checks that the input matches its request
 * @param describer describes the content that was made
 */
public record ContentMaker(Caller caller, InputCheck proof, Describer describer) {
    /** Returns the call of the tool that makes an input. */
    interface Caller {
        ToolCall call(JobRequest request);
    }

    /** Checks that an input matches its request. */
    interface InputCheck {
        void verify(JobCompletion done, Storage storage, Consumer<Check> proof) throws IOException;
    }

    /** Describes an input that was made. */
    interface Describer {
        InputManifest manifest(InputData content, JobCompletion done, Map<String, Long> files);
    }

    public static ContentMaker of(ContentKind kind) {
        return switch (kind) {
            case TERA -> new ContentMaker(new TeraGenJob()::call, new TeraGenJob()::verify, ContentMaker::rows);
            case TERA_SORTED ->
                new ContentMaker(new TeraSortJob()::call, ContentMaker::verifySorted, ContentMaker::sortedRows);
            case TEXT ->
                new ContentMaker(
                        request -> SeededFiles.call(ToolName.TEXT_GENERATOR, request),
                        ContentMaker::verifyWords,
                        (content, done, files) -> new InputManifest(
                                content.id(), content.bytes(), done.counter(TextGenerator.Counter.WORDS), null, files));
            case RANDOM_TEXT ->
                new ContentMaker(
                        request -> SeededFiles.call(ToolName.RANDOM_TEXT_GENERATOR, request),
                        ContentMaker::verifyRandomText,
                        ContentMaker::randomText);
            case TESTDFSIO -> written(new TestDfsioWriteJob());
            case DFSIO -> written(new DfsioWriteJob());
        };
    }

    public ToolCall call(JobRequest request) {
        return caller.call(request);
    }

    /** Checks that the input matches its request. */
    public void verify(JobCompletion done, Storage storage, Consumer<Check> checks) throws IOException {
        proof.verify(done, storage, checks);
    }

    public InputManifest manifest(InputData content, JobCompletion done, Map<String, Long> files) {
        return describer.manifest(content, done, files);
    }

    private static InputManifest rows(InputData content, JobCompletion done, Map<String, Long> files) {
        long rows = Tera.rows(done.request());
        return new InputManifest(content.id(), rows * Tera.ROW_BYTES, rows, Tera.checksum(done), files);
    }

    /** A run of teravalidate proves the order of sorted rows. */
    private static void verifySorted(JobCompletion done, Storage storage, Consumer<Check> proof) throws IOException {
        JobRequest request = done.request();
        proof.accept(Check.equal("rows written", request.input().records(), done.task("REDUCE_OUTPUT_RECORDS")));
        Policies.checkOutput(request, storage, request.input().bytes(), proof);
    }

    private static InputManifest sortedRows(InputData content, JobCompletion done, Map<String, Long> files) {
        InputManifest source = done.request().input();
        return new InputManifest(content.id(), source.bytes(), source.records(), source.checksum(), files);
    }

    private static void verifyWords(JobCompletion done, Storage storage, Consumer<Check> proof) throws IOException {
        JobRequest request = done.request();
        proof.accept(Check.equal("bytes made", request.bytes(), done.counter(TextGenerator.Counter.BYTES)));
        proof.accept(Check.equal("words counted", true, done.counter(TextGenerator.Counter.WORDS) != null));
        Policies.checkOutput(request, storage, request.bytes(), proof);
    }

    private static void verifyRandomText(JobCompletion done, Storage storage, Consumer<Check> proof)
            throws IOException {
        JobRequest request = done.request();
        Long files = done.counter(RandomTextGenerator.Counter.FILE_BYTES);
        proof.accept(Check.equal("bytes made", request.bytes(), done.counter(RandomTextGenerator.Counter.BYTES)));
        proof.accept(Check.equal("records and checksum counted", true, checksum(done) != null));
        Policies.checkOutput(request, storage, files == null ? -1 : files, proof);
    }

    private static InputManifest randomText(InputData content, JobCompletion done, Map<String, Long> files) {
        return new InputManifest(
                content.id(),
                done.counter(RandomTextGenerator.Counter.FILE_BYTES),
                done.counter(RandomTextGenerator.Counter.RECORDS),
                checksum(done),
                files);
    }

    private static String checksum(JobCompletion done) {
        boolean counted = done.counter(RandomTextGenerator.Counter.RECORDS) != null;
        Long checksum = done.counter(RandomTextGenerator.Counter.CHECKSUM);
        return counted && checksum != null ? Long.toHexString(checksum) : null;
    }

    /**
     * Returns the maker of the output of a job that writes files. Spindle checks this output as in a measured run of
     * the job. The manifest's records are files.
     */
    private static ContentMaker written(MeasuredJob job) {
        return new ContentMaker(
                request -> (ToolCall) job.call(request),
                job::verify,
                (content, done, files) -> new InputManifest(
                        content.id(), done.request().bytes(), done.request().maps(), Dfsio.checksum(done), files));
    }
}
