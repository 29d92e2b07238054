package org.spindlebench.runner.options;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.runner.conf.AllowedValues;
import org.spindlebench.runner.console.OptionConverter;

/**
 * The ended runs that a resumed campaign makes again.
 *
 * @param ended how they ended
 */
public record Retry(Set<Status> ended) {
    public Retry {
        ended = Set.copyOf(ended);
    }

    public String describe() {
        return ended.stream()
                .map(status -> status.name().toLowerCase(Locale.ROOT))
                .sorted()
                .collect(Collectors.joining(" or "));
    }

    static final class Converter extends OptionConverter<Retry> {
        Converter() {
            super(text -> switch (text) {
                case "failed" -> new Retry(Set.of(Status.FAILED));
                case "invalid" -> new Retry(Set.of(Status.INVALID));
                case "failed,invalid", "invalid,failed" -> new Retry(Set.of(Status.FAILED, Status.INVALID));
                default ->
                    throw AllowedValues.unknown("kind of runs", text, List.of("failed", "invalid", "failed,invalid"));
            });
        }
    }
}
