package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.analysis.document.DigestJournal;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.PlanFile;
import org.spindlebench.runner.plan.RunSpec;

class CampaignDirectoryTest {
    private static final Plan PLAN = Fixtures.plan("teragen");
    private static final RunSpec RUN = PLAN.runs().get(0);

    @TempDir
    private Path results;

    private CampaignDirectory directory() {
        return new CampaignDirectory(results.resolve("all/campaign"));
    }

    @Test
    void thePlanIsInItBeforeTheFirstRun() throws IOException {
        directory().create(PLAN);

        assertThat(PlanFile.read(directory().plan())).isEqualTo(PLAN);
        assertThat(directory().runs()).isEmptyDirectory();
    }

    @Test
    void aCampaignOfThatNameIsNeverOverwritten() throws IOException {
        directory().create(PLAN);
        Files.writeString(directory().runs().resolve(RUN.id() + ".json"), "{}");

        assertThatThrownBy(() -> directory().create(PLAN)).isInstanceOf(FileAlreadyExistsException.class);
        assertThat(directory().finished(RUN)).isTrue();
    }

    @Test
    void aRunIsFinishedByItsOwnRecordAlone() throws IOException {
        directory().create(PLAN);
        Files.writeString(directory().runs().resolve("." + RUN.id() + ".json.tmp"), "{");
        Files.writeString(directory().runs().resolve(RUN.id() + ".interrupted-1.json"), "{}");

        assertThat(directory().finished(RUN)).isFalse();
    }

    @Test
    void whatAKilledClientWasWritingIsRemovedAndNothingElse() throws IOException {
        directory().create(PLAN);
        Path record = Files.writeString(directory().runs().resolve(RUN.id() + ".json"), "{}");
        Path own = Files.writeString(directory().runs().resolve("own.tmp"), "mine");
        Files.writeString(directory().runs().resolve("." + RUN.id() + ".nodes.gz.tmp"), "half");
        Files.writeString(directory().root().resolve(".summary.txt.1.tmp"), "half");

        directory().removeUnfinished();

        assertThat(directory().runs()).isDirectoryNotContaining("glob:**/.*.tmp");
        assertThat(directory().root()).isDirectoryNotContaining("glob:**/.*.tmp");
        assertThat(record).exists();
        assertThat(own).hasContent("mine");
        assertThat(directory().plan()).exists();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "{\"schema\": 1}", "[]", "{\"schema\": 99}"})
    void aDamagedRecordIsNamedKeptAsideAndItsRunIsNotFinished(String damaged) throws IOException {
        directory().create(PLAN);
        Path file = directory().runs().resolve(RUN.id() + ".json");
        Files.writeString(file, damaged);

        assertThat(directory().setDamagedAside()).singleElement().asString().contains(RUN.id() + ".json", ".damaged-1");

        assertThat(directory().finished(RUN)).isFalse();
        assertThat(file.resolveSibling(RUN.id() + ".json.damaged-1")).hasContent(damaged);
        Files.writeString(file, damaged);
        assertThat(directory().setDamagedAside()).singleElement().asString().contains(".damaged-2");
        try (Stream<RunRecord> records = Records.read(directory().root())) {
            assertThat(records).isEmpty();
        }
        assertThat(directory().setDamagedAside()).isEmpty();
    }

    @Test
    void recordsAreNotedInTheJournalWhenTheyAreWrittenAndWhenTheyAreSetAside() throws IOException {
        directory().create(PLAN);
        RunRecord failed = new RecordAssembler(Fixtures.settings(PLAN, new Cooling.NoCooling()), Fixtures.SOFTWARE)
                .assemble(
                        RUN.id(),
                        new RecordAssembler.RecordContent(
                                Fixtures.sizing(Fixtures.shape(3)).size(RUN),
                                null,
                                null,
                                null,
                                null,
                                List.of(),
                                null,
                                null,
                                null,
                                null,
                                null),
                        new RecordAssembler.Outcome(Status.FAILED, List.of("prepare: gone"), null, List.of()));
        directory().write(RUN, failed, null, null);
        directory().setAside(PLAN.runs(), Set.of(Status.FAILED));

        assertThat(DigestJournal.read(directory().digests()).lines())
                .extracting(line -> line.event() + " " + line.file())
                .containsExactly(
                        "WRITTEN plan.json",
                        "WRITTEN runs/" + RUN.id() + ".json",
                        "REMOVED runs/" + RUN.id() + ".json",
                        "WRITTEN runs/" + RUN.id() + ".failed-1.json");
    }

    @Test
    void reductionsAndTheConditionsWithoutHostsAreInTheJournal() throws IOException {
        directory().create(PLAN);
        for (String place : List.of("without-1", "setups/one/without-1")) {
            Path without = Files.createDirectories(directory().root().resolve(place));
            Files.writeString(without.resolve("environment.json"), "{}");
        }
        Reductions one = Reductions.of(directory()).and(List.of("a"), 2);
        one.write(directory());
        one.write(directory());
        one.and(List.of("b"), 3).write(directory());

        assertThat(DigestJournal.read(directory().digests()).lines())
                .extracting(line -> line.event() + " " + line.file())
                .containsExactly(
                        "WRITTEN plan.json",
                        "WRITTEN without-1/environment.json",
                        "WRITTEN setups/one/without-1/environment.json",
                        "WRITTEN reduced.json",
                        "WRITTEN reduced.json");
    }

    @Test
    void aCompressedRecordCountsLikeTheOthers() throws IOException {
        directory().create(PLAN);
        Path file = directory().runs().resolve(RUN.id() + ".json.gz");
        Files.writeString(file, "no gzip file");
        Files.writeString(directory().runs().resolve("001-teragen.interrupted-1.json.gz"), "");

        assertThat(directory().finished(RUN)).isTrue();
        assertThat(directory().interruptedName(RUN)).isEqualTo("001-teragen.interrupted-2");
        assertThat(directory().setDamagedAside()).hasSize(2).anyMatch(said -> said.contains(file + ".damaged-1"));
        assertThat(directory().finished(RUN)).isFalse();
    }

    @Test
    void everyInterruptedTryHasItsOwnName() throws IOException {
        directory().create(PLAN);

        assertThat(directory().interruptedName(RUN)).isEqualTo("001-teragen.interrupted-1");
        Files.writeString(directory().runs().resolve("001-teragen.interrupted-1.json"), "{}");
        assertThat(directory().interruptedName(RUN)).isEqualTo("001-teragen.interrupted-2");
    }
}
