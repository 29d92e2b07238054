package org.spindlebench.runner.cluster.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.VersionInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spindlebench.runner.cluster.LogLevels;
import org.spindlebench.runner.cluster.embedded.ClassArchive.ContainerClassPath;
import org.spindlebench.runner.cluster.embedded.ContainerJvm.OpenJavaLang;

/**
 * A running Hadoop in this JVM, with Hadoop's defaults and the given options. While it runs, the thread that started
 * it, and threads started there, do not see configuration files of other Hadoops. When it ends, it removes every
 * container JVM and every file that it made.
 */
public final class EmbeddedCluster implements AutoCloseable {

    private final WithoutSites loader;
    private final WorkArea area;
    private final Watchdog watchdog;
    private final Daemons daemons;
    private final Configuration clients;

    private EmbeddedCluster(
            WithoutSites loader, WorkArea area, Watchdog watchdog, Daemons daemons, Configuration clients) {
        this.loader = loader;
        this.area = area;
        this.watchdog = watchdog;
        this.daemons = daemons;
        this.clients = clients;
    }

    /**
     * Starts all daemons and returns when every node has reported.
     *
     * @throws EmbeddedStartException if it does not start within the limit; the message names the step and the log file
     * @throws IOException if this Hadoop needs a flag that the JVM lacks
     */
    public static EmbeddedCluster start(EmbeddedOptions options) throws IOException {
        OpenJavaLang.require(VersionInfo.getVersion());
        WithoutSites loader = WithoutSites.enter();
        EmbeddedCluster started = null;
        try {
            started = start(options, loader);
            return started;
        } finally {
            if (started == null) {
                loader.leave();
            }
        }
    }

    /** Returns the locations of another Hadoop's settings, which a cluster started now would not use. */
    public static List<String> unusedSettings() throws IOException {
        return WithoutSites.hidden(System.getenv("HADOOP_CONF_DIR"));
    }

    /**
     * Returns the archive of classes that containers of the last started cluster start with; empty if there is none.
     */
    public static Optional<Path> classArchive() {
        return ClassArchive.newest(ClassArchive.userCache());
    }

    private static EmbeddedCluster start(EmbeddedOptions options, WithoutSites loader) throws IOException {
        WorkArea area = WorkArea.create(options);
        Watchdog watchdog = Watchdog.start(area);
        LogLevels.hideDaemons();
        LogLevels.alsoTo(area.logFile());
        Daemons daemons = new Daemons(options, area);
        try {
            within(options, area, daemons);
            ContainerClassPath classPath = ContainerClassPath.ofThisJvm();
            ClassArchive archive = new ClassArchive(ClassArchive.userCache(), classPath);
            ContainerJvm jvm = new ContainerJvm(area.id(), classPath, archive.get(area.root()));
            Configuration clients = new ClientSettings(options, jvm).of(daemons.configuration());
            return new EmbeddedCluster(loader, area, watchdog, daemons, clients);
        } catch (EmbeddedStartException e) {
            area.keepLog();
            end(area, watchdog, daemons);
            throw e;
        }
    }

