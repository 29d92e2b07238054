package org.spindlebench.runner.collect;

import java.io.IOException;
import java.util.function.Consumer;
import org.spindlebench.analysis.importer.ImportFile;
import org.spindlebench.analysis.importer.Importer;
import org.spindlebench.analysis.importer.SetupName;
import org.spindlebench.analysis.importer.UnreadableLine;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.RunSource;

/**
 * Reads {@code .jhist} files, in which MapReduce keeps the history of a job, one a file: Avro as JSON or binary, of jobs that
 * ended in any way, and files that are cut off.
 */
public final class JobHistoryImporter implements Importer {
    @Override
    public String name() {
        return "jobhistory";
    }

    @Override
    public String summary() {
        return "the .jhist file of a MapReduce job, as Hadoop 2 and 3 write it";
    }

    @Override
    public SetupName setupName() {
        return SetupName.GIVEN;
    }

    @Override
    public RunSource open(ImportFile file, Consumer<UnreadableLine> unreadable) throws IOException {
        RecordedJob job = new RecordedJob();
        String problem = HistoryFile.read(file.path(), job);
        if (job.id() == null) {
            unreadable.accept(new UnreadableLine(file.name(), 1, problem));
            return new OneRun(null);
        }
        return new OneRun(new ImportedJob(name(), file, job, problem).toRecord());
    }

    /** One run, or none. */
    private static final class OneRun implements RunSource {
        private RunRecord run;

        OneRun(RunRecord run) {
            this.run = run;
        }

        @Override
        public RunRecord next() {
            RunRecord next = run;
            run = null;
            return next;
        }

        @Override
        public void close() {
            run = null;
        }
    }
}
