package org.spindlebench.analysis.compare;

import java.util.List;
import org.spindlebench.analysis.claim.Claim.Claimed;

/** Makes the claims of one kind. To add a kind, implement this interface, and add a line to {@link Findings#SOURCES}. */
interface ClaimSource {
    /** Returns what is claimed, before p is corrected. */
    List<? extends Claimed<?>> of(Compared compared);
}
