package org.spindlebench.runner.conf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.runner.conf.FileSafeName.DataName;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;

class ValuesTest {
    @ParameterizedTest
    @CsvSource({
        "1B,1",
        "64MB,64000000",
        "64 MB,64000000",
        "64MiB,67108864",
        "33GB,33000000000",
        "8GiB,8589934592",
        "1.5KB,1500",
        "2TB,2000000000000",
        "1KiB,1024"
    })
    void aSizeIsANumberAndAUnit(String text, long bytes) throws Exception {
        assertThat(ByteSize.parse(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource({
        "64,a size without a unit",
        "64 mb/s,not a size: `mb/s` is not a unit of size",
        "64mb,`mb` is not a unit of size",
        "64Gb,`Gb` is not a unit of size",
        "0MB,a size of nothing",
        "1.5B,not a whole number of bytes",
        "-1MB,not a size",
        "1e3MB,`e3MB` is not a unit of size",
        "99999999999TB,larger than Java can count",
        "MB,not a size"
    })
    void aSizeThatCouldMeanSomethingElseIsRefused(String text, String reason) {
        assertThatThrownBy(() -> ByteSize.parse(text))
                .isInstanceOf(NotUnderstoodException.class)
                .hasMessageContaining(reason);
    }

    @ParameterizedTest
    @CsvSource({"random,random", "text,text", "tera,tera", "2.5x,2.5x", "2.50x,2.5x", "1x,1x", "50x,50x"})
    void aDataNameIsAWordOrARatioWithoutSuperfluousZeros(String text, String name) throws Exception {
        assertThat(DataName.checked(text)).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"randm", "0.5x", "50.1x", "999x", "2.5", "X", ""})
    void aDataNameThatNoJobCanMakeIsRefused(String text) {
        assertThat(refusal(text, DataName::checked).allowed())
                .isEqualTo("random, text, tera, or a compression ratio from 1x to 50x such as 2.5x");
    }

    @Test
    void aWrongSizeNamesTheNearestRightOne() {
        Problem problem = refusal("64 mb/s", ByteSize::parse);

        assertThat(problem.nearest()).isEqualTo("64MB");
        assertThat(problem.allowed()).contains("powers of 1000", "powers of 1024");
    }

    @ParameterizedTest
    @CsvSource({"10G,10GB", "10g,10GB", "5Mi,5MiB", "1e9,''", "'1,5GB',''", "1_000MB,''"})
    void theNearestSizeIsNeverAnotherNumber(String text, String nearest) {
        assertThat(refusal(text, ByteSize::parse).nearest()).isEqualTo(nearest);
    }

    @ParameterizedTest
    @CsvSource({"64000000,64MB", "67108864,64MiB", "1001,1001B", "1024,1KiB", "33000000000,33GB", "1000,1KB", "0,0B"})
    void aSizeIsPrintedInTheShortestExactForm(long bytes, String text) {
        assertThat(ByteSize.format(bytes)).isEqualTo(text);
    }

    @Test
    void aSizeThatIsPrintedIsReadBackWhateverItIs() throws Exception {
        Random random = new Random(1);
        for (int i = 0; i < 10_000; i++) {
            long bytes = Math.max(1, random.nextLong() >>> (1 + random.nextInt(62)));
            long round = Math.max(1, bytes / 1024 * (random.nextBoolean() ? 1000 : 1024));
            assertThat(ByteSize.parse(ByteSize.format(bytes))).isEqualTo(bytes);
            assertThat(ByteSize.parse(ByteSize.format(round))).isEqualTo(round);
        }
    }

    @ParameterizedTest
    @CsvSource({"90s,PT90S", "30m,PT30M", "4h,PT4H", "1d,PT24H"})
    void aTimeSpanIsAWholeNumberAndAUnit(String text, Duration duration) throws Exception {
        assertThat(TimeSpan.parse(text)).isEqualTo(duration);
    }

    @ParameterizedTest
    @ValueSource(strings = {"4", "h", "0s", "-1h", "1.5h", "4 hours", "010s"})
    void anyOtherTimeSpanIsRefused(String text) {
        assertThatThrownBy(() -> TimeSpan.parse(text)).isInstanceOf(NotUnderstoodException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1001", "-3", "010", "1_000", "3.0", "three", "0x10", "99999999999999999999"})
    void aNumberOutOfRangeOrOfAnotherNotationIsRefused(String text) {
        assertThatThrownBy(() -> WholeNumber.between(1, 1000).parse(text)).isInstanceOf(NotUnderstoodException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"off", "no", "false"})
    void compressionSwitchedOffIsToBeWrittenAsNone(String text) {
        Problem problem = refusal(text, Compression::parse);

        assertThat(problem.reason()).contains("the codec is needed");
        assertThat(problem.remedy()).isEqualTo("write `none`");
    }

    @Test
    void compressionSwitchedOnLeavesTheCodecOpen() {
        Problem problem = refusal("on", Compression::parse);

        assertThat(problem.nearest()).isEmpty();
        assertThat(problem.allowed()).isEqualTo("none, default, snappy, lz4, zstd, gzip, bzip2");
    }

    @Test
    void codecsBecomeHadoopsClasses() throws Exception {
        assertThat(Compression.parse("none").configuration())
                .containsOnly(Map.entry("mapreduce.map.output.compress", "false"));
        assertThat(Compression.parse("zlib")).isEqualTo(Compression.DEFAULT);
        assertThat(Compression.parse("snappy").configuration())
                .containsEntry("mapreduce.map.output.compress", "true")
                .containsEntry("mapreduce.map.output.compress.codec", "org.apache.hadoop.io.compress.SnappyCodec");
    }

    private static Problem refusal(String text, ValueParser<?> parser) {
        try {
            throw new AssertionError("taken: " + parser.parse(text));
        } catch (NotUnderstoodException e) {
            return e.at(Location.COMMAND_LINE, "key", text);
        }
    }
}
