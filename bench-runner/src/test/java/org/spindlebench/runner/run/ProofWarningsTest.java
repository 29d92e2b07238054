package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.analysis.proof.OtherLoad;
import org.spindlebench.analysis.proof.Proofs;
import org.spindlebench.analysis.proof.Proofs.MemoryRatio;
import org.spindlebench.analysis.proof.WriteProof;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.runner.run.RunProofs.ProofWarnings;

class ProofWarningsTest {
    private static final long GIB = 1L << 30;
    private static final long MIB = 1L << 20;

    @ParameterizedTest
    @CsvSource({"0, false", "1048575, false", "1048576, true", "104857600, true"})
    void whatWasWrittenAnywayByTheJobsEndIsNoDoubt(long dirty, boolean said) {
        assertThat(codes(dirty).contains("may-end-in-page-cache")).isEqualTo(said);
    }

    @Test
    void howMuchIsLeftIsSaidAndThatItIsNotKnown() {
        assertThat(warnings(256 * MIB)).anyMatch(warning -> warning.message()
                .endsWith(": 256 MiB were dirty at its end, 25 % of what it wrote"));
        assertThat(warnings(null)).anyMatch(warning -> warning.message().endsWith(": the amount is unknown"));
    }

    private static List<String> codes(Long dirty) {
        return warnings(dirty).stream().map(Warning::code).toList();
    }

    /** Returns the warnings of a job that wrote a GiB and forced nothing to the medium. */
    private static List<Warning> warnings(Long dirty) {
        WriteProof writes = new WriteProof(
                WriteProof.WriteVerdict.NOT_PROVABLE,
                null,
                GIB,
                null,
                null,
                null,
                null,
                dirty,
                dirty == null ? null : dirty / (double) GIB,
                "none",
                true,
                "nobody looked");
        return ProofWarnings.of(
                new Proofs(
                        null,
                        null,
                        null,
                        null,
                        writes,
                        null,
                        new MemoryRatio(null, null, null, null, "unknown"),
                        new OtherLoad(null, null, null, null, null, null, "unknown", null),
                        null),
                false);
    }
}
