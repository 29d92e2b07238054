package org.spindlebench.analysis.compare;

import java.util.List;
import org.spindlebench.analysis.claim.Claim.Claimed;

/** Makes the claims of one kind. To add a kind, implement this interface, and add a line to {@link Findings#SOURCES}. */
interface ClaimSource {
    /** Returns the claim, with its p before the correction. */
    List<? extends Claimed<?>> of(Compared compared);
}
