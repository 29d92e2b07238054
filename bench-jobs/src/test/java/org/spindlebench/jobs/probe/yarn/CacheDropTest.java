package org.spindlebench.jobs.probe.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.spindlebench.jobs.probe.yarn.NodeProbe.CacheDrop;

class CacheDropTest {
    @Test
    void aCommandThatSucceedsHasDroppedTheCaches() throws Exception {
        assertThat(new CacheDrop("sh", "-c", "read any; exit 0").run(10_000)).isEmpty();
    }

    @Test
    void aCommandThatTheSiteRefusesSaysForWhom() throws Exception {
        assertThat(new CacheDrop("sh", "-c", "exit 3").run(10_000))
                .isEqualTo("`sh -c exit 3` ended with exit code 3 for the user " + System.getProperty("user.name"));
    }

    @Test
    void aCommandThatIsMissingOrHangsIsNoCooling() throws Exception {
        assertThat(new CacheDrop("/no/such/program").run(10_000)).startsWith("`/no/such/program` was not started: ");
        assertThat(new CacheDrop("sleep", "60").run(1_000)).isEqualTo("`sleep 60` did not end within 1 s");
    }
}
