package org.spindlebench.runner.conf;

import org.spindlebench.runner.conf.Problem.Location;

/**
 * Reads one value from text: of a YAML file or of an option, by the same rules.
 *
 * @param <T> what the text stands for
 */
@FunctionalInterface
public interface ValueParser<T> {
    T parse(String text) throws NotUnderstoodException;

    /** A text that a {@link ValueParser} refuses. Who called the parser knows the place and the key, and makes a {@link Problem}. */
    public static final class NotUnderstoodException extends Exception {
        private static final long serialVersionUID = 1L;

        private final String allowed;
        private final String nearest;
        private final String remedy;

        public NotUnderstoodException(String reason, String allowed, String nearest) {
            this(reason, allowed, nearest, nearest.isEmpty() ? "correct the value" : "write `" + nearest + "`");
        }

        private NotUnderstoodException(String reason, String allowed, String nearest, String remedy) {
            super(reason);
            this.allowed = allowed;
            this.nearest = nearest;
            this.remedy = remedy;
        }

        /** A refusal without a remedy: what is allowed says enough. */
        public static NotUnderstoodException allowing(String reason, String allowed) {
            return new NotUnderstoodException(reason, allowed, "", "");
        }

        /** The problem this is at a place. */
        public Problem at(Location location, String key, String value) {
            return new Problem(location, key, value, getMessage(), allowed, nearest, remedy);
        }
    }
}
