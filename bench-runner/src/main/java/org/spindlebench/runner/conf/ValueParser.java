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

        public NotUnderstoodException(String reason, String allowed, String nearest) {
            super(reason);
            this.allowed = allowed;
            this.nearest = nearest;
        }

        /** The problem this is at a place. */
        public Problem at(Location location, String key, String value) {
            Problem problem =
                    Problem.at(location, key, getMessage()).withValue(value).withAllowed(allowed);
            return nearest.isEmpty()
                    ? problem.withRemedy("correct the value")
                    : problem.withNearest(nearest).withRemedy("write `" + nearest + "`");
        }
    }
}
