package org.spindlebench.jobs.probe.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FindingTextTest {
    @Test
    void a_finding_is_a_line() throws IOException {
        TreeMap<String, String> attributes = new TreeMap<>();
        attributes.put("on", "sda");
        attributes.put("a=b", "c=d");
        assertThat(written(new Finding("device", "sda1", attributes))).isEqualTo("device\tsda1\ta\\=b=c=d\ton=sda\n");
    }

    @Test
    void every_character_comes_back() throws IOException {
        String all = "\t\n\r\\=\\t \\\\n=\u0085\u2028é";
        TreeMap<String, String> attributes = new TreeMap<>();
        attributes.put(all, all);
        attributes.put("empty", "");
        Finding finding = new Finding(all, all, attributes);
        Finding nameless = new Finding("node", "", new TreeMap<>());
        String text = written(finding) + written(nameless);
        assertThat(text.lines()).hasSize(2);
        assertThat(read(text)).containsExactly(finding, nameless);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "device",
                "\tsda",
                "device\tsda\t",
                "device\tsda\ton",
                "device\tsda\t=x",
                "device\tsda\ton\\=x",
                "device\tsda\ton=x\ton=y",
                "device\ts\\da",
                "device\tsda\\",
                "device\tsda\ton=\\"
            })
    void a_damaged_line_is_refused_with_its_number(String line) {
        assertThatThrownBy(() -> read("device\tsdb\n" + line + "\n"))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("line 2 is not a finding: ");
    }

    private static String written(Finding finding) throws IOException {
        StringBuilder text = new StringBuilder();
        FindingText.append(finding, text);
        return text.toString();
    }

    private static List<Finding> read(String text) throws IOException {
        return FindingText.read(new BufferedReader(new StringReader(text)));
    }
}
