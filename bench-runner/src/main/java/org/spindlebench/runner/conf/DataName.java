package org.spindlebench.runner.conf;

import java.util.List;
import org.spindlebench.analysis.document.NearestName;
import org.spindlebench.jobs.data.DataKind;

/** What written data look like, as the jobs understand it. */
final class DataName {
    private static final List<String> WORDS = List.of("random", "text", "tera");

    private DataName() {}

    /** The name by which records tell kinds of data apart: {@code 2.5x} for {@code 2.50x}. */
    static String checked(String text) throws NotUnderstoodException {
        try {
            return DataKind.parse(text).toString();
        } catch (IllegalArgumentException e) {
            throw new NotUnderstoodException(
                    "not a kind of data",
                    DataKind.ALLOWED,
                    NearestName.of(text, WORDS).orElse(""));
        }
    }
}
