package org.spindlebench.analysis.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.workload.Workload.WorkloadJob;

class SwimTraceTest {
    private static Workload read(String text) throws IOException {
        return SwimTrace.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "t.tsv");
    }

    @Test
    void aLineIsAJob() throws IOException {
        assertThat(read("job0\t7\t7\t100\t20\t3\njob1\t9\t2\t0\t0\t127\n").jobs())
                .containsExactly(
                        new WorkloadJob("job0", null, 7, 100, 20, 3), new WorkloadJob("job1", null, 9, 0, 0, 127));
    }

    @Test
    void aColumnOfPathsIsPassedOverAndSoAreBlankLines() throws IOException {
        assertThat(read("a\t0\t0\t1\t2\t3\t/x\r\n\r\nb\t0\t0\t1\t2\t3\t/y").jobs())
                .extracting(WorkloadJob::name)
                .containsExactly("a", "b");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a,0,0,1,2 | line 2: 5 columns between tabs, but a SWIM trace has 6, or 7 with input paths",
                "a,0,0,1,2,3,p,q | line 2: 8 columns between tabs, but a SWIM trace has 6, or 7 with input paths",
                "a b,1,1,1,2,3 | line 2, column 1: the job's name 'a b': use up to 64 letters",
                "z,1,1,1,2,3 | line 2, column 1: the job's name 'z': another job has that name",
                "a,x,1,1,2,3 | line 2, column 2: submit time 'x': must be a number of seconds, 0 or more",
                "a,-1,1,1,2,3 | line 2, column 2: submit time '-1': must be a number of seconds",
                "a,0,0,1,2,3 | line 2, column 2: submit time '0': the previous job was submitted later",
                "a,9,1,1,2,3 | line 2, column 3: inter-arrival gap '1': the previous job was submitted 8.0 s earlier",
                "a,2,1,1e3,2,3 | line 2, column 4: map input bytes '1e3': must be a whole number of bytes, 0 or more",
                "a,2,1,1,,3 | line 2, column 5: shuffle bytes '': must be a whole number of bytes",
                "a,2,1,1,2,9999999999999999999 | line 2, column 6: reduce output bytes '9999999999999999999': must be a whole",
            })
    void whatIsNotUnderstoodIsRefusedWithItsPlace(String line, String message) {
        assertThatThrownBy(() -> read("z\t1\t1\t0\t0\t0\n" + line.replace(',', '\t') + "\n"))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageStartingWith("t.tsv: " + message);
    }

    @Test
    void anEmptyFileIsNoTrace() {
        assertThatThrownBy(() -> read("\n")).hasMessage("t.tsv: no job: the file is empty");
    }
}
