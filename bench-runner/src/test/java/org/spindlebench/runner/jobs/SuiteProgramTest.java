package org.spindlebench.runner.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.spindlebench.runner.cluster.ProgramCall;
import org.spindlebench.runner.jobs.InputData.ContentKind;
import org.spindlebench.runner.jobs.InputData.InputManifest;
import org.spindlebench.runner.jobs.MeasuredJob.WaveOf;
import org.spindlebench.runner.program.Placeholders.Placeholder;
import org.spindlebench.runner.program.Program;
import org.spindlebench.runner.program.Program.Call;
import org.spindlebench.runner.program.Program.CounterProof;
import org.spindlebench.runner.program.Program.Input;
import org.spindlebench.runner.program.Program.OneWaveOf;
import org.spindlebench.runner.program.Program.ProgramProof;

class SuiteProgramTest {
    private static final InputManifest INPUT = new InputManifest("text", 1000, 70, null, Map.of("a", 600L, "b", 400L));

    private static final ProgramProof PROOF = new ProgramProof(
            true,
            true,
            12,
            2,
            List.of(
                    new CounterProof(Proofs.TASK, "MAP_INPUT_RECORDS", "${input_records}", null),
                    new CounterProof("mine", "WORDS", null, "3")));

    private static MeasuredJob job(ProgramProof proof, OneWaveOf wave, List<Call> prepare) {
        Call run = Call.ofJar("/j.jar", "Main", List.of("${input}", "${output}"));
        return JobCatalog.of("mine", new Program(run, prepare, new Input("TEXT", null), wave, proof));
    }

    private static Proofs done() {
        Proofs done =
                new Proofs(1000, 4, 3, INPUT).task("MAP_INPUT_RECORDS", 70).count("mine", "WORDS", 3);
        done.storage.put(Proofs.OUTPUT + "/part-0", "one two\nthree\n", 3).put(Proofs.OUTPUT + "/_SUCCESS", "", 3);
        return done;
    }

    @Test
    void itIsProvedByItsOutputAndTheCountersThatTheSuiteNames() throws Exception {
        assertThat(done().failed(job(PROOF, OneWaveOf.NONE, List.of()))).isEmpty();
    }

    @Test
    void eachPartOfItsProofCanFail() throws Exception {
        MeasuredJob job = job(PROOF, OneWaveOf.NONE, List.of());

        assertThat(done().task("MAP_INPUT_RECORDS", 69).failed(job)).containsExactly("MAP_INPUT_RECORDS");
        assertThat(done().count("mine", "WORDS", 2).failed(job)).containsExactly("WORDS");
        assertThat(done().without("WORDS").failed(job)).containsExactly("WORDS");
        Proofs unfinished = done();
        unfinished.storage.delete(Proofs.OUTPUT + "/_SUCCESS");
        assertThat(unfinished.failed(job)).containsExactly("_SUCCESS in the output");
        Proofs small = done();
        small.storage.put(Proofs.OUTPUT + "/part-0", "one\n", 3);
        assertThat(small.failed(job)).containsExactly("bytes of the output", "lines of the output");
        Proofs empty = done();
        empty.storage.delete(Proofs.OUTPUT + "/part-0");
        assertThat(empty.failed(job(new ProgramProof(true, true, 0, 0, List.of()), OneWaveOf.NONE, List.of())))
                .containsExactly("bytes of the output");
    }

    @Test
    void itsCallHasTheRunsValuesAndOnlyAWaveSetsNumbersOfTasks() {
        ProgramCall call = (ProgramCall)
                job(PROOF, OneWaveOf.REDUCES, List.of()).call(done().done().request());

        assertThat(call.submits()).isTrue();
        assertThat(call.values())
                .containsEntry(Placeholder.OUTPUT, Proofs.OUTPUT)
                .containsEntry(Placeholder.MAPS, "4")
                .containsEntry(Placeholder.BYTES, "1000")
                .containsEntry(Placeholder.INPUT_RECORDS, "70")
                .containsEntry(Placeholder.INPUT_FILES, "2")
                .doesNotContainKey(Placeholder.INPUT);
        assertThat(call.configuration()).isEqualTo(Map.of("dfs.replication", "3", "mapreduce.job.reduces", "4"));
        assertThat(job(PROOF, OneWaveOf.NONE, List.of())
                        .call(done().done().request())
                        .configuration())
                .isEqualTo(Map.of("dfs.replication", "3"));
    }

    @Test
    void theCallsThatMakeItsDataNeedNotSubmitAnything() {
        SuiteProgram job =
                (SuiteProgram) job(PROOF, OneWaveOf.NONE, List.of(Call.ofShell("put"), Call.ofShell("sort")));

        List<ProgramCall> calls = job.preparing(done().done().request(), "/prepared/data");

        assertThat(calls).hasSize(2).allSatisfy(call -> {
            assertThat(call.submits()).isFalse();
            assertThat(call.values())
                    .containsEntry(Placeholder.PREPARED, "/prepared/data")
                    .doesNotContainKey(Placeholder.OUTPUT);
        });
        assertThat(calls.get(1).words()).containsExactly("sort");
    }

    @Test
    void whatIsUnknownOfItIsNotClaimed() {
        MeasuredJob reading = job(PROOF, OneWaveOf.MAPS, List.of());
        assertThat(reading.data(Map.of())).isEqualTo("words");
        assertThat(reading.input()).contains(ContentKind.TEXT);
        assertThat(reading.wave()).isEqualTo(WaveOf.MAPS);

        MeasuredJob silent = JobCatalog.of(
                "mine",
                new Program(
                        Call.ofShell("x"),
                        List.of(),
                        null,
                        OneWaveOf.NONE,
                        new ProgramProof(false, false, 0, 0, List.of())));
        assertThat(silent.data(Map.of())).isNull();
        assertThat(silent.reads()).isFalse();
        assertThat(silent.outputReplication()).isZero();
        assertThat(silent.sync(Map.of())).isEmpty();
    }
}
