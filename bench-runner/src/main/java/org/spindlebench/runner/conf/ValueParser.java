package org.spindlebench.runner.conf;

import java.util.regex.Pattern;
import org.spindlebench.analysis.document.NearestName;
import org.spindlebench.runner.conf.Problem.Location;

/** Parses one value from text, with the same rules for YAML files and options. */
@FunctionalInterface
public interface ValueParser<T> {
    T parse(String text) throws NotUnderstoodException;

    /** Returns a parser that accepts the texts that match a pattern, unchanged. */
    static ValueParser<String> matching(String pattern, String refusal, String allowed) {
        Pattern shape = Pattern.compile(pattern);
        return text -> {
            if (!shape.matcher(text).matches()) {
                throw new NotUnderstoodException(refusal, allowed, "");
            }
            return text;
        };
    }

    /** Thrown if a text is refused. The caller knows the location and the key, and makes a {@link Problem}. */
    public static final class NotUnderstoodException extends Exception {
        private static final long serialVersionUID = 1L;

        private final String allowed;
        private final String nearest;
        private final String remedy;

        public NotUnderstoodException(String reason, String allowed, String nearest) {
            this(
                    reason,
                    allowed,
                    nearest,
                    nearest.isEmpty() ? "" : "write `" + nearest.replace(NearestName.OR, "` or" + " `") + "`");
        }

        private NotUnderstoodException(String reason, String allowed, String nearest, String remedy) {
            super(reason);
            this.allowed = allowed;
            this.nearest = nearest;
            this.remedy = remedy;
        }

        /** Creates a refusal without a remedy, because the allowed values are sufficient. */
        public static NotUnderstoodException allowing(String reason, String allowed) {
            return new NotUnderstoodException(reason, allowed, "", "");
        }

        /** Returns the same refusal for a text that must also have this end. */
        NotUnderstoodException behind(String end, String otherAllowed) {
            return new NotUnderstoodException(
                    getMessage(),
                    otherAllowed,
                    nearest.isEmpty() ? "" : nearest.replace(NearestName.OR, end + NearestName.OR) + end);
        }

        public Problem at(Location location, String key, String value) {
            return new Problem(location, key, value, getMessage(), allowed, nearest, remedy);
        }
    }
}
