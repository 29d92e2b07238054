package org.spindlebench.runner.conf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.runner.conf.ConfFinder.ConfKind;
import org.spindlebench.runner.conf.JobSettings.Cluster;
import org.spindlebench.runner.jobs.JobCatalog;

class HadoopKeysTest {

    @Test
    void oldNamesAreThoseOfHadoopsOwnTable() {
        Map<String, String> own = hadoopsTable();

        assertThat(own).hasSizeGreaterThan(200);
        own.forEach(
                (old, current) -> assertThat(HadoopKeys.current(old)).as(old).isEqualTo(current));
    }

    /**
     * Returns Hadoop's table of deprecated keys, without the settings of daemons that differ between versions of
     * Hadoop.
     */
    private static Map<String, String> hadoopsTable() {
        assertThat(new JobConf(new YarnConfiguration(new HdfsConfiguration()))).isNotNull();
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            Configuration.dumpDeprecatedKeys();
        } finally {
            System.setOut(before);
        }
        Map<String, String> table = new TreeMap<>();
        printed.toString(StandardCharsets.UTF_8)
                .lines()
                .map(line -> line.split("\t"))
                .filter(line -> !line[0].matches(".*(?:tasktracker\\.indexcache\\.mb|zk-address)"))
                .forEach(line -> table.put(line[0], line[1].trim()));
        return table;
    }

    @ParameterizedTest
    @CsvSource({
        "io.sort.mb,mapreduce.task.io.sort.mb",
        "dfs.block.size,dfs.blocksize",
        "mapred.reduce.tasks,mapreduce.job.reduces",
        "mapreduce.task.io.sort.mb,mapreduce.task.io.sort.mb",
        "x,x"
    })
    void aSettingHasOneName(String key, String current) {
        assertThat(HadoopKeys.current(key)).isEqualTo(current);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mapreduce.task.io.sortmb|10|did you mean mapreduce.task.io.sort.mb?",
                "dfs.blcksize|1048576|did you mean dfs.blocksize?",
                "mapreduce.frobnicate|1|mapreduce.frobnicate: Hadoop lists no such setting",
                "mapreduce.task.io.sort.mb|abc|mapreduce.task.io.sort.mb=abc: not a number",
                "mapreduce.map.sort.spill.percent|half|Hadoop's default is one (0.80)",
                "mapreduce.job.reduces|''|not a number"
            })
    void aSlipOfTheKeyboardIsDoubtful(String key, String value, String warning) {
        assertThat(HadoopKeys.warning(key, value))
                .hasValueSatisfying(text -> assertThat(text).contains(warning));
    }

    @ParameterizedTest
    @CsvSource({
        "mapreduce.task.io.sort.mb,100",
        "dfs.blocksize,128m",
        "mapreduce.map.sort.spill.percent,0.8",
        "mapreduce.map.sort.spill.percent,.8f",
        "mapreduce.job.reduces,${my.reduces}",
        "mapreduce.map.java.opts,-Xmx1g",
        "mapreduce.input.fileinputformat.split.maxsize,1",
        "mapreduce.terasort.output.replication,1",
        "yarn.app.mapreduce.am.resource.mb,512",
        "spindle.nothing,abc",
        "io.file.buffer.size,abc"
    })
    void whatHadoopTakesIsNot(String key, String value) {
        assertThat(HadoopKeys.warning(key, value)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"quick", "full", "paper", "paper-10x", "paper-10x-small", "paper-small", "sandisk", "aloja"})
    void noShippedSuiteHasADoubtfulSetting(String suite) {
        Problems problems = new Problems();
        ConfFinder finder = new ConfFinder(ConfKind.SUITE, Path.of("").toAbsolutePath());
        Suite read = finder.find(suite, problems)
                .flatMap(text ->
                        SuiteReader.read(text.source(), text.content(), JobCatalog.names(), Cluster.RUNNING, problems))
                .orElseThrow();

        assertThat(read.configuration().entrySet())
                .allSatisfy(setting -> assertThat(HadoopKeys.warning(setting.getKey(), setting.getValue()))
                        .isEmpty());
    }
}
