package org.spindlebench.runner.cluster.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class ClientDirectoryTest {
    /** A client that keeps a directory with a secret until it is ended. */
    static final class Client {
        private Client() {}

        public static void main(String[] args) throws IOException, InterruptedException {
            Configuration configuration = new Configuration(false);
            configuration.set("key", "secret");
            try (ClientDirectory made = ClientDirectory.of(configuration, null)) {
                System.out.println(made.path());
                TimeUnit.MINUTES.sleep(2);
            }
        }
    }

    private static Process start() throws IOException {
        return new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Client.class.getName()))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static Path made(Process client) throws IOException {
        BufferedReader out = client.inputReader(StandardCharsets.UTF_8);
        return Path.of(out.readLine());
    }

    private static void end(Process client) throws InterruptedException {
        assertThat(client.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aClientThatIsEndedLeavesNoSettings() throws Exception {
        Process client = start();
        try {
            Path made = made(client);
            assertThat(made.resolve("core-site.xml")).content().contains("secret");
            ClientDirectory.removeLeft();
            assertThat(made.resolve("core-site.xml")).exists();

            client.destroy();
            end(client);
            assertThat(made).doesNotExist();
        } finally {
            client.destroyForcibly();
        }
    }

    @Test
    void theNextStartRemovesWhatAKilledClientLeft() throws Exception {
        Process client = start();
        try {
            Path made = made(client);
            client.destroyForcibly();
            end(client);
            assertThat(made.resolve("core-site.xml")).exists();
            Path others = Files.createTempDirectory("spindle-conf");
            try (ClientDirectory open = ClientDirectory.of(new Configuration(false), null)) {
                assertThat(made).doesNotExist();
                assertThat(others).exists();
                ClientDirectory.removeLeft();
                assertThat(open.path().resolve("core-site.xml")).exists();
            } finally {
                Files.delete(others);
            }
        } finally {
            client.destroyForcibly();
        }
    }
}
