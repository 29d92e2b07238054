package org.spindlebench.runner.lab;

import java.io.Closeable;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Stands in for the module bench-lab: a laboratory on which nothing stands, and in which nothing can be made. */
public final class PaperLaboratory implements Laboratory {
    @Override
    public LabState up(EmulatedSetup emulated, boolean stays, Path requestLogs) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Closeable forVisit(EmulatedSetup emulated, Path requestLogs) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<String> down() {
        return List.of();
    }

    @Override
    public Optional<String> status() {
        return Optional.empty();
    }

    /** Lacks nothing. */
    public static final class PaperWorkshop implements Workshop {
        @Override
        public List<String> missing() {
            return List.of();
        }

        @Override
        public Laboratory in(LabDirectory directory, Consumer<String> notes) {
            return new PaperLaboratory();
        }
    }
}
