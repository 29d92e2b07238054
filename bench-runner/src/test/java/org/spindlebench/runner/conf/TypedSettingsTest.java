package org.spindlebench.runner.conf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.runner.conf.ConfFinder.ConfKind;
import org.spindlebench.runner.conf.JobSettings.Cluster;
import org.spindlebench.runner.jobs.JobCatalog;
import org.spindlebench.runner.plan.PlanOptions;
import org.spindlebench.runner.plan.Planner;

class TypedSettingsTest {
    private static final Path ROOT = Path.of(System.getProperty("spindle.root", ".."));

    /** What Hadoop's lists say where they are missing. */
    private static Optional<String> unlisted(String key) {
        return Optional.empty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mapreduce.map.env                                   | LD_PRELOAD=./e.so",
                "mapreduce.admin.user.env                            | A=b",
                "yarn.app.mapreduce.am.env                           | LD_PRELOAD=./e.so",
                "mapred.child.env                                    | A=b",
                "mapreduce.map.java.opts                             | -Xmx100m @./evil.args",
                "mapreduce.map.java.opts                             | -Xmx1g; reboot",
                "mapreduce.map.java.opts                             | -Xmx1g -javaagent:a.jar",
                "mapreduce.map.java.opts                             | -agentpath:./e.so",
                "mapreduce.map.java.opts                             | -Xbootclasspath/a:e.jar",
                "mapreduce.map.java.opts                             | -Djava.library.path=.",
                "mapreduce.map.java.opts                             | -XX:OnError=5",
                "mapreduce.map.java.opts                             | -XX:OnOutOfMemoryError=reboot",
                "mapreduce.map.java.opts                             | -XX:Flags=5",
                "mapreduce.map.java.opts                             | -XX:VMOptionsFile=5",
                "mapreduce.map.java.opts                             | -XX:SharedArchiveFile=5",
                "mapreduce.map.java.opts                             | -XX:CompileCommandFile=5",
                "mapreduce.map.java.opts                             | -XX:+UseJVMCICompiler",
                "mapreduce.map.java.opts                             | -XX:+EnableJVMCI",
                "mapreduce.map.java.opts                             | -cp e.jar",
                "mapreduce.map.java.opts                             | --module-path=e",
                "yarn.app.mapreduce.am.command-opts                  | -Xmx1g `reboot`",
                "mapreduce.reduce.java.opts                          | ${evil.key}",
                "mapreduce.map.memory.mb                             | ${evil.key}",
                "mapreduce.task.profile.params                       | -agentpath:e.so",
                "tmpjars                                             | file:///tmp/evil.jar",
                "tmpfiles                                            | file:///home/alice/key",
                "tmpfiles                                            | 5",
                "tmparchives                                         | file:///tmp/a.zip",
                "mapreduce.job.jar                                   | evil.jar",
                "mapreduce.job.cache.files                           | hdfs:///tmp/e.so",
                "mapreduce.job.cache.files                           | 5",
                "mapreduce.job.cache.archives                        | hdfs:///tmp/e.zip",
                "mapreduce.job.classpath.files                       | hdfs:///tmp/e.jar",
                "mapreduce.job.classpath.archives                    | hdfs:///tmp/e.jar",
                "mapreduce.application.classpath                     | /tmp/*",
                "mapreduce.application.framework.path                | hdfs:///tmp/mr.tgz",
                "mapreduce.job.classloader                           | true",
                "mapreduce.job.classloader.system.classes            | -java.",
                "yarn.application.classpath                          | /tmp/*",
                "mapreduce.job.map.output.collector.class            | evil.Collector",
                "mapreduce.job.map.output.collector.class            | Collector",
                "mapreduce.job.reduce.shuffle.consumer.plugin.class  | evil.Shuffle",
                "mapreduce.job.map.class                             | evil.Map",
                "mapreduce.job.output.key.comparator.class           | evil.Comparator",
                "mapreduce.outputcommitter.factory.class             | evil.Committer",
                "mapreduce.map.output.compress.codec                 | evil.Codec",
                "mapreduce.output.fileoutputformat.compress.codec    | evil.Codec",
                "io.compression.codecs                               | evil.Codec",
                "io.serializations                                   | evil.Serialization",
                "io.compression.codec.bzip2.library                  | system-native",
                "fs.hdfs.impl                                        | evil.FileSystem",
                "fs.defaultFS                                        | hdfs://evil:8020",
                "hadoop.security.group.mapping                       | evil.Groups",
                "hadoop.security.authentication                      | simple",
                "hadoop.security.authorization                       | false",
                "ipc.client.fallback-to-simple-auth-allowed          | true",
                "dfs.encrypt.data.transfer                           | false",
                "hadoop.socks.server                                 | evil:1080",
                "hadoop.rpc.socket.factory.class.default             | evil.Factory",
                "hadoop.proxyuser.me.hosts                           | *",
                "dfs.client.failover.proxy.provider.ns               | evil.Provider",
                "yarn.client.failover-proxy-provider                 | evil.Provider",
                "yarn.resourcemanager.address                        | evil:8032",
                "yarn.app.mapreduce.am.staging-dir                   | /tmp/x",
                "yarn.nodemanager.health-checker.script.path         | /tmp/e.sh",
                "yarn.nodemanager.container-executor.class           | evil.Executor",
                "mapreduce.job.end-notification.url                  | http://evil/",
                "mapreduce.framework.name                            | local",
                "mapreduce.job.queuename                             | a b",
                "mapreduce.job.name                                  | $(reboot)",
                "mapreduce.job.log4j-properties-file                 | evil.properties",
                "spindle.probe.drop.command                          | reboot",
                "spindle.data                                        | $(reboot)",
                "evil                                                | 5"
            })
    void aSettingThatMayLoadCodeOrTakeFilesAlongIsNotTyped(String key, String value) {
        assertThat(TypedSettings.allows(key, value)).isFalse();
        assertThat(TypedSettings.allows(key, value, TypedSettingsTest::unlisted))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mapreduce.task.io.sort.mb                               | 256",
                "mapreduce.map.sort.spill.percent                        | 0.8",
                "mapreduce.map.output.compress                           | true",
                "mapreduce.map.output.compress.codec                     | org.apache.hadoop.io.compress.Lz4Codec",
                "mapreduce.output.fileoutputformat.compress.type         | BLOCK",
                "mapreduce.input.fileinputformat.split.maxsize           | 268435456",
                "mapreduce.reduce.shuffle.parallelcopies                 | 10",
                "mapreduce.map.memory.mb                                 | 1024",
                "mapreduce.map.resource.memory-mb                        | 1024",
                "mapreduce.terasort.output.replication                   | 1",
                "mapreduce.map.java.opts                                 | -server -Xms1g -Xmx2g -Xss512k -XX:+UseG1GC",
                "mapreduce.map.java.opts                                 | -XX:MaxGCPauseMillis=200 -XX:-UseCompressedOops",
                "yarn.app.mapreduce.am.command-opts                      | -Xmx1024m -XX:ReservedCodeCacheSize=64m",
                "mapreduce.job.queuename                                 | root.bench_1",
                "mapreduce.job.tags                                      | a,b-2",
                "mapreduce.map.node-label-expression                     | ssd",
                "mapreduce.map.log.level                                 | WARN",
                "dfs.blocksize                                           | 128m",
                "io.file.buffer.size                                     | 131072",
                "spindle.data                                            | 2.5x",
                "spindle.nodes                                           | a:9866,b:9866"
            })
    void whatSuitesAreForIsTypedEvenWithoutHadoopsLists(String key, String value) {
        assertThat(TypedSettings.allows(key, value)).isTrue();
        assertThat(TypedSettings.allows(key, value, TypedSettingsTest::unlisted))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "dfs.client.socket-timeout,60s",
        "mapreduce.shuffle.max.threads,4",
        "yarn.nodemanager.resource.memory-mb,8192",
        "dfs.datanode.balance.bandwidthPerSec,10m",
        "dfs.namenode.replication.min,1"
    })
    void theTypeFollowsFromHadoopsDefault(String key, String value) {
        assertThat(TypedSettings.allows(key, value)).isTrue();
        assertThat(TypedSettings.allows(key, "evil.Class")).isFalse();
        assertThat(TypedSettings.allows(key, value, TypedSettingsTest::unlisted))
                .isFalse();
    }

    static Stream<String> suites() {
        return names(ConfKind.SUITE);
    }

    static Stream<String> setups() {
        return names(ConfKind.SETUP);
    }

    private static Stream<String> names(ConfKind kind) {
        return new ConfFinder(kind, ROOT.resolve("nowhere")).names().stream();
    }

    @ParameterizedTest
    @MethodSource("suites")
    void everySettingOfAShippedSuiteIsTyped(String name) {
        Problems problems = new Problems();
        Suite suite = new ConfFinder(ConfKind.SUITE, ROOT.resolve("nowhere"))
                .find(name, problems)
                .flatMap(text ->
                        SuiteReader.read(text.source(), text.content(), JobCatalog.names(), Cluster.EMBEDDED, problems))
                .orElseThrow();
        PlanOptions options =
                new PlanOptions("x", "x", 1, OptionalInt.empty(), OptionalLong.empty(), List.of(), Map.of());
        assertThat(Planner.plan(suite, options, problems).orElseThrow().runs())
                .isNotEmpty()
                .allSatisfy(run -> assertThat(run.configuration()).allSatisfy((key, value) -> assertThat(
                                TypedSettings.allows(key, value, TypedSettingsTest::unlisted))
                        .as(key)
                        .isTrue()));
    }

    @ParameterizedTest
    @MethodSource("setups")
    void everyDaemonSettingOfAShippedSetupIsTyped(String name) {
        Problems problems = new Problems();
        String text = new ConfFinder(ConfKind.SETUP, ROOT.resolve("nowhere"))
                .find(name, problems)
                .orElseThrow()
                .content();
        // Some setups have daemon settings as an example, in a comment.
        for (String written : List.of(text, text.replaceAll("(?m)^# (daemons:|  (?:yarn|dfs|mapreduce)\\.)", "$1"))) {
            assertThat(SetupReader.read(name, written, problems)
                            .orElseThrow()
                            .demands()
                            .daemons())
                    .allSatisfy((key, value) ->
                            assertThat(TypedSettings.allows(key, value)).as(key).isTrue());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"bench-jobs/src/main/java", "bench-runner/src/main/java"})
    void everySettingThatSpindleReadsIsDeclared(String sources) throws IOException {
        List<String> keys = new ArrayList<>();
        try (Stream<Path> files = Files.walk(ROOT.resolve(sources))) {
            for (Path file :
                    (Iterable<Path>) files.filter(file -> file.toString().endsWith(".java"))::iterator) {
                Pattern.compile("\"(spindle\\.[a-z.]+)\"")
                        .matcher(Files.readString(file))
                        .results()
                        .map((MatchResult found) -> found.group(1))
                        .forEach(keys::add);
            }
        }
        // What Spindle gives to its own jobs and probe, a property of a JVM, a script, and a file.
        keys.removeIf(
                key -> key.matches(
                        "spindle\\.(?:probe\\..*|check\\.(?:codecs|keys)|split\\.hosts|scaled\\.pool|encryption|embedded\\.id|bash|lock|)"));
        assertThat(keys).isNotEmpty();
        assertThat(JobKeys.ALL).containsAll(keys).doesNotHaveDuplicates();
    }

    @Test
    void theNamesOfSpindlesSettingsAreInOnePlace() {
        assertThat(JobKeys.ALL).allMatch(key -> key.startsWith(JobKeys.PREFIX));
        assertThat(Stream.of(JobKeys.class.getFields())
                        .map(TypedSettingsTest::constant)
                        .filter(value -> value.startsWith(JobKeys.PREFIX) && !value.equals(JobKeys.PREFIX)))
                .containsExactlyInAnyOrderElementsOf(JobKeys.ALL);
    }

    private static String constant(Field field) {
        try {
            return String.valueOf(field.get(null));
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
