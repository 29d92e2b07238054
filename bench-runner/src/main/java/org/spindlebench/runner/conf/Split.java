package org.spindlebench.runner.conf;

/**
 * How many directories of a role lie on each instance of a device. HDFS and the shuffle go round their directories, so that
 * each gets as many bytes as any other, and a device as many times more as it has directories.
 */
public sealed interface Split {
    /** One directory for each role. */
    Split NONE = new Directories(1);

    /**
     * A number that the file states.
     *
     * @param count at least 1
     */
    record Directories(int count) implements Split {
        static final int MOST = 100;

        public Directories {
            if (count < 1) {
                throw new IllegalArgumentException("a device has a directory at least: " + count);
            }
        }
    }

    /**
     * In each role, as many as the device writes faster than the slowest that serves it, rounded down: then no directory of
     * the device is slower than one of the slowest. 1300 MB/s beside 120 MB/s makes the 10 of Cloudera's paper
     * (Figure 6).
     */
    record ByBandwidth() implements Split {
        /** What a file says for it. */
        static final String LABEL = "by-bandwidth";
    }

    static Split parse(String text) throws NotUnderstoodException {
        if (text.equals(ByBandwidth.LABEL)) {
            return new ByBandwidth();
        }
        try {
            return new Directories(WholeNumber.between(1, Directories.MOST).parse(text));
        } catch (NotUnderstoodException e) {
            boolean isWord = text.chars().anyMatch(Character::isLetter);
            throw new NotUnderstoodException(
                    e.getMessage(),
                    "a whole number from 1 to " + Directories.MOST + ", or " + ByBandwidth.LABEL,
                    isWord ? ByBandwidth.LABEL : "");
        }
    }
}