    private static void within(EmbeddedOptions options, WorkArea area, Daemons daemons) throws EmbeddedStartException {
        FutureTask<Void> start = new FutureTask<>(() -> {
            daemons.start();
            return null;
        });
        Thread starter = new Thread(start, "embedded-start");
        starter.setDaemon(true);
        starter.start();
        try {
            start.get(options.startLimit().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            starter.interrupt();
            throw new EmbeddedStartException(
                    "not up after " + options.startLimit().toSeconds() + " s", daemons.stage(), area.keptLog(), e);
        } catch (ExecutionException e) {
            throw new EmbeddedStartException(
                    String.valueOf(e.getCause().getMessage()), daemons.stage(), area.keptLog(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EmbeddedStartException("interrupted", daemons.stage(), area.keptLog(), e);
        }
    }

    /** Returns the configuration for clients: addresses, and settings that make small jobs fast. */
    public Configuration configuration() {
        return new Configuration(clients);
    }

    /** Returns the cluster's id, which is in each process's command line and each directory's name. */
    public String id() {
        return area.id();
    }

    /** Returns the daemons' log file, which exists while the cluster runs. */
    public Path logFile() {
        return area.logFile();
    }

    @Override
    public void close() {
        end(area, watchdog, daemons);
        loader.leave();
    }

    private static void end(WorkArea area, Watchdog watchdog, Daemons daemons) {
        LogLevels.silent();
        daemons.close();
        LogLevels.closeFile(area.logFile());
        watchdog.close();
    }

    /** Thrown if the embedded cluster did not start. The message names the step and the log file. */
    public static final class EmbeddedStartException extends IOException {

        private static final long serialVersionUID = 1L;

        EmbeddedStartException(String what, String stage, Path log, Throwable cause) {
            super(what + ", while starting " + stage + "; the log is " + log, cause);
        }
    }

    /**
     * A small shell process that outlives this JVM. After this JVM has ended, it ends the cluster's container JVMs and
     * removes its files. It does not depend on this JVM, so it also works after a {@code kill -9}.
     */
    static final class Watchdog implements AutoCloseable {

        private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);
        private static final String SCRIPT = "watchdog.sh";
        private static final long SWEEP_SECONDS = 30;

        private final WorkArea area;
        private final Process process;

        private Watchdog(WorkArea area, Process process) {
            this.area = area;
            this.process = process;
        }

        static Watchdog start(WorkArea area) throws IOException {
            Path script = area.root().resolve(SCRIPT);
            try (InputStream in = Watchdog.class.getResourceAsStream(SCRIPT)) {
                Files.copy(in, script);
            }
            return new Watchdog(
                    area,
                    launch(area, "watch", Long.toString(ProcessHandle.current().pid())));
        }

        /** Ends remaining containers and removes the files. Call it after the daemons have stopped. */
        @Override
        public void close() {
            try {
                boolean swept = launch(area, "sweep", "0").waitFor(SWEEP_SECONDS, TimeUnit.SECONDS);
                if (swept && area.remove()) {
                    process.destroy();
                }
            } catch (IOException e) {
                LOG.warn(
                        "The rest of the embedded cluster's files will be removed when this JVM has ended:" + " {}",
                        e.toString());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private static Process launch(WorkArea area, String mode, String pid) throws IOException {
            List<String> command = new ArrayList<>();
            if (Files.isExecutable(Path.of("/usr/bin/setsid"))) {
                // Starts the process in a separate session, so that a terminal's Ctrl-C or hang-up does not reach it.
                command.add("/usr/bin/setsid");
            }
            command.addAll(List.of("/bin/sh", area.root().resolve(SCRIPT).toString(), mode, pid, area.id()));
            area.made().forEach(dir -> command.add(dir.toString()));
            return new ProcessBuilder(command)
                    .directory(Path.of("/").toFile())
                    .redirectInput(Path.of("/dev/null").toFile())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        }
    }

    /**
     * The class loader of an embedded cluster. It hides only the files that administrators configure Hadoop with.
     * Hadoop finds these files through the context class loader of the thread that creates a configuration. Threads and
     * configurations pass the class loader on.
     */
    static final class WithoutSites extends ClassLoader {
        private static final List<String> SITES =
                List.of("core-site.xml", "hdfs-site.xml", "yarn-site.xml", "mapred-site.xml", "capacity-scheduler.xml");

        private static final Pattern HIDDEN = Pattern.compile(
                "(?:.*-site|capacity-scheduler|fair-scheduler|hadoop-policy"
                        + "|mapred-queues|resource-types|node-resources|dynamic-resources|ssl-client|ssl-server)\\.xml");

        private WithoutSites(ClassLoader all) {
            super(all);
        }

        /** Wraps this thread's class loader and makes the result the thread's class loader. */
        static WithoutSites enter() {
            WithoutSites entered = new WithoutSites(Thread.currentThread().getContextClassLoader());
            Thread.currentThread().setContextClassLoader(entered);
            return entered;
        }

        void leave() {
            if (Thread.currentThread().getContextClassLoader() == this) {
                Thread.currentThread().setContextClassLoader(getParent());
            }
        }

        /**
         * Returns the directories and jars that contain hidden files. Hadoop's own test jars do not count, because they
         * contain the cluster's classes.
         *
         * @param hadoopConf the directory of Hadoop's settings according to the environment; null if the environment
         *     names none
         */
        static List<String> hidden(String hadoopConf) throws IOException {
            Set<String> places = new TreeSet<>();
            ClassLoader all = Thread.currentThread().getContextClassLoader();
            for (String site : SITES) {
                for (URL url : Collections.list(all.getResources(site))) {
                    String file = url.getPath().replaceFirst("^file:", "");
                    places.add(file.substring(0, file.lastIndexOf('/')).replaceFirst("!$", ""));
                }
                if (hadoopConf != null && !hadoopConf.isEmpty() && Files.exists(Path.of(hadoopConf, site))) {
                    places.add(Path.of(hadoopConf).toAbsolutePath().normalize().toString());
                }
            }
            places.removeIf(place -> place.endsWith("-tests.jar"));
            return new ArrayList<>(places);
        }

        @Override
        public URL getResource(String name) {
            return HIDDEN.matcher(name).matches() ? null : super.getResource(name);
        }

        @Override
        public Enumeration<URL> getResources(String name) throws IOException {
            return HIDDEN.matcher(name).matches() ? Collections.emptyEnumeration() : super.getResources(name);
        }
    }
}
