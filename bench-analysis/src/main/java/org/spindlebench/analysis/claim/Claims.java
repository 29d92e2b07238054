package org.spindlebench.analysis.claim;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.claim.Claim.ClaimSubject;
import org.spindlebench.analysis.claim.Claim.Claimed;
import org.spindlebench.analysis.claim.Looks.EarlierClaim;
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
        return corrected(findings, Looks.ONLY);
    }

    /** Corrects the claims of findings at one of several looks; what was claimed at an earlier look stays. */
    public static Claims corrected(Collection<? extends Claimed<?>> findings, Looks looks) {
        Map<String, Queue<Holm.Adjusted>> adjusted = new HashMap<>();
        findings.stream()
                .map(Claimed::claim)
                .filter(claim -> claim.p() != null)
                .collect(Collectors.groupingBy(Claim::family, Collectors.mapping(Claim::entering, Collectors.toList())))
                .forEach((family, all) -> adjusted.put(family, new ArrayDeque<>(Holm.steps(all))));
        Map<ClaimSubject, EarlierClaim> earlier = looks.bySubject();
        Map<Class<?>, List<Claimed<?>>> byKind = new LinkedHashMap<>();
        for (Claimed<?> one : findings) {
            Claim claim = one.claim();
            Object judged = claim.p() == null
                    ? one
                    : one.with(judged(
                            claim.corrected(
                                    adjusted.get(claim.family()).remove().ofShare(looks.share())),
                            earlier.get(claim.about())));
            byKind.computeIfAbsent(one.getClass(), kind -> new ArrayList<>()).add((Claimed<?>) judged);
        }
        return new Claims(byKind);
    }

    private static Claim judged(Claim now, EarlierClaim made) {
        return made == null ? now : now.keeping(made);
    }

    /** Returns the findings of one kind, in the order in which they were found. */
    @SuppressWarnings("unchecked")
    public <T extends Claimed<T>> List<T> of(Class<T> kind) {
        // Each list holds findings of its key only.
        return (List<T>) (List<?>) byKind.getOrDefault(kind, List.of());
    }

    /** Returns the findings of every kind. */
    public Stream<Claimed<?>> findings() {
        return byKind.values().stream().flatMap(List::stream);
    }

    /** Returns every claim. */
    public Stream<Claim> all() {
        return findings().map(Claimed::claim);
    }

    /** Returns the number of claims of all families. */
    public int count() {
        return (int) all().filter(claim -> claim.p() != null).count();
    }

    /** Returns the number of claims in each family that the correction is made over. */
    public SortedMap<String, Long> families() {
        return all().filter(claim -> claim.p() != null)
                .collect(Collectors.groupingBy(Claim::family, TreeMap::new, Collectors.counting()));
    }
}
