package org.spindlebench.analysis.report;

import java.util.List;
import org.spindlebench.analysis.claim.Claim;
import org.spindlebench.analysis.claim.Claim.ClaimSubject;
import org.spindlebench.analysis.claim.Claim.PairLimit;
import org.spindlebench.analysis.claim.Claim.PlainFinding;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.document.JsonObject;
import org.spindlebench.analysis.report.page.Table;
import org.spindlebench.analysis.report.page.Table.TableRow;

/** Writes claims that have no numbers of their own kind: as a sentence, in a table, and in {@code report.json}. */
final class ClaimText {
    /** The heading of the sentences. */
    static final String HEADING = "Other claims";

    private ClaimText() {}

    private static List<Claim> claims(Findings findings) {
        return findings.claims().of(PlainFinding.class).stream()
                .map(PlainFinding::claim)
                .toList();
    }

    static List<String> sentences(Findings findings) {
        return claims(findings).stream().map(ClaimText::sentence).toList();
    }

    private static String sentence(Claim claim) {
        ClaimSubject about = claim.about();
        String settings = about.settings().isEmpty() ? "" : " (" + Sentence.settings(about.settings()) + ")";
        return about.job() + settings + ", " + about.quantity() + ": "
                + (claim.estimate().ratio() == null
                        ? claim.words() + ", " + about.contender() + " against " + about.baseline()
                        : about.baseline() + " / " + about.contender() + " is "
                                + Sentence.ratio(claim.ratio(), claim.interval()) + ", " + claim.words());
    }

    /** Returns a row for each claim; no row without claims. */
    static Table table(Findings findings) {
        return Table.of(HEADING, "report-claims.csv", claims(findings), ClaimText::row);
    }

    private static TableRow row(Claim claim) {
        ClaimSubject about = claim.about();
        boolean ratio = claim.estimate().ratio() != null;
        return new TableRow()
                .text("kind", about.kind())
                .text("job", about.job())
                .text("quantity", about.quantity())
                .text("contender", about.contender())
                .text("settings", Sentence.settings(about.settings()))
                .text("verdict", claim.words())
                .figure("ratio", ratio ? Sentence.ratio(claim.ratio(), claim.interval()) : null)
                .figure("p (family)", NumberText.p(claim.corrected()));
    }

    static List<JsonObject> json(Findings findings) {
        return claims(findings).stream().map(ClaimText::json).toList();
    }

    private static JsonObject json(Claim claim) {
        ClaimSubject about = claim.about();
        JsonObject json = new JsonObject()
                .with("kind", about.kind())
                .with("job", about.job())
                .with("settings", about.settings())
                .with("baseline", about.baseline())
                .with("contender", about.contender())
                .with("quantity", about.quantity())
                .with("ratio", claim.estimate().ratio())
                .bounds(claim.interval())
                .with("p", claim.p());
        return judged(json, claim)
                .with("reason", claim.reason() == null ? null : claim.reason().word())
                .with("notes", claim.notes());
    }

    /** Appends the p that is corrected over the family of the claim, and the verdict. */
    static JsonObject judged(JsonObject json, Claim claim) {
        return json.with("p_" + claim.family(), claim.corrected())
                .with("p_same_" + claim.family(), claim.same())
                .with("verdict", claim.verdict().word())
                .with("limit_known", claim.limit().equals(PairLimit.UNKNOWN) ? false : null)
                .with("storage_limited", claim.limit().storage());
    }
}
