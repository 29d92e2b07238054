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
 *
 * <p>A ratio has two p: for no difference, and for a difference beyond the margin. A single ratio uses the whole error
 * rate for both, because at most one of the two is true. Several ratios are corrected twice: {@link #DIFFERENCES} of the
 * error rate is for all claims that something differs, and the rest for all claims that two setups are the same. One
 * correction by the smaller p of each pair is not a substitute: after pairs with clear differences have left it, the
 * whole error rate would remain for the few pairs that differ least by chance.
 */
public final class Claims {
    /** The share of a family's error rate for claims that something differs, if the family has claims of both kinds. */
    public static final double DIFFERENCES = 0.8;

    /** The findings of each kind, in the order of their discovery. */
    private final Map<Class<?>, List<Claimed<?>>> byKind;

    private Claims(Map<Class<?>, List<Claimed<?>>> byKind) {
        this.byKind = byKind;
    }

    /** Corrects the claims of findings of all kinds, and judges them. */
    public static Claims corrected(Collection<? extends Claimed<?>> findings) {
        return corrected(findings, Looks.ONLY);
    }

    /** Corrects the claims of findings at one of several looks; claims of earlier looks stay. */
    public static Claims corrected(Collection<? extends Claimed<?>> findings, Looks looks) {
        Map<String, FamilyCorrection> adjusted = new HashMap<>();
        findings.stream()
                .map(Claimed::claim)
                .filter(claim -> claim.p() != null)
                .collect(Collectors.groupingBy(Claim::family))
                .forEach((family, all) -> adjusted.put(family, FamilyCorrection.of(all, looks.share())));
        Map<ClaimSubject, EarlierClaim> earlier = looks.bySubject();
        Map<Class<?>, List<Claimed<?>>> byKind = new LinkedHashMap<>();
        for (Claimed<?> one : findings) {
            Claim claim = one.claim();
            Object judged = claim.p() == null
                    ? one
                    : one.with(judged(adjusted.get(claim.family()).next(claim), earlier.get(claim.about())));
            byKind.computeIfAbsent(one.getClass(), kind -> new ArrayList<>()).add((Claimed<?>) judged);
        }
        return new Claims(byKind);
    }

    /** The corrected p of a family's claims, in their order. */
    private record FamilyCorrection(Queue<Holm.Adjusted> differences, Queue<Holm.Adjusted> sames) {
        static FamilyCorrection of(List<Claim> all, double share) {
            List<Double> beyond = all.stream()
                    .flatMap(claim -> Stream.ofNullable(claim.pBeyond()))
                    .toList();
            boolean both = !beyond.isEmpty() && all.size() > 1;
            return new FamilyCorrection(
                    adjusted(all.stream().map(Claim::p).toList(), both ? DIFFERENCES * share : share),
                    adjusted(beyond, both ? (1 - DIFFERENCES) * share : share));
        }

        private static Queue<Holm.Adjusted> adjusted(List<Double> p, double share) {
            return Holm.steps(p).stream()
                    .map(one -> one.ofShare(share))
                    .collect(Collectors.toCollection(ArrayDeque::new));
        }

        Claim next(Claim claim) {
            return claim.corrected(differences.remove(), claim.pBeyond() == null ? null : sames.remove());
        }
    }

    private static Claim judged(Claim now, EarlierClaim made) {
        return made == null ? now : now.keeping(made);
    }

    /** Returns the findings of one kind, in the order in which they were found. */
    @SuppressWarnings("unchecked")
    public <T extends Claimed<T>> List<T> of(Class<T> kind) {
        // Each list holds only findings of its key.
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

    /** Returns, for each family, the number of claims over which the correction is made. */
    public SortedMap<String, Long> families() {
        return all().filter(claim -> claim.p() != null)
                .collect(Collectors.groupingBy(Claim::family, TreeMap::new, Collectors.counting()));
    }
}
