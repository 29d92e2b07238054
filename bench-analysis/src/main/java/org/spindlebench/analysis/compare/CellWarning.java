package org.spindlebench.analysis.compare;

import java.util.List;
import java.util.Objects;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.record.Warning;

/**
 * A warning about one or several cells, as data.
 *
 * @param cells the cells concerned; empty if the warning concerns all cells
 */
public record CellWarning(Warning warning, List<Subject> cells) {
    public CellWarning {
        Objects.requireNonNull(warning, "warning");
        cells = List.copyOf(cells);
    }

    static CellWarning of(String code, String message, List<Subject> cells) {
        return new CellWarning(new Warning(code, message), cells);
    }
}
