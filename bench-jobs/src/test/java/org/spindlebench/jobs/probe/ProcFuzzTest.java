package org.spindlebench.jobs.probe;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.spindlebench.jobs.probe.ProcReader.ProcText;

/**
 * Checks that any text holds counters or none, and that written samples are read back unchanged. A default run reads
 * only the seeds.
 */
class ProcFuzzTest {
    @FuzzTest(maxDuration = "10m")
    void proc(byte[] bytes) throws IOException {
        String text = new String(bytes, StandardCharsets.UTF_8);
        ProbeSample.Builder counters = new ProbeSample.Builder();
        ProcText.diskstats(text, counters);
        ProcText.stat(text, counters);
        ProcText.meminfo(text, counters);
        ProcText.netDev(text, counters);
        ProcText.pressure("io", text, counters);
        ProcText.vmstat(text, counters);
        comesBack(counters.build(0, null));
    }

    @FuzzTest(maxDuration = "10m")
    void samples(byte[] bytes) {
        try {
            List<ProbeSample> samples = read(new String(bytes, StandardCharsets.UTF_8));
            for (ProbeSample sample : samples) {
                comesBack(sample);
            }
        } catch (IOException documented) {
            return;
        }
    }

    private static void comesBack(ProbeSample sample) throws IOException {
        Set<String> names = new HashSet<>(sample.names());
        if (names.size() < sample.size()) {
            throw new AssertionError("a counter comes twice: " + sample.names());
        }
        StringBuilder text = new StringBuilder();
        SampleText.append(null, sample, text);
        List<ProbeSample> read = read(text.toString());
        if (read.size() != 1 || !read.get(0).names().equals(sample.names())) {
            throw new AssertionError("not what was written: " + text);
        }
        for (int i = 0; i < sample.size(); i++) {
            if (read.get(0).value(i) != sample.value(i)) {
                throw new AssertionError("another value: " + text);
            }
        }
    }

    private static List<ProbeSample> read(String text) throws IOException {
        return SampleText.read(new BufferedReader(new StringReader(text)));
    }
}
