package org.spindlebench.runner.conf;

import org.spindlebench.runner.conf.Problem.Location;

/**
 * Parses one value from the text of a YAML file or an option, with the same rules.
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

        public NotUnderstoodException(String reason, String allowed, String nearest) {
            super(reason);
            this.allowed = allowed;
            this.nearest = nearest;
        }

        /** Returns this refusal as a problem at a place. */
        public Problem at(Location location, String key, String value) {
            Problem problem =
                    Problem.at(location, key, getMessage()).withValue(value).withAllowed(allowed);
            return nearest.isEmpty()
                    ? problem.withRemedy("correct the value")
                    : problem.withNearest(nearest).withRemedy("write `" + nearest + "`");
        }
    }
}
