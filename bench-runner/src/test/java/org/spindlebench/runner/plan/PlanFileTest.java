package org.spindlebench.runner.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.runner.cli.Session;

class PlanFileTest {
    @TempDir
    private Path directory;

    /** The files are what these commands printed before plans had visits, and maps hosts. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "plan-3.json|plan --suite quick --jobs teragen,terasort --repeats 2 --seed 7 --no-split-hosts --json",
                "experiment-3.json|plan --suite quick --setup hdd-11 --setup ssd --jobs teragen --visits 2 --seed 7 --no-split-hosts --json"
            })
    void aPlanOfTheSchemaBeforeIsThatOfTheSameCommandNow(String before, String command) throws IOException {
        Session session = new Session(directory);
        assertThat(session.run(command.split(" "))).isZero();
        // Plans of that time leave uber mode to the site.
        String withoutUber = session.out().replaceAll("\"mapreduce.job.ubertask.enable\" : \"false\",\\s*", "");
        Path now = Files.writeString(directory.resolve("plan.json"), withoutUber);
        Path then = directory.resolve(before);
        Files.copy(getClass().getResourceAsStream(before), then);

        assertThat(PlanFile.read(then)).isEqualTo(PlanFile.read(now));
        assertThat(Files.readString(then)).contains("\"schema\" : 3");
    }
}
