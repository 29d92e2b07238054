package org.spindlebench.runner.conf;

/** Bytes per second as users write them: a size and {@code /s}. */
final class ByteRate {
    private static final String PER_SECOND = "/s";

    private ByteRate() {}

    /** The bytes per second that a text such as {@code 120MB/s} stands for. */
    static long parse(String text) throws NotUnderstoodException {
        if (!text.endsWith(PER_SECOND)) {
            throw new NotUnderstoodException("not a rate", "a size and /s, such as 120MB/s", "");
        }
        return ByteSize.parse(text.substring(0, text.length() - PER_SECOND.length()));
    }
}
