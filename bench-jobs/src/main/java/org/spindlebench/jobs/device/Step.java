package org.spindlebench.jobs.device;

import java.util.Objects;

/** One operation in blocks of one size. */
final class Step {
    private final Operation operation;
    private final int block;

    /** @param block bytes of a request */
    Step(Operation operation, int block) {
        this.operation = operation;
        this.block = block;
    }

    Operation operation() {
        return operation;
    }

    int block() {
        return block;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Step && ((Step) other).operation == operation && ((Step) other).block == block;
    }

    @Override
    public int hashCode() {
        return Objects.hash(operation, block);
    }
}
