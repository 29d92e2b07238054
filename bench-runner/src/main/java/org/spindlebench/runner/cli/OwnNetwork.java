package org.spindlebench.runner.cli;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.spindlebench.runner.campaign.CampaignRunner;
import org.spindlebench.runner.conf.JobSettings.Cluster;
import org.spindlebench.runner.console.ClusterAction;
import org.spindlebench.runner.console.ExitCode;
import org.spindlebench.runner.options.EmbeddedArguments;
import org.spindlebench.runner.process.CommandOutcome;

/**
 * Runs the program again in a network of its own, before it starts a cluster. Hadoop without Kerberos accepts any user
 * name that a client gives. In the host's network, every user of the host could run programs as Spindle's user and read
 * its data. Linux gives a process and its children a network that only they can reach.
 */
final class OwnNetwork {
    /** The network in which Spindle runs, as {@code /proc/self/ns/net} names it, if it is Spindle's own. */
    private static final String MARK = "SPINDLE_NETWORK";

    private static final String LAUNCHER = "org.spindlebench.launcher.Launcher";

    /** The environment variable with the command that started the first JVM. */
    private static final String JAVA_COMMAND = "SPINDLE_JAVA_COMMAND";

    /** The environment variable with the effect of {@link EmbeddedArguments#SHARE}, for the image of a container. */
    private static final String SHARED = "SPINDLE_SHARE_HOST";

    private static final Path NETWORK = Path.of("/proc/self/ns/net");
    private static final Duration TRIAL = Duration.ofSeconds(10);

    /** Brings up the loopback interface, marks the network, and ends the program with the first JVM. */
    private static final String BEGIN =
            "ip link set lo up && SPINDLE_NETWORK=$(readlink /proc/self/ns/net) && export SPINDLE_NETWORK && ";

    private static final String AS_ROOT = BEGIN + "exec setpriv --pdeathsig KILL -- \"$@\"";

    /** A user needs to be root in the new network until its interface is up, and then is the same user again. */
    private static final String AS_USER = BEGIN + "user=$1 group=$2 && shift 2 &&"
            + " exec unshare --user --map-user=\"$user\" --map-group=\"$group\" -- setpriv --pdeathsig KILL -- \"$@\"";

    private final List<String> arguments;
    private final PrintStream err;

    OwnNetwork(List<String> arguments, PrintStream err) {
        this.arguments = arguments;
        this.err = err;
    }

    /**
     * If work starts a cluster, does it in a network of its own, and returns the exit code. Empty for other work, which
     * the caller does here.
     */
    OptionalInt run(ClusterAction action) {
        if (!startsCluster(action) || isShared() || isOwn(System.getenv())) {
            return OptionalInt.empty();
        }
        try {
            List<String> own = own();
            List<String> trial = new ArrayList<>(own);
            trial.add("true");
            CommandOutcome outcome = CommandOutcome.of(trial, TRIAL);
            return OptionalInt.of(outcome.ok() ? again(own) : refuse(outcome.output()));
        } catch (IOException e) {
            return OptionalInt.of(refuse(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return OptionalInt.of(ExitCode.RUN_FAILED.code());
        }
    }

    private static boolean startsCluster(ClusterAction action) {
        return action instanceof CampaignRunner.CampaignAction campaign
                && campaign.request().setups().stream()
                        .anyMatch(each -> campaign.request().cluster(each) == Cluster.EMBEDDED);
    }

    private boolean isShared() {
        return arguments.contains(EmbeddedArguments.SHARE) || "true".equals(System.getenv(SHARED));
    }

    private static boolean isOwn(Map<String, String> environment) {
        try {
            return Files.readSymbolicLink(NETWORK).toString().equals(environment.get(MARK));
        } catch (IOException unknown) {
            return false;
        }
    }

    /** Returns the beginning of a command that runs in a new network. */
    private static List<String> own() throws IOException {
        Path self = Path.of("/proc/self");
        Object user = Files.getAttribute(self, "unix:uid");
        Object group = Files.getAttribute(self, "unix:gid");
        return user.equals(0)
                ? List.of("unshare", "--net", "--", "sh", "-c", AS_ROOT, "sh")
                : List.of(
                        "unshare",
                        "--user",
                        "--map-root-user",
                        "--net",
                        "--",
                        "sh",
                        "-c",
                        AS_USER,
                        "sh",
                        user.toString(),
                        group.toString());
    }

    private int refuse(String why) {
        err.println(
                "error: every user of this host could run programs as you on the cluster that Spindle starts, and read its"
                        + " data, because Hadoop without Kerberos accepts any name. A network of its own, which"
                        + " would prevent that, is not possible here (" + why
                        + "). Install util-linux and iproute2, and permit user namespaces; or"
                        + " add " + EmbeddedArguments.SHARE + " if you alone use this host");
        return ExitCode.WRONG_USAGE.code();
    }

    /** Runs the same program in a new network. The program ends with this thread, which therefore waits for it. */
    private int again(List<String> own) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(own);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> !argument.startsWith("-agentlib:") && !argument.startsWith("-javaagent:"))
                .forEach(command::add);
        command.addAll(List.of("-cp", classPath(), LAUNCHER));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
        // Messages print commands that begin like the one that started this JVM.
        builder.environment().putIfAbsent(JAVA_COMMAND, System.getProperty("sun.java.command", ""));
        Process process = builder.start();
        Thread end = new Thread(() -> endWithThisJvm(process), "end-own-network");
        Runtime.getRuntime().addShutdownHook(end);
        int code = process.waitFor();
        try {
            Runtime.getRuntime().removeShutdownHook(end);
        } catch (IllegalStateException atShutdown) {
            return code;
        }
        return code;
    }

    /** Returns this JVM's class path. {@code hadoop jar} adds the program's jar only to a class loader. */
    private static String classPath() throws IOException {
        String all = System.getProperty("java.class.path");
        CodeSource own = OwnNetwork.class.getProtectionDomain().getCodeSource();
        try {
            return own == null ? all : Path.of(own.getLocation().toURI()) + File.pathSeparator + all;
        } catch (URISyntaxException e) {
            throw new IOException("the program's jar is not a file: " + own.getLocation(), e);
        }
    }

    /** Asks the program to end, as for Ctrl-C or a signal to this JVM only, and waits until it has cleaned up. */
    private static void endWithThisJvm(Process process) {
        process.destroy();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
