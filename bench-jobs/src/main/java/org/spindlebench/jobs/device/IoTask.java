package org.spindlebench.jobs.device;

import java.util.Objects;

/** A step on a file of known length: which requests to make, and when to stop. Immutable. */
final class IoTask {
    /** No limit. */
    static final long ENDLESS = Long.MAX_VALUE;

    private final Step step;
    private final long fileBytes;
    private final long requests;
    private final long nanos;
    private final int threads;

    private IoTask(Step step, long fileBytes, long requests, long nanos, int threads) {
        this.step = step;
        this.fileBytes = fileBytes;
        this.requests = requests;
        this.nanos = nanos;
        this.threads = threads;
    }

    /**
     * Returns the task that the settings ask for.
     *
     * @param fileBytes bytes of the file, now or when written; a multiple of the block
     */
    static IoTask of(Step step, long fileBytes, ProbeSettings settings) {
        if (step.operation().isRandom()) {
            return new IoTask(step, fileBytes, settings.requests(), settings.randomNanos(), settings.threads());
        }
        return new IoTask(step, fileBytes, fileBytes / step.block(), ENDLESS, 1);
    }

    /** Returns a task of one thread with a time limit. */
    static IoTask brief(Step step, long fileBytes, long limit) {
        long requests = step.operation().isRandom() ? ENDLESS : fileBytes / step.block();
        return new IoTask(step, fileBytes, requests, limit, 1);
    }

    /** Returns the same task with that time limit; random requests continue until then. */
    IoTask lasting(long limit) {
        return new IoTask(step, fileBytes, step.operation().isRandom() ? ENDLESS : requests, limit, threads);
    }

    Operation operation() {
        return step.operation();
    }

    int block() {
        return step.block();
    }

    /** Returns the bytes of the file. */
    long fileBytes() {
        return fileBytes;
    }

    /** Returns the number of blocks in the file. */
    long blocks() {
        return fileBytes / step.block();
    }

    /** Returns the number of requests after which it is done; {@link #ENDLESS} if only time counts. */
    long requests() {
        return requests;
    }

    /** Returns the time after which it stops and counts what it has moved; {@link #ENDLESS} if only requests count. */
    long nanos() {
        return nanos;
    }

    int threads() {
        return threads;
    }

    /** One operation in blocks of one size. */
    static final class Step {
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

    /** An operation on a device. */
    enum Operation {
        /** One stream, from a new file's start to its end. */
        WRITE("write"),
        /** One stream, from the file's start to its end. */
        READ("read"),
        /** Whole blocks of the file, in random order. */
        RANDOM_READ("randread"),
        /** Whole blocks of the file, in random order, over existing data. */
        RANDOM_WRITE("randwrite");

        private final String text;

        Operation(String text) {
            this.text = text;
        }

        /** Returns fio's name of the operation. */
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
