package org.spindlebench.runner.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.runner.cluster.embedded.ContainerJvm.OpenJavaLang;

class OpenJavaLangTest {

    @ParameterizedTest
    @CsvSource({"3.3.6,true", "3.4.2,true", "3.4.10,true", "3.5.0,false", "3.10.0,false", "4.0.0,false"})
    void hadoopNeedsItBefore35(String version, boolean needed) {
        assertThat(OpenJavaLang.isNeededBy(version)).isEqualTo(needed);
    }

    /** Unit tests run without the flag. */
    @Test
    void aHadoopThatNeedsItIsRefusedInAJvmWithoutItAndTheFlagIsNamed() {
        assertThat(OpenJavaLang.here()).isFalse();
        assertThatThrownBy(() -> OpenJavaLang.require("3.4.2"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Hadoop 3.4.2")
                .hasMessageContaining(OpenJavaLang.FLAG)
                .hasMessageContaining("SPINDLE_JAVA_OPTS");
        assertThatCode(() -> OpenJavaLang.require("3.5.0")).doesNotThrowAnyException();
    }
}
