package org.spindlebench.runner.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.spindlebench.analysis.document.FileFailure;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.console.ClusterAction;
import org.spindlebench.runner.console.Console;
import org.spindlebench.runner.console.ExitCode;
import org.spindlebench.runner.console.GenericOptions;
import org.spindlebench.runner.console.Quiet;
import org.spindlebench.runner.jobs.JobCatalog;
import org.spindlebench.runner.run.SoftwareReader;

/**
 * The program. It sorts the arguments, lets picocli parse the arguments that are not Hadoop's, and calls the command.
 */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        // Hadoop's Avro writes names in lower case by this locale. In Turkish, Avro would not find its names.
        Locale.setDefault(Locale.ROOT);
        PrintStream err = new VisibleStream(System.err);
        runAndExit(
                args,
                action -> {
                    OptionalInt ended = new OwnNetwork(List.of(args), err).run(action);
                    return ended.isPresent() ? ended.getAsInt() : ClusterAction.guarded(err, action);
                },
                () -> CliContext.ofThisProcess(JobCatalog.summaries()));
    }

    /** Ends the JVM in any case, because Hadoop's threads would keep it alive. */
    static void runAndExit(String[] args, ToIntFunction<ClusterAction> cluster, Supplier<CliContext> context) {
        PrintStream out = System.out;
        // Stock tools print to standard output, which is reserved for results.
        System.setOut(new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));
        int code = run(args, out, System.err, cluster, context);
        int end = out.checkError() ? codeOfLost(code) : code;
        System.err.flush();
        // CHECKSTYLE:OFF the one place that ends the JVM
        System.exit(end);
        // CHECKSTYLE:ON
    }

    /**
     * Reports that results could not be printed, and returns the exit code. A reader of a pipe that closes it early,
     * such as {@code head}, is not an error.
     */
    private static int codeOfLost(int code) {
        try {
            String out = Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString();
            if (out.startsWith("pipe:") || out.startsWith("socket:")) {
                return code;
            }
        } catch (IOException noSuchSystem) {
            return code;
        }
        System.err.println("error: Spindle could not write all of its standard output; check the free space at the"
                + " destination");
        return code == ExitCode.ALL_VALID.code() ? ExitCode.RUN_FAILED.code() : code;
    }

    /**
     * Runs the program without ending the JVM.
     *
     * @param args all arguments, including Hadoop's generic options
     * @param out the stream for results
     * @param err the stream for progress and errors
     * @param cluster does the work on a cluster, and returns the exit code
     * @param context supplies the working directory, the clock, the random seeds and the jobs
     * @return the exit code
     */
    public static int run(
            String[] args,
            PrintStream out,
            PrintStream err,
            ToIntFunction<ClusterAction> cluster,
            Supplier<CliContext> context) {
        List<String> arguments = List.of(args);
        PrintStream visible = new VisibleStream(err);
        try {
            Problems problems = new Problems();
            GenericOptions generic = GenericOptions.extract(arguments, problems);
            PrintStream shown = Quiet.ifWanted(generic.rest(), visible);
            Console console = new Console(generic, problems, new VisibleStream(out), shown, cluster);
            return new Commands(context.get(), console).call();
        } catch (Exception | Error unexpected) {
            boolean hadoopIsMissing = unexpected instanceof NoClassDefFoundError
                    && String.valueOf(unexpected.getMessage())
                            .replace('.', '/')
                            .matches("org/(?:apache/(?:hadoop|avro)|slf4j)/.*");
            if (hadoopIsMissing) {
                // The launcher reports this error.
                throw (Error) unexpected;
            }
            return UnexpectedEnd.tell(unexpected, arguments, visible);
        }
    }

    /** Reports an unexpected error with a sentence for the user, and writes the stack trace to a file. */
    static final class UnexpectedEnd {
        private UnexpectedEnd() {}

        /** Reports the error, and returns the exit code. */
        static int tell(Throwable failure, List<String> arguments, PrintStream err) {
            err.println("error: " + sentence(failure));
            try {
                Path log = Files.createTempFile("spindle-error-", ".log");
                Files.writeString(log, trace(failure, arguments));
                err.println("The details are in " + log + "; a campaign that was running can be resumed.");
            } catch (IOException | RuntimeException unwritable) {
                err.println("The details could not be written: " + unwritable);
            }
            return ExitCode.UNEXPECTED.code();
        }

        private static String sentence(Throwable failure) {
            if (failure instanceof OutOfMemoryError) {
                return "Spindle's JVM has too little memory. Give it more: SPINDLE_JAVA_OPTS=-Xmx4g for bin/spindle,"
                        + " HADOOP_CLIENT_OPTS=-Xmx4g for hadoop jar.";
            }
            if (failure instanceof InvalidDocumentException) {
                return failure.getMessage();
            }
            if (failure instanceof UncheckedIOException unread) {
                return FileFailure.of(unread.getCause());
            }
            return "Spindle ended because of an unexpected error: " + failure;
        }

        private static String trace(Throwable failure, List<String> arguments) {
            StringWriter text = new StringWriter();
            PrintWriter out = new PrintWriter(text);
            out.println("Spindle " + SoftwareReader.version() + ", Java " + System.getProperty("java.version"));
            out.println("arguments: " + arguments);
            failure.printStackTrace(out);
            return text.toString();
        }
    }

    /**
     * The stream of all text for the terminal. Names and reasons come from outside, so control characters become
     * question marks, even if the printing code forgot this. Spindle's own colours pass, and a text may begin with
     * Spindle's erasing of a line.
     */
    static final class VisibleStream extends PrintStream {
        private static final Pattern OWN = Pattern.compile("\\A\r\u001b\\[K|\u001b\\[(?:0|31|32)m");

        private final PrintStream terminal;

        VisibleStream(PrintStream out) {
            super(out, true);
            this.terminal = out;
        }

        private static String visible(String text) {
            StringBuilder visible = new StringBuilder();
            Matcher own = OWN.matcher(text);
            int end = 0;
            while (own.find()) {
                visible.append(HumanText.visible(text.substring(end, own.start())))
                        .append(own.group());
                end = own.end();
            }
            return visible.append(HumanText.visible(text.substring(end))).toString();
        }

        @Override
        public void print(String text) {
            terminal.print(visible(String.valueOf(text)));
        }

        @Override
        public void print(Object value) {
            print(String.valueOf(value));
        }

        @Override
        public void print(char[] text) {
            print(String.valueOf(text));
        }

        @Override
        public void print(char character) {
            print(String.valueOf(character));
        }
    }
}
