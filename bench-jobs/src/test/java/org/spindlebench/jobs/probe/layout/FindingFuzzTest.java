package org.spindlebench.jobs.probe.layout;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Checks that any text is refused as documented or read as findings, which are read back unchanged when written. A
 * default run reads only the seeds.
 */
class FindingFuzzTest {
    @FuzzTest(maxDuration = "10m")
    void findings(byte[] bytes) throws IOException {
        List<Finding> findings;
        try {
            findings = read(new String(bytes, StandardCharsets.UTF_8));
        } catch (IOException documented) {
            return;
        }
        StringBuilder text = new StringBuilder();
        for (Finding finding : findings) {
            FindingText.append(finding, text);
        }
        if (!read(text.toString()).equals(findings)) {
            throw new AssertionError("not what was written: " + text);
        }
    }

    @FuzzTest(maxDuration = "10m")
    void mounts(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        Mounts.Mount mount = new Mounts(text).of("/data/1/dfs");
        if (mount != null && !"/data/1/dfs".startsWith(mount.point())) {
            throw new AssertionError(mount.point() + " holds nothing of it");
        }
    }

    private static List<Finding> read(String text) throws IOException {
        return FindingText.read(new BufferedReader(new StringReader(text)));
    }
}
