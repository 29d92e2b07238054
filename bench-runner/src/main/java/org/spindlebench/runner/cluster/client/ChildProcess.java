package org.spindlebench.runner.cluster.client;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.apache.hadoop.util.RunJar;
import org.spindlebench.analysis.document.DigestJournal;
import org.spindlebench.runner.program.Program.Call;
import org.spindlebench.runner.program.Program.ProgramKind;

/**
 * A call of a user's program in a process of its own, so that the program may end its JVM and leave static state. A jar
 * is run as {@code hadoop jar} runs it, with this JVM's class path.
 *
 * @param words the words of the call, with the values of placeholders
 * @param variables environment variables for the program
 */
public record ChildProcess(Call call, List<String> words, Map<String, String> variables) {
    private static final int KEPT = 1_000;

    /**
     * The options of this JVM that a child's JVM needs. Other options, such as a debugger's, apply to this JVM alone.
     */
    private static final List<String> INHERITED = List.of(
            "-Xmx",
            "-Djava.io.tmpdir",
            "-Djava.net.",
            "-Djava.security.",
            "-Djavax.",
            "-Dsun.security.",
            "-Dhadoop.",
            "-Dyarn.",
            "--add-opens",
            "--add-exports");

    /**
     * Starts the process.
     *
     * @param conf a directory of Hadoop settings
     * @param log the file to which the process's output is appended; null for none
     * @throws IOException if the process cannot be started, or if its jar is not the planned jar
     */
    public Process start(Path conf, Path log) throws IOException {
        refuseAnotherJar();
        ProcessBuilder builder = new ProcessBuilder(command(conf))
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(log == null ? Redirect.DISCARD : Redirect.appendTo(log.toFile()));
        Map<String, String> environment = builder.environment();
        environment.putAll(variables);
        environment.put("HADOOP_CONF_DIR", conf.toString());
        environment.put("YARN_CONF_DIR", conf.toString());
        return builder.start();
    }

    private void refuseAnotherJar() throws IOException {
        if (call.kind() == ProgramKind.JAR && call.sha256() != null) {
            String now = DigestJournal.sha256(Path.of(call.jar()));
            if (!now.equals(call.sha256())) {
                throw new IOException(call.jar() + " has changed since the campaign was planned (SHA-256 is " + now
                        + ", was " + call.sha256() + "); start another campaign to measure it");
            }
        }
    }

    List<String> command(Path conf) throws IOException {
        return switch (call.kind()) {
            case JAR -> java(conf);
            case COMMAND -> words;
            case SHELL -> List.of("sh", "-c", words.get(0));
        };
    }

    private List<String> java(Path conf) throws IOException {
        String ofManifest = mainClass(Path.of(call.jar()));
        String classPath = System.getProperty("java.class.path");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> INHERITED.stream().anyMatch(option::startsWith))
                .forEach(command::add);
        command.add("-cp");
        if (call.main() == null || ofManifest == null || ofManifest.equals(call.main())) {
            command.add(conf + File.pathSeparator + classPath);
            command.add(RunJar.class.getName());
            command.add(call.jar());
            if (ofManifest == null) {
                command.add(call.main());
            }
        } else {
            // RunJar would regard the class as the first argument of the manifest's class.
            command.add(conf + File.pathSeparator + call.jar() + File.pathSeparator + classPath);
            command.add(call.main());
        }
        command.addAll(words);
        return command;
    }

    /**
     * Returns the class that a jar's manifest names; null if it names none.
     *
     * @throws IOException if the file is not a jar
     */
    public static String mainClass(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            Manifest manifest = file.getManifest();
            return manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
        }
    }

    /** Returns the last lines of a log; empty if it cannot be read. */
    public static String end(Path log) {
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
            byte[] last = new byte[(int) Math.min(file.length(), KEPT)];
            file.seek(file.length() - last.length);
            file.readFully(last);
            return new String(last, StandardCharsets.UTF_8).strip();
        } catch (IOException unreadable) {
            return "";
        }
    }
}
