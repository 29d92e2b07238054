package org.spindlebench.runner.cluster.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.VersionInfo;
import org.spindlebench.runner.cluster.LogLevels;

/**
 * A running Hadoop in this JVM, made of Hadoop's defaults and of what is given to it: from its start to its end the files of another Hadoop's settings are
 * hidden from the thread that started it and from all threads that begin there. Its end takes every container JVM and every file it made with it.
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
     * Starts everything and returns when every node has reported.
     *
     * @throws EmbeddedStartException if it does not start within the limit; says how far it came and where the log is
     * @throws IOException if this Hadoop cannot start in a JVM without a flag that is missing
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

    /** Where settings of another Hadoop lie that a cluster started now would not use. */
    public static List<String> unusedSettings() throws IOException {
        return WithoutSites.hidden(System.getenv("HADOOP_CONF_DIR"));
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

    /** What clients submit jobs with: addresses, and the settings that make small jobs quick. */
    public Configuration configuration() {
        return new Configuration(clients);
    }

    /** What every process and every directory of this cluster carries in its command line or name. */
    public String id() {
        return area.id();
    }

    /** Where the daemons write their logs while the cluster lives. */
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
}
