package org.spindlebench.runner.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class LaboratoryTest {
    @Test
    void withoutItsJarALaboratoryIsRefusedWithTheRemedy() {
        assertThat(Laboratory.missing(Optional.empty()))
                .singleElement()
                .asString()
                .contains("bench-lab.jar", "start Spindle with bin/spindle");
    }
}
