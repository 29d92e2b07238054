package org.spindlebench.runner.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problems;

class GenericOptionsTest {
    private final Problems problems = new Problems();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-D a=b -conf site.xml run --suite quick",
                "run -D a=b -conf site.xml --suite quick",
                "run --suite -D a=b quick -conf site.xml",
                "run --suite quick -Da=b -conf site.xml"
            })
    void areTakenOutWhereverTheyStand(String line) {
        GenericOptions options = extract(line.split(" "));

        assertThat(problems.list()).isEmpty();
        assertThat(options.rest()).containsExactly("run", "--suite", "quick");
        assertThat(options.definitions()).containsOnlyKeys("a").containsEntry("a", "b");
        assertThat(options.hadoopArguments()).containsExactly("-D", "a=b", "-conf", "site.xml");
    }

    @Test
    void ofAllKindsAreHandedToHadoopInTheirOrder() {
        String line = "-fs hdfs://a:1 -jt b:2 -libjars x.jar,y.jar -files f -archives g.zip -tokenCacheFile t";

        assertThat(extract(line.split(" ")).hadoopArguments()).containsExactly(line.split(" "));
        assertThat(problems.list()).isEmpty();
    }

    @Test
    void keepValuesWithBlanksAndEqualsSignsAndTheLastOfAKey() {
        GenericOptions options = extract("-D", "o=-Xmx1g -Da=b", "-D", "k=1", "-Dk=2", "-D", "empty=");

        assertThat(options.definitions())
                .containsEntry("o", "-Xmx1g -Da=b")
                .containsEntry("k", "2")
                .containsEntry("empty", "");
    }

    @Test
    void haveTheNamesThatHadoopItselfUses() {
        GenericOptions options = extract("-D", "io.sort.mb=100", "-Ddfs.block.size=1048576", "-D", "x=y");

        assertThat(options.definitions())
                .containsOnlyKeys("mapreduce.task.io.sort.mb", "dfs.blocksize", "x")
                .containsEntry("mapreduce.task.io.sort.mb", "100");
        assertThat(options.hadoopArguments())
                .containsExactly("-D", "mapreduce.task.io.sort.mb=100", "-D", "dfs.blocksize=1048576", "-D", "x=y");
    }

    @ParameterizedTest
    @CsvSource({
        "-D,key=value is missing after it",
        "-D foo,`=` is missing",
        "-Dfoo,`=` is missing",
        "-D =x,the key is missing",
        "-D --suite,key=value is missing after it",
        "-conf,a value is missing after it",
        "-fs -D a=b,a value is missing after it"
    })
    void withoutTheirValueAreRefused(String line, String reason) {
        extract(line.split(" "));

        assertThat(problems.list()).extracting(Problem::reason).containsExactly(reason);
    }

    @Test
    void anOptionThatLacksItsValueDoesNotSwallowTheNext() {
        GenericOptions options = extract("-conf", "--suite", "quick");

        assertThat(options.rest()).containsExactly("--suite", "quick");
    }

    private GenericOptions extract(String... arguments) {
        return GenericOptions.extract(List.of(arguments), problems);
    }
}
