package org.spindlebench.jobs.device;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.spindlebench.jobs.device.Engine.Access;
import org.spindlebench.jobs.device.Engine.IoTotals;
import org.spindlebench.jobs.device.IoTask.Operation;

/** Makes requests with fio, if the node has it. */
final class FioEngine implements Engine {
    private static final long SHORT_SECONDS = 10;
    private static final long NANOS_OF_MILLI = 1_000_000;

    private final String program;
    private final String version;
    private final long seed;

    private FioEngine(String program, String version, long seed) {
        this.program = program;
        this.version = version;
        this.seed = seed;
    }

    /**
     * Looks for fio.
     *
     * @param path directories separated by colons, as in {@code PATH}; may be null
     * @return null if there is no working fio
     */
    static FioEngine find(String path, long seed) throws InterruptedException {
        for (String directory : (path == null ? "" : path).split(File.pathSeparator)) {
            File program = new File(directory, "fio");
            if (!directory.isEmpty() && program.canExecute()) {
                String version = version(program);
                if (version.matches("fio-[\\w.+-]{1,40}")) {
                    return new FioEngine(program.getPath(), version, seed);
                }
            }
        }
        return null;
    }

    private static String version(File program) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(program.getPath(), "--version")
                    .redirectErrorStream(true)
                    .start();
            return end(process) ? output(process).trim() : "";
        } catch (IOException doesNotRun) {
            return "";
        }
    }

    @Override
    public String name() {
        return version;
    }

    @Override
    public String refusal(OwnDirectory in, List<Integer> blocks) throws IOException, InterruptedException {
        int smallest = Collections.min(blocks);
        String direct = trial(in, smallest, Access.DIRECT);
        if (direct == null) {
            return null;
        }
        String buffered = trial(in, smallest, Access.BUFFERED);
        if (buffered != null) {
            throw new IOException(buffered);
        }
        return "O_DIRECT is refused here: " + direct;
    }

    private String trial(OwnDirectory in, int block, Access access) throws IOException, InterruptedException {
        List<String> command = command("trial", Operation.WRITE, block, access);
        command.add("--size=" + block);
        Process process = in.start(new ProcessBuilder(command).redirectErrorStream(true));
        try {
            if (!end(process)) {
                return version + " did not end";
            }
            String output = output(process);
            boolean done = process.exitValue() == 0 && output.contains("3;" + version + ";");
            return done ? null : version + ": " + FioOutput.said(output);
        } finally {
            Files.deleteIfExists(in.trial());
        }
    }

    @Override
    public IoTotals run(IoTask work, int stream, OwnDirectory in, Access access, Deadline deadline)
            throws IOException, InterruptedException {
        deadline.check();
        Process process =
                in.start(new ProcessBuilder(command(work, stream, in.file(), access)).redirectErrorStream(true));
        // The output fits into a pipe's buffer, so the process never waits for a reader.
        if (!process.waitFor(deadline.nanosLeft(), TimeUnit.NANOSECONDS)) {
            process.destroyForcibly();
            throw new IOException("the probe's time was over before " + version + " had ended");
        }
        return FioOutput.read(output(process), work);
    }

    /** Returns the command line, which must be run in the file's directory. */
    List<String> command(IoTask work, int stream, Path file, Access access) {
        List<String> command = command(file.getFileName().toString(), work.operation(), work.block(), access);
        command.addAll(Arrays.asList(
                "--size=" + work.fileBytes(),
                "--randseed=" + (seed + stream & Integer.MAX_VALUE),
                "--numjobs=" + work.threads(),
                "--thread",
                "--group_reporting"));
        if (work.operation() != Operation.WRITE) {
            command.add("--allow_file_create=0");
        }
        if (work.nanos() != IoTask.ENDLESS) {
            command.add("--runtime=" + Math.max(1, work.nanos() / NANOS_OF_MILLI) + "ms");
        }
        if (work.operation().isRandom()) {
            command.add("--time_based");
        }
        return command;
    }

    private List<String> command(String file, Operation operation, int block, Access access) {
        List<String> command = new ArrayList<>(Arrays.asList(
                program,
                "--name=spindle",
                "--filename=" + file,
                "--rw=" + operation.text(),
                "--bs=" + block,
                "--direct=" + (access == Access.DIRECT ? 1 : 0),
                "--ioengine=psync",
                "--fallocate=none",
                "--output-format=terse",
                "--terse-version=3",
                "--eta=never"));
        if (operation.writes()) {
            command.add("--end_fsync=1");
        }
        return command;
    }

    /** Waits for a short call, or ends it and so closes its output. Returns whether it ended by itself. */
    private static boolean end(Process process) throws InterruptedException {
        boolean ended = process.waitFor(SHORT_SECONDS, TimeUnit.SECONDS);
        if (!ended) {
            process.destroyForcibly();
        }
        return ended;
    }

    private static String output(Process process) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (InputStream in = process.getInputStream()) {
            byte[] buffer = new byte[1 << 12];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                bytes.write(buffer, 0, read);
            }
        }
        return new String(bytes.toByteArray(), StandardCharsets.UTF_8);
    }

    /**
     * Reads fio's output with {@code --output-format=terse --terse-version=3}. It is one line of fields separated by
     * semicolons, which fio's manual lists under "Terse output". Sums are in KiB and times in milliseconds.
     */
    static final class FioOutput {
        private static final String VERSION = "3;fio-";
        private static final int MOST_SAID = 300;
        private static final int ERROR = 4;
        private static final int READ_KIB = 5;
        private static final int READ_MILLIS = 8;
        private static final int WRITE_KIB = 46;
        private static final int WRITE_MILLIS = 49;
        private static final long NANOS = 1_000_000;

        private FioOutput() {}

        /** @throws IOException if a number is missing or malformed */
        static IoTotals read(String output, IoTask work) throws IOException {
            for (String line : output.split("\n")) {
                String[] fields = line.split(";", -1);
                if (line.startsWith(VERSION) && fields.length > WRITE_MILLIS) {
                    return moved(fields, work, output);
                }
            }
            throw new IOException("fio: " + said(output));
        }

        private static IoTotals moved(String[] fields, IoTask work, String output) throws IOException {
            boolean writes = work.operation().writes();
            long error = number(fields[ERROR]);
            long bytes = Math.multiplyExact(number(fields[writes ? WRITE_KIB : READ_KIB]), 1024L);
            long millis = number(fields[writes ? WRITE_MILLIS : READ_MILLIS]);
            if (error != 0) {
                throw new IOException("fio: error " + error + ": " + said(output));
            }
            if (millis == 0 || bytes == 0) {
                throw new IOException("fio took less than a millisecond, its unit of time: ask for more bytes");
            }
            return new IoTotals(bytes, bytes / work.block(), Math.multiplyExact(millis, NANOS));
        }

        private static long number(String field) throws IOException {
            if (!field.matches("\\d{1,12}")) {
                throw new IOException("fio printed `" + field + "` where a number was expected");
            }
            return Long.parseLong(field);
        }

        /** Returns fio's messages, without its line of numbers, as a single line. */
        static String said(String output) {
            StringBuilder said = new StringBuilder();
            for (String line : output.split("\n")) {
                if (!line.startsWith(VERSION) && !line.trim().isEmpty()) {
                    said.append(said.length() == 0 ? "" : " ").append(line.trim());
                }
            }
            String all = said.length() == 0 ? "it printed no numbers" : said.toString();
            return all.length() > MOST_SAID ? all.substring(0, MOST_SAID) : all;
        }
    }
}
