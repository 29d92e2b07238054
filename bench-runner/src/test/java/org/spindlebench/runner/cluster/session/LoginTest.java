package org.spindlebench.runner.cluster.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoginTest {
    @Test
    void theLoginIsNoOptionOfHadoops() {
        List<String> arguments =
                List.of("-D", "a=b", "--keytab", "me.keytab", "--principal", "me", "-fs", "hdfs://store");

        assertThat(Login.without(arguments)).containsExactly("-D", "a=b", "-fs", "hdfs://store");
        assertThat(Login.in(arguments)).isEqualTo(new Login("me.keytab", "me"));
        assertThat(Login.in(List.of("-D", "a=b"))).isEqualTo(new Login(null, null));
    }

    @Test
    void aTicketIsRenewedOnlyWhereTheCommandForItIs(@TempDir Path directory) throws Exception {
        Path kinit = Files.createFile(directory.resolve("kinit"));
        String path = "/nowhere" + File.pathSeparator + directory;

        assertThat(Login.isCommand("kinit", path)).as("it cannot be run").isFalse();
        assertThat(kinit.toFile().setExecutable(true)).isTrue();
        assertThat(Login.isCommand("kinit", path)).isTrue();
        assertThat(Login.isCommand("kinit", "/nowhere")).isFalse();
        assertThat(Login.isCommand(kinit.toString(), "/nowhere")).isTrue();
        assertThat(Login.isCommand("/nowhere/kinit", path)).isFalse();
    }
}
