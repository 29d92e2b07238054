package org.spindlebench.runner.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.runner.cluster.embedded.ClassArchive.ContainerClassPath;
import org.spindlebench.runner.cluster.embedded.EmbeddedCluster.WithoutSites;

class WithoutSitesTest {
    private static final String EDITS = "dfs.namenode.edits.dir";
    private static final String SORT_MB = "mapreduce.task.io.sort.mb";
    private static final String CALCULATOR = "yarn.scheduler.capacity.resource-calculator";

    @TempDir
    private Path sites;

    @TempDir
    private Path work;

    private ClassLoader before;
    private URLClassLoader production;

    /** Puts a client's configuration, as administrators hand it out, in front of the class path. */
    @BeforeEach
    void putSitesOnTheClassPath() throws IOException {
        write("core-site.xml", "io.file.buffer.size", "4711");
        write("hdfs-site.xml", EDITS, "file:///precious/edits");
        write("yarn-site.xml", "yarn.resourcemanager.recovery.enabled", "true");
        write("mapred-site.xml", SORT_MB, "7");
        write("capacity-scheduler.xml", CALCULATOR, "no.such.Calculator");
        before = Thread.currentThread().getContextClassLoader();
        production = new URLClassLoader(new URL[] {sites.toUri().toURL()}, before);
        Thread.currentThread().setContextClassLoader(production);
    }

    @AfterEach
    void takeThemOff() throws IOException {
        Thread.currentThread().setContextClassLoader(before);
        production.close();
    }

    private void write(String file, String key, String value) throws IOException {
        Files.writeString(
                sites.resolve(file),
                "<configuration><property><name>" + key + "</name><value>" + value
                        + "</value></property></configuration>");
    }

    @Test
    void daemonsAndClientsHaveHadoopsDefaultsWhereSitesSayOtherwise() throws IOException {
        assertThat(new JobConf().get(SORT_MB)).isEqualTo("7");
        WithoutSites loader = WithoutSites.enter();
        try {
            EmbeddedOptions options = EmbeddedOptions.defaults().withWorkDir(work);
            Configuration daemons = new DaemonSettings(options, WorkArea.create(options)).shared();

            assertThat(daemons.get("dfs.namenode.name.dir")).doesNotContain("precious");
            assertThat(daemons.get(EDITS)).isEqualTo(daemons.get("dfs.namenode.name.dir"));
            assertThat(daemons.getInt("io.file.buffer.size", 0)).isEqualTo(4096);
            assertThat(daemons.getBoolean("yarn.resourcemanager.recovery.enabled", true))
                    .isFalse();
            assertThat(daemons.getConfResourceAsInputStream("yarn-site.xml")).isNull();
            Configuration clients = clients(options, daemons);
            assertThat(clients.get(SORT_MB)).isEqualTo("100");
            assertThat(new JobConf(clients).get(SORT_MB)).isEqualTo("100");
            assertThat(clients.get(EDITS)).doesNotContain("precious");
        } finally {
            loader.leave();
        }
        assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(production);
    }

    private static Configuration clients(EmbeddedOptions options, Configuration daemons) {
        for (String address : List.of(
                "dfs.namenode.http-address", "mapreduce.jobhistory.address", "mapreduce.jobhistory.webapp.address")) {
            daemons.set(address, "127.0.0.1:1");
        }
        ContainerJvm jvm = new ContainerJvm("id", new ContainerClassPath(List.of("/hadoop.jar")), Optional.empty());
        return new ClientSettings(options, jvm).of(daemons);
    }

    @Test
    void whatThreadsMakeThatBeganThereHasDefaultsToo() throws Exception {
        WithoutSites loader = WithoutSites.enter();
        try {
            FutureTask<String> made = new FutureTask<>(() -> new JobConf().get(SORT_MB));
            new Thread(made).start();

            assertThat(made.get()).isEqualTo("100");
            Configuration scheduler = new Configuration(false);
            scheduler.addResource("capacity-scheduler.xml");
            assertThat(scheduler.get(CALCULATOR)).isNull();
        } finally {
            loader.leave();
        }
    }

    @Test
    void noSettingMovesWhatIsFormatted() throws IOException {
        EmbeddedOptions options = EmbeddedOptions.defaults()
                .withWorkDir(work)
                .withOverrides(Map.of(EDITS, "/precious", "dfs.namenode.shared.edits.dir", "/precious"));

        Configuration daemons = new DaemonSettings(options, WorkArea.create(options)).shared();

        assertThat(daemons.get(EDITS)).isEqualTo(daemons.get("dfs.namenode.name.dir"));
        assertThat(daemons.get("dfs.namenode.shared.edits.dir")).isNull();
    }

    @Test
    void directoriesOfSettingsThatAreNotUsedAreNamed() throws IOException {
        assertThat(WithoutSites.hidden(null)).containsExactly(sites.toString());
        Thread.currentThread().setContextClassLoader(before);
        assertThat(WithoutSites.hidden(null)).isEmpty();
        assertThat(WithoutSites.hidden(work.toString())).isEmpty();
        assertThat(WithoutSites.hidden(sites.toString())).containsExactly(sites.toString());
    }
}
