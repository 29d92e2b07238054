package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jpountz.lz4.LZ4Factory;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.ZStandardCodec;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.CounterGroup;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.jobs.base.JobTool;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.conf.Compression;
import org.spindlebench.runner.conf.JobSettings;
import org.spindlebench.runner.jobs.ContentMaker;
import org.spindlebench.runner.jobs.JobCatalog;
import org.spindlebench.runner.jobs.JobRequest;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.run.SettingsInForce.VisibleEffects;

/** Tests on Hadoop's local job runner that a codec leaves its trace in the size of map output, whatever the data. */
@Timeout(300)
class MapOutputOnDiskTest {
    private static final String ENCRYPTED = "mapreduce.job.encrypted-intermediate-data";

    @TempDir
    Path directory;

    private final Map<String, String> settings = new HashMap<>();
    private int jobs;

    /** Segments of 1.4 kB and 1 MiB: the codecs' headers outweigh what they save of the former, even of text. */
    @ParameterizedTest
    @CsvSource({
        "shuffle, random, 2, 2, 4194304, DEFAULT SNAPPY LZ4 ZSTD",
        "shuffle, text, 2, 2, 2097152, DEFAULT SNAPPY LZ4 ZSTD",
        "shuffle, random, 28, 28, 1130000, LZ4",
        "shuffle, text, 28, 28, 1130000, SNAPPY",
        "sort, random, 2, 2, 2097152, DEFAULT",
        "scaled, random, 2, 2, 2097152, LZ4"
    })
    void aCodecIsSeenIfItIsOnAndIfItIsOff(String job, String data, int maps, int reduces, long bytes, String codecs)
            throws Exception {
        settings.put(JobKeys.DATA, data);
        settings.put(JobKeys.SHUFFLE_DATA, data);
        JobRequest request = request(job, maps, reduces, bytes);
        Map<String, Map<String, Long>> plain = run(request, job, Compression.NONE);
        assertThat(passes(job, plain, false)).as("off, and not asked for").isTrue();
        assertThat(passes(job, plain, true)).as("off, but asked for").isFalse();
        assertThat(LZ4Factory.fastestInstance()).as("what Hadoop's codec calls").isNotNull();
        for (String name : codecs.split(" ")) {
            Compression codec = Compression.valueOf(name);
            if (codec != Compression.ZSTD || ZStandardCodec.isNativeCodeLoaded()) {
                Map<String, Map<String, Long>> compressed = run(request, job, codec);
                assertThat(passes(job, compressed, true))
                        .as("%s, asked for", codec)
                        .isTrue();
                assertThat(passes(job, compressed, false))
                        .as("%s, not asked for", codec)
                        .isFalse();
            }
        }
    }

    /** TeraSort does not count its rows' lengths, so that their size is known within bounds. */
    @Test
    void withoutSuchACounterRowsThatShrinkTellIt() throws Exception {
        settings.put(JobKeys.DATA, "tera");
        JobRequest request = request("shuffle", 2, 2, 2 << 20);
        Map<String, Map<String, Long>> plain = run(request, "shuffle", Compression.NONE);
        Map<String, Map<String, Long>> compressed = run(request, "shuffle", Compression.LZ4);

        assertThat(passes("terasort", plain, false)).isTrue();
        assertThat(passes("terasort", plain, true)).isFalse();
        assertThat(passes("terasort", compressed, true)).isTrue();
        assertThat(passes("terasort", compressed, false)).isFalse();
    }

    @Test
    void encryptedMapOutputIsNotTakenForCompressed() throws Exception {
        settings.putAll(Map.of(JobKeys.DATA, "random", ENCRYPTED, "true"));
        JobRequest request = request("shuffle", 2, 2, 2 << 20);

        assertThat(passes("shuffle", run(request, "shuffle", Compression.NONE), false))
                .isTrue();
        assertThat(passes("shuffle", run(request, "shuffle", Compression.LZ4), true))
                .isTrue();
    }

    private JobRequest request(String job, int maps, int reduces, long bytes) throws Exception {
        JobRequest made = new JobRequest(bytes, maps, reduces, 1, 7, null, null, path(), settings);
        if (JobCatalog.named(job).input().isEmpty()) {
            return made;
        }
        run(ContentMaker.of(JobCatalog.named(job).input().get()).call(made), Compression.NONE);
        return new JobRequest(bytes, maps, reduces, 1, 7, made.outputPath(), null, path(), settings);
    }

    private String path() {
        return directory.resolve("job" + jobs++).toString();
    }

    private Map<String, Map<String, Long>> run(JobRequest request, String job, Compression codec) throws Exception {
        JobRequest elsewhere = new JobRequest(
                request.bytes(),
                request.maps(),
                request.reduces(),
                1,
                request.seed(),
                request.inputPath(),
                null,
                path(),
                settings);
        return run((ToolCall) JobCatalog.named(job).call(elsewhere), codec);
    }

    private Map<String, Map<String, Long>> run(ToolCall call, Compression codec) throws Exception {
        Configuration conf = new Configuration();
        conf.set("mapreduce.framework.name", "local");
        conf.set("fs.defaultFS", "file:///");
        conf.set("hadoop.tmp.dir", directory.resolve("tmp").toString());
        conf.setInt("mapreduce.client.completion.pollinterval", 20);
        conf.setInt("mapreduce.client.progressmonitor.pollinterval", 20);
        conf.setInt("mapreduce.task.io.sort.mb", 4);
        conf.setInt("mapreduce.local.map.tasks.maximum", 2);
        conf.set(JobKeys.SYNC, "none");
        settings.forEach(conf::set);
        codec.configuration().forEach(conf::set);
        call.configuration().forEach(conf::set);
        JobTool tool = (JobTool) call.tool().create();
        tool.setConf(conf);
        Job job = tool.createJob(call.arguments().toArray(new String[0]));
        assertThat(job.waitForCompletion(false)).isTrue();
        Map<String, Map<String, Long>> groups = new TreeMap<>();
        for (CounterGroup group : job.getCounters()) {
            for (Counter counter : group) {
                groups.computeIfAbsent(group.getName(), any -> new TreeMap<>())
                        .put(counter.getName(), counter.getValue());
            }
        }
        return groups;
    }

    /** Returns whether the check of a run passes that asked for a codec, or for none. */
    private boolean passes(String job, Map<String, Map<String, Long>> counters, boolean asked) {
        RunSpec plain = Fixtures.spec(1, job, 500);
        Map<String, String> configuration = new TreeMap<>(settings);
        configuration.put(JobSettings.COMPRESS, String.valueOf(asked));
        RunSpec spec = new RunSpec(plain.id(), 1, 1, 1, job, plain.size(), plain.settings(), configuration);
        List<Check> checks = new ArrayList<>();
        new VisibleEffects(
                        Fixtures.sizing(Fixtures.shape(3)).size(spec),
                        Fixtures.inForce(Fixtures.history(counters), configuration))
                .check(List.of(), checks::add);
        checks.removeIf(check -> !check.name().equals("map output on disk"));
        assertThat(checks).hasSize(1);
        return checks.get(0).passed();
    }
}
