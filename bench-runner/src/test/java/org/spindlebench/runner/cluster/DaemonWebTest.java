package org.spindlebench.runner.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class DaemonWebTest {
    private static final String URL = "http://n1:9870/jmx";

    private static JsonNode answer(String text, int most) throws IOException {
        return DaemonWeb.json(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), URL, most);
    }

    @Test
    void anAnswerIsReadUpToItsLimit() throws IOException {
        assertThat(answer("{\"a\":1}", 7).get("a").asInt()).isEqualTo(1);
        assertThat(answer("", 7).isMissingNode()).isTrue();
    }

    @Test
    void anAnswerWithoutAnEndIsNone() {
        assertThatThrownBy(() -> answer("[" + "1,".repeat(1000), 100))
                .isInstanceOf(IOException.class)
                .hasMessage(URL + " answers with more than 100 bytes");
    }
}
