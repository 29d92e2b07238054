package org.spindlebench.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LauncherTest {
    @TempDir
    Path temporary;

    @ParameterizedTest
    @CsvSource({
        "1.8.0_402,8",
        "1.8,8",
        "11.0.2,11",
        "17,17",
        "17.0.15,17",
        "21-ea,21",
        "25.0.1+8,25",
        "nonsense,0",
        "'',0"
    })
    void readsTheFeatureNumberOfOldAndNewVersionSchemes(String version, int feature) {
        assertThat(JavaVersion.feature(version)).isEqualTo(feature);
    }

    @ParameterizedTest
    @CsvSource({"1.8.0_402,false", "11.0.2,false", "16.0.2,false", "17,true", "17.0.15,true", "21-ea,true"})
    void takesJava17AndNewer(String version, boolean newEnough) {
        assertThat(JavaVersion.isNewEnough(version)).isEqualTo(newEnough);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Launcher", "JavaVersion", "SecondJvm", "ClassPathOf"})
    void isOfJava8ByteCode(String name) throws IOException {
        try (InputStream in = Launcher.class.getResourceAsStream(name + ".class");
                DataInputStream data = new DataInputStream(in)) {
            assertThat(data.readInt()).isEqualTo(0xCAFEBABE);
            data.readUnsignedShort();
            assertThat(data.readUnsignedShort()).isEqualTo(52);
        }
    }

    @Test
    void saysInOneSentenceWhichJavaItIsAndWhatToSet() throws Exception {
        ByteArrayOutputStream err = new ByteArrayOutputStream();

        int code = start("1.8.0_402", Map.of(), err);

        assertThat(code).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8).strip())
                .startsWith("error: Spindle needs Java 17 or newer, but this is Java 1.8.0_402")
                .contains("SPINDLE_JAVA_HOME")
                .doesNotContain("\n");
    }

    @Test
    void doesNotStartItselfForeverUnderAJavaThatIsTooOld() {
        Map<String, String> environment = Map.of("SPINDLE_JAVA_HOME", "/opt/jdk11", "SPINDLE_STARTED_AGAIN", "true");

        assertThat(Launcher.refusal("11.0.2", environment)).contains("SPINDLE_JAVA_HOME=/opt/jdk11 is Java 11.0.2");
    }

    @Test
    void refusesAHomeWithoutJava() {
        assertThat(Launcher.refusal("11.0.2", Map.of("SPINDLE_JAVA_HOME", temporary.toString())))
                .contains("contains no bin/java");
    }

    @Test
    @Timeout(60)
    void startsItselfAgainUnderTheNamedJavaAndReturnsItsExitCode() throws Exception {
        Path seen = temporary.resolve("seen");
        Path java = Files.createDirectories(temporary.resolve("jdk/bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\necho \"$SPINDLE_STARTED_AGAIN\" \"$@\" > " + seen + "\nexit 7\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        ByteArrayOutputStream err = new ByteArrayOutputStream();

        int code = start(
                "11.0.2", Map.of("SPINDLE_JAVA_HOME", temporary.resolve("jdk").toString()), err);

        assertThat(code).isEqualTo(7);
        assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
        assertThat(Files.readString(seen))
                .startsWith("true ")
                .contains(" -cp /")
                .endsWith("org.spindlebench.launcher.Launcher --suite quick\n");
    }

    @Test
    void passesOnHeapCollectorAndPropertiesAndNothingOfTheOldJvmsOwn() {
        List<String> old = List.of(
                "-Xmx1g",
                "-Dhadoop.log.dir=/var/log/hadoop",
                "-Dyarn.home.dir=/opt/hadoop",
                "-Djava.library.path=/opt/hadoop/lib/native",
                "-Djava.security.krb5.conf=/etc/krb5.conf",
                "-Djava.endorsed.dirs=/old",
                "-XX:+UseParallelGC",
                "-XX:ParallelGCThreads=4",
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "-XX:+UseConcMarkSweepGC",
                "-XX:+UseParNewGC",
                "-agentlib:jdwp=transport=dt_socket");

        List<String> command = new SecondJvm(new File("/jdk/bin/java"), old, "/a:/b").command("plan", "-D", "a=b");

        assertThat(command)
                .containsExactly(
                        "/jdk/bin/java",
                        "--add-exports=java.security.jgss/sun.security.krb5=ALL-UNNAMED",
                        "-Xmx1g",
                        "-Dhadoop.log.dir=/var/log/hadoop",
                        "-Dyarn.home.dir=/opt/hadoop",
                        "-Djava.library.path=/opt/hadoop/lib/native",
                        "-Djava.security.krb5.conf=/etc/krb5.conf",
                        "-XX:+UseParallelGC",
                        "-XX:ParallelGCThreads=4",
                        "--add-opens=java.base/java.lang=ALL-UNNAMED",
                        "-cp",
                        "/a:/b",
                        "org.spindlebench.launcher.Launcher",
                        "plan",
                        "-D",
                        "a=b");
    }

    @Test
    @Timeout(60)
    void whatHadoop31ReadsOfKerberosIsExportedInTheSecondJvmAlone() throws Exception {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        List<String> command = new SecondJvm(java.toFile(), List.of(), temporary.toString()).command();
        Path source = temporary.resolve("Realm.java");
        Files.writeString(source, """
                public class Realm {
                    public static void main(String[] args) throws Exception {
                        Class<?> config = Class.forName("sun.security.krb5.Config");
                        config.getMethod("getInstance").invoke(null);
                    }
                }
                """);
        Files.writeString(temporary.resolve("krb5.conf"), "[libdefaults]\n default_realm = EXAMPLE.COM\n");
        String conf = "-Djava.security.krb5.conf=" + temporary.resolve("krb5.conf");

        assertThat(exitCode(java.toString(), conf, source.toString())).isEqualTo(1);
        assertThat(exitCode(java.toString(), command.get(1), conf, source.toString()))
                .isZero();
    }

    private static int exitCode(String... command) throws Exception {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    @Test
    void joinsHadoopsClassPathAndTheJarsClassLoaderInAbsolutePaths() throws Exception {
        URL own = URI.create("file:/opt/bench-runner.jar").toURL();
        URL unpacked = URI.create("file:/tmp/hadoop-unjar1/").toURL();
        try (URLClassLoader context = new URLClassLoader(new URL[] {unpacked, own}, null)) {
            String path = ClassPathOf.join("/etc/hadoop" + File.pathSeparator + "lib/a.jar", own, context);

            assertThat(path.split(File.pathSeparator))
                    .containsExactly(
                            "/etc/hadoop",
                            new File("lib/a.jar").getAbsolutePath(),
                            "/opt/bench-runner.jar",
                            "/tmp/hadoop-unjar1");
        }
    }

    private static int start(String version, Map<String, String> environment, ByteArrayOutputStream err)
            throws Exception {
        return Launcher.startElsewhere(
                version,
                environment,
                new String[] {"--suite", "quick"},
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    @Test
    void onlyAMissingClassOfHadoopIsTakenForAMissingHadoop() {
        assertThat(Launcher.isMissingHadoop(new NoClassDefFoundError("org/apache/hadoop/conf/Configuration")))
                .isTrue();
        assertThat(Launcher.isMissingHadoop(new NoClassDefFoundError("org/spindlebench/jobs/JobKeys")))
                .isFalse();
        assertThat(Launcher.isMissingHadoop(new IllegalStateException("org/apache/hadoop/x")))
                .isFalse();
    }
}
