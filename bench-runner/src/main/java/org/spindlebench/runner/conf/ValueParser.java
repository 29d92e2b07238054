package org.spindlebench.runner.conf;

import org.spindlebench.runner.conf.Problem.Location;

/**
 * Parses one value from text. The rules are the same for YAML files and for options.
 *
 * @param <T> the type of the value
 */
@FunctionalInterface
public interface ValueParser<T> {
    T parse(String text) throws NotUnderstoodException;

    /**
     * Thrown if a {@link ValueParser} refuses a text. The caller, which knows the place and the key, makes a
     * {@link Problem} from it.
     */
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

        /** A refusal without a remedy, because the allowed values say enough. */
        public static NotUnderstoodException allowing(String reason, String allowed) {
            return new NotUnderstoodException(reason, allowed, "", "");
        }

        /** Returns this refusal as a problem at a place. */
        public Problem at(Location location, String key, String value) {
            return new Problem(location, key, value, getMessage(), allowed, nearest, remedy);
        }
    }
}
