package org.spindlebench.analysis.workload;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.stream.IntStream;
import org.spindlebench.analysis.document.InvalidDocumentException;

/** Checks that any bytes are read as a trace or refused as documented. A default run reads only the seeds. */
class SwimTraceFuzzTest {
    @FuzzTest(maxDuration = "10m")
    void trace(byte[] bytes) throws IOException {
        try {
            Workload workload = SwimTrace.read(new ByteArrayInputStream(bytes), "fuzz.tsv");
            boolean ascends = IntStream.range(1, workload.jobs().size())
                    .allMatch(i -> workload.jobs().get(i - 1).submit()
                            <= workload.jobs().get(i).submit());
            if (!ascends) {
                throw new AssertionError("not in the order of submission: " + workload);
            }
            workload.scaled(0.001, 0.1).inClasses();
        } catch (InvalidDocumentException documented) {
            if (!documented.getMessage().startsWith("fuzz.tsv: ")
                    || documented.getMessage().lines().count() != 1) {
                throw new AssertionError("no message for a user", documented);
            }
        }
    }
}
