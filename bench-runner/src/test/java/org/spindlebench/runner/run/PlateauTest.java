package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.spindlebench.runner.run.Fixtures.task;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.spindlebench.runner.check.Calibrator.Plateau;

class PlateauTest {
    @Test
    void settledIsTheTimeFromTheLastStartOfTheFirstTasksToTheFirstEnd() {
        Plateau seen = Plateau.of(List.of(task("map", 0, 20), task("map", 4, 24), task("map", 21, 41)), "map");

        assertThat(seen).isEqualTo(new Plateau(2, Duration.ofSeconds(16)));
    }

    @Test
    void tasksOfTheOtherKindAndThoseThatDidNotEndWellDoNotCount() {
        Plateau seen = Plateau.of(List.of(task("map", 0, 1), task("reduce", 2, 20), task("reduce", 3, 21)), "reduce");

        assertThat(seen).isEqualTo(new Plateau(2, Duration.ofSeconds(17)));
    }

    @Test
    void withoutTasksNothingHasSettled() {
        assertThat(Plateau.of(List.of(), "map")).isEqualTo(new Plateau(0, Duration.ZERO));
    }
}
