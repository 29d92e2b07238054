package org.spindlebench.analysis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.cost.PriceList;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.document.JsonDocument.TextOrigin;
import org.spindlebench.analysis.hypothesis.Hypothesis;
import org.spindlebench.analysis.hypothesis.Hypothesis.Study;
import org.spindlebench.analysis.hypothesis.PublishedNumbers;

/**
 * A study that Spindle ships, such as that of ALOJA's report. Results are checked against its publication's claims. The
 * results must have the study's names of setups and jobs.
 *
 * @param description one sentence
 * @param figure the published result that the study repeats
 * @param setups the names of its setups; the first is the baseline
 * @param hypotheses the publication's claims
 * @param printed the numbers that the publication prints; null if it prints none
 * @param prices the publication's prices; null if it has none
 */
public record PublishedStudy(
        String description,
        String figure,
        List<String> setups,
        List<Hypothesis> hypotheses,
        PublishedNumbers printed,
        PriceList prices) {
    private static final String STUDIES = "published-studies.json";

    public PublishedStudy {
        Objects.requireNonNull(description, "description");
        Objects.requireNonNull(figure, "figure");
        setups = List.copyOf(setups);
        hypotheses = List.copyOf(hypotheses);
    }

    /** Returns the names of all shipped studies, such as {@code new-cluster}. */
    public static Set<String> names() {
        return StudyFile.SHIPPED.studies().keySet();
    }

    /**
     * Returns a shipped study.
     *
     * @throws NoSuchElementException if there is no study of that name
     */
    public static PublishedStudy named(String name) {
        PublishedStudy found = StudyFile.SHIPPED.studies().get(name);
        if (found == null) {
            throw new NoSuchElementException("no study is called " + name + "; the studies are " + names());
        }
        return found;
    }

    /** Returns the options of a report on this study: its baseline, its hypotheses, its printed numbers and its prices. */
    public ComparisonOptions options() {
        Study none = Study.NONE;
        List<PublishedNumbers> numbers = Stream.ofNullable(printed).toList();
        Study study = new Study(figure, hypotheses, none.later(), none.endedEarly(), numbers, none.looks());
        ComparisonOptions options =
                ComparisonOptions.standard().against(setups.get(0)).with(study);
        return prices == null ? options : options.withPrices(prices);
    }

    /** The file with all studies. A test checks that it equals {@code conf/experiments} and the files named there. */
    record StudyFile(int schema, SortedMap<String, PublishedStudy> studies) {
        static final StudyFile SHIPPED = read();

        StudyFile {
            studies = Collections.unmodifiableSortedMap(new TreeMap<>(studies));
        }

        private static StudyFile read() {
            try (InputStream in = StudyFile.class.getResourceAsStream(STUDIES)) {
                if (in == null) {
                    throw new IllegalStateException("the jar has no " + STUDIES + ": it was not built whole");
                }
                String json = new String(in.readAllBytes(), StandardCharsets.UTF_8);
                return JsonDocument.parse(json, StudyFile.class, 1, new TextOrigin(STUDIES, 1));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
