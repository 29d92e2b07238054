package org.spindlebench.analysis.report.page;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.spindlebench.analysis.record.RunRecord;

/**
 * Where records lie that findings were made of, and how their runs are called there.
 *
 * @param results a directory or file of records; what is no {@code .json} or {@code .jsonl} file holds no runs that could be shown
 * @param found the run as the findings have it, such as {@linkplain RunRecord#labelled under another name}; empty where it is none of
 *     theirs. One that is not renamed may be given although it is none
 */
public record EvidenceSource(Path results, Function<RunRecord, Optional<RunRecord>> found) {
    public EvidenceSource {
        Objects.requireNonNull(results, "results");
        Objects.requireNonNull(found, "found");
    }

    /** Whose runs have the names that their records give them. */
    public static EvidenceSource of(Path results) {
        return new EvidenceSource(results, Optional::of);
    }
}
