package org.spindlebench.jobs.device;

import java.util.Objects;

/** A step on a file of known length, with its time limit. Immutable. */
final class IoTask {
    /** The value that means no limit. */
    static final long ENDLESS = Long.MAX_VALUE;

    private final BlockSizeStep step;
    private final long fileBytes;
    private final long nanos;
    private final int threads;
    private final int slices;

    private IoTask(BlockSizeStep step, long fileBytes, long nanos, int threads, int slices) {
        this.step = step;
        this.fileBytes = fileBytes;
        this.nanos = nanos;
        this.threads = threads;
        this.slices = slices;
    }

    /** @param fileBytes the bytes of the file, now or after writing; a multiple of the block */
    static IoTask of(BlockSizeStep step, long fileBytes, ProbeSettings settings) {
        if (step.operation().isRandom()) {
            return new IoTask(step, fileBytes, settings.randomNanos(), settings.threads(), 0);
        }
        int slices = step.operation() == Operation.WRITE ? settings.slices() : 0;
        return new IoTask(step, fileBytes, ENDLESS, 1, slices);
    }

    /** Returns a task with one thread and a time limit. */
    static IoTask brief(BlockSizeStep step, long fileBytes, long limit) {
        return new IoTask(step, fileBytes, limit, 1, 0);
    }

    /** Returns the same task with another time limit, and without slices. */
    IoTask lasting(long limit) {
        return new IoTask(step, fileBytes, limit, threads, 0);
    }

    Operation operation() {
        return step.operation();
    }

    int block() {
        return step.block();
    }

    long fileBytes() {
        return fileBytes;
    }

    /** Returns the number of requests of a sequential step. Random requests continue until the time limit. */
    long requests() {
        return fileBytes / step.block();
    }

    /** Returns the time limit, at which the task stops and keeps its totals; {@link #ENDLESS} if there is none. */
    long nanos() {
        return nanos;
    }

    int threads() {
        return threads;
    }

    /** Returns the number of slices of equal bytes that are timed; 0 for none. */
    int slices() {
        return slices;
    }

    /** One operation in blocks of one size. */
    static final class BlockSizeStep {
        private final Operation operation;
        private final int block;

        /** @param block the bytes of a request */
        BlockSizeStep(Operation operation, int block) {
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
            return other instanceof BlockSizeStep
                    && ((BlockSizeStep) other).operation == operation
                    && ((BlockSizeStep) other).block == block;
        }

        @Override
        public int hashCode() {
            return Objects.hash(operation, block);
        }
    }

    /** An operation on a device. */
    enum Operation {
        /** Writes a new file sequentially, with one stream. */
        WRITE("write"),
        /** Reads the whole file sequentially, with one stream. */
        READ("read"),
        /** Reads whole blocks of the file in random order. */
        RANDOM_READ("randread"),
        /** Overwrites whole blocks of the file in random order. */
        RANDOM_WRITE("randwrite");

        private final String text;

        Operation(String text) {
            this.text = text;
        }

        /** Returns the name that fio has for the operation. */
        String text() {
            return text;
        }

        boolean writes() {
            return this == WRITE || this == RANDOM_WRITE;
        }

        boolean isRandom() {
            return this == RANDOM_READ || this == RANDOM_WRITE;
        }
    }
}
