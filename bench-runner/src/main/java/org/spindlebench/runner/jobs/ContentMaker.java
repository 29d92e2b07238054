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
import org.spindlebench.runner.jobs.Content.ContentKind;
import org.spindlebench.runner.jobs.Content.InputManifest;
import org.spindlebench.runner.jobs.Dfsio.DfsioWriteJob;
import org.spindlebench.runner.jobs.JobRequest.JobResult;
import org.spindlebench.runner.jobs.Tera.TeraGenJob;
import org.spindlebench.runner.jobs.TestDfsio.TestDfsioWriteJob;

/** Makes and checks one kind of input. */
public sealed interface ContentMaker {
    ToolCall call(JobRequest request);

    /** Checks that the input is what was requested. */
    void verify(JobResult done, Storage storage, Consumer<Check> proof) throws IOException;

    InputManifest manifest(Content content, JobResult done, Map<String, Long> files);

    static ContentMaker of(ContentKind kind) {
        return switch (kind) {
            case TERA -> new Rows();
            case TERA_SORTED -> new SortedRows();
            case TEXT -> new RandomWords();
            case RANDOM_TEXT -> new RandomText();
            case TESTDFSIO -> new Written(new TestDfsioWriteJob());
            case DFSIO -> new Written(new DfsioWriteJob());
        };
    }

    /** TeraGen's rows. */
    record Rows() implements ContentMaker {
        @Override
        public ToolCall call(JobRequest request) {
            return new TeraGenJob().call(request);
        }

        @Override
        public void verify(JobResult done, Storage storage, Consumer<Check> proof) throws IOException {
            new TeraGenJob().verify(done, storage, proof);
        }

        @Override
        public InputManifest manifest(Content content, JobResult done, Map<String, Long> files) {
            long rows = Tera.rows(done.request());
            return new InputManifest(content.id(), rows * Tera.ROW_BYTES, rows, Tera.checksum(done), files);
        }
    }

    /** TeraGen's rows, sorted. A run of teravalidate proves their order. */
    record SortedRows() implements ContentMaker {
        @Override
        public ToolCall call(JobRequest request) {
            return new TeraSortJob().call(request);
        }

        @Override
        public void verify(JobResult done, Storage storage, Consumer<Check> proof) throws IOException {
            JobRequest request = done.request();
            proof.accept(Check.equal("rows written", request.input().records(), done.task("REDUCE_OUTPUT_RECORDS")));
            Policies.checkOutput(request, storage, request.input().bytes(), proof);
        }

        @Override
        public InputManifest manifest(Content content, JobResult done, Map<String, Long> files) {
            InputManifest source = done.request().input();
            return new InputManifest(content.id(), source.bytes(), source.records(), source.checksum(), files);
        }
    }

    /** WordCount's text. */
    record RandomWords() implements ContentMaker {
        @Override
        public ToolCall call(JobRequest request) {
            return SeededFiles.call(ToolName.TEXT_GENERATOR, request);
        }

        @Override
        public void verify(JobResult done, Storage storage, Consumer<Check> proof) throws IOException {
            JobRequest request = done.request();
            proof.accept(Check.equal("bytes made", request.bytes(), done.counter(TextGenerator.Counter.BYTES)));
            proof.accept(Check.equal("words counted", true, done.counter(TextGenerator.Counter.WORDS) != null));
            Policies.checkOutput(request, storage, request.bytes(), proof);
        }

        @Override
        public InputManifest manifest(Content content, JobResult done, Map<String, Long> files) {
            return new InputManifest(
                    content.id(), content.bytes(), done.counter(TextGenerator.Counter.WORDS), null, files);
        }
    }

    /** Records of random text in SequenceFiles. */
    record RandomText() implements ContentMaker {
        @Override
        public ToolCall call(JobRequest request) {
            return SeededFiles.call(ToolName.RANDOM_TEXT_GENERATOR, request);
        }

        @Override
        public void verify(JobResult done, Storage storage, Consumer<Check> proof) throws IOException {
            JobRequest request = done.request();
            Long files = done.counter(RandomTextGenerator.Counter.FILE_BYTES);
            proof.accept(Check.equal("bytes made", request.bytes(), done.counter(RandomTextGenerator.Counter.BYTES)));
            proof.accept(Check.equal("records and checksum counted", true, checksum(done) != null));
            Policies.checkOutput(request, storage, files == null ? -1 : files, proof);
        }

        @Override
        public InputManifest manifest(Content content, JobResult done, Map<String, Long> files) {
            return new InputManifest(
                    content.id(),
                    done.counter(RandomTextGenerator.Counter.FILE_BYTES),
                    done.counter(RandomTextGenerator.Counter.RECORDS),
                    checksum(done),
                    files);
        }

        private static String checksum(JobResult done) {
            boolean counted = done.counter(RandomTextGenerator.Counter.RECORDS) != null;
            Long checksum = done.counter(RandomTextGenerator.Counter.CHECKSUM);
            return counted && checksum != null ? Long.toHexString(checksum) : null;
        }
    }

    /**
     * The output of a job that writes files. It is checked as in a measured run of the job. The manifest's records are
     * files.
     */
    record Written(BenchmarkJob job) implements ContentMaker {
        @Override
        public ToolCall call(JobRequest request) {
            return (ToolCall) job.call(request);
        }

        @Override
        public void verify(JobResult done, Storage storage, Consumer<Check> proof) throws IOException {
            job.verify(done, storage, proof);
        }

        @Override
        public InputManifest manifest(Content content, JobResult done, Map<String, Long> files) {
            return new InputManifest(
                    content.id(), done.request().bytes(), done.request().maps(), Dfsio.checksum(done), files);
        }
    }
}
