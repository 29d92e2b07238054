package org.spindlebench.analysis.claim;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.claim.Claim.Claimed;
import org.spindlebench.analysis.stats.Holm;

/**
 * All findings that claim something. Each family of their claims is corrected by Holm's method, so the probability that
 * a family has any false claim is at most the error rate of a single interval.
 */
public final class Claims {
    /** The findings of each kind, in the order of their discovery. */
    private final Map<Class<?>, List<Claimed<?>>> byKind;

    private Claims(Map<Class<?>, List<Claimed<?>>> byKind) {
        this.byKind = byKind;
    }

    /** Corrects the claims of findings of all kinds, and judges them. */
    public static Claims corrected(Collection<? extends Claimed<?>> findings) {
        Map<String, Queue<Holm.Adjusted>> adjusted = new HashMap<>();
        findings.stream()
                .map(Claimed::claim)
                .filter(claim -> claim.p() != null)
                .collect(Collectors.groupingBy(Claim::family, Collectors.mapping(Claim::entering, Collectors.toList())))
                .forEach((family, all) -> adjusted.put(family, new ArrayDeque<>(Holm.steps(all))));
        Map<Class<?>, List<Claimed<?>>> byKind = new LinkedHashMap<>();
        for (Claimed<?> one : findings) {
            Claim claim = one.claim();
            Object judged = claim.p() == null
                    ? one
                    : one.with(claim.corrected(adjusted.get(claim.family()).remove()));
            byKind.computeIfAbsent(one.getClass(), kind -> new ArrayList<>()).add((Claimed<?>) judged);
        }
        return new Claims(byKind);
    }

    /** Returns the findings of one kind, in the order in which they were found. */
    @SuppressWarnings("unchecked")
    public <T extends Claimed<T>> List<T> of(Class<T> kind) {
        // Each list holds findings of its key only.
        return (List<T>) (List<?>) byKind.getOrDefault(kind, List.of());
    }

    /** Returns every claim. */
    public Stream<Claim> all() {
        return byKind.values().stream().flatMap(List::stream).map(Claimed::claim);
    }

    /** Returns the number of claims that the correction is made over. */
    public int count() {
        return (int) all().map(Claim::corrected).filter(Objects::nonNull).count();
    }
}
