package org.spindlebench.jobs.device;

import java.util.Objects;

/** A step on a file of known length: which requests, and when it is done. Immutable. */
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
     * As the settings say.
     *
     * @param fileBytes bytes of the file, or that it is to have; a multiple of the block
     */
    static IoTask of(Step step, long fileBytes, ProbeSettings settings) {
        if (step.operation().isRandom()) {
            return new IoTask(step, fileBytes, settings.requests(), settings.randomNanos(), settings.threads());
        }
        return new IoTask(step, fileBytes, fileBytes / step.block(), ENDLESS, 1);
    }

    /** For so long at most, in one thread. */
    static IoTask brief(Step step, long fileBytes, long limit) {
        long requests = step.operation().isRandom() ? ENDLESS : fileBytes / step.block();
        return new IoTask(step, fileBytes, requests, limit, 1);
    }

    /** The same for so long; of random requests as many as that time holds. */
    IoTask lasting(long limit) {
        return new IoTask(step, fileBytes, step.operation().isRandom() ? ENDLESS : requests, limit, threads);
    }

    Operation operation() {
        return step.operation();
    }

    int block() {
        return step.block();
    }

    /** Bytes of the file. */
    long fileBytes() {
        return fileBytes;
    }

    /** Blocks of the file. */
    long blocks() {
        return fileBytes / step.block();
    }

    /** After so many it is done; {@link #ENDLESS} where only time counts. */
    long requests() {
        return requests;
    }

    /** After so long it is done, and what was moved counts; {@link #ENDLESS} where only requests count. */
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

    /** What is asked of a device. */
    enum Operation {
        /** One stream, from a new file's begin to its end. */
        WRITE("write"),
        /** One stream, from the file's begin to its end. */
        READ("read"),
        /** Whole blocks of the file, in random order. */
        RANDOM_READ("randread"),
        /** Whole blocks of the file, in random order, over what is there. */
        RANDOM_WRITE("randwrite");

        private final String text;

        Operation(String text) {
            this.text = text;
        }

        /** As fio calls it. */
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
