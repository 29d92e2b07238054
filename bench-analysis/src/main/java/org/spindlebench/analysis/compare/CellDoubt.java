package org.spindlebench.analysis.compare;

import java.util.List;
import java.util.Objects;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.record.Warning;

/**
 * A doubt about one or several cells, as data.
 *
 * @param warning the doubt
 * @param cells what it is about; empty where it is about all of them
 */
public record CellDoubt(Warning warning, List<Subject> cells) {
    public CellDoubt {
        Objects.requireNonNull(warning, "warning");
        cells = List.copyOf(cells);
    }

    static CellDoubt of(String code, String message, List<Subject> cells) {
        return new CellDoubt(new Warning(code, message), cells);
    }
}
