package org.spindlebench.analysis.report.page;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * All that is on a page.
 *
 * @param title of the window and of the page
 * @param question what was asked
 * @param facts about the runs: how many, of which campaigns
 * @param notices what must be known before the answer; empty where nothing must
 * @param answers the answer in sentences, the contender of most interest first
 * @param cost what it says about money, in sentences; empty without prices
 * @param trust how far to believe the answer
 * @param pictures in the order of the page; those without rows are left out
 * @param tables that belong to no picture
 * @param warnings every doubt in full
 * @param glossary terms and what they mean
 * @param prices what the page needs to price durations anew; null without prices
 */
public record Page(
        String title,
        String question,
        List<String> facts,
        List<Notice> notices,
        List<Answered> answers,
        List<String> cost,
        List<Light> trust,
        List<Picture> pictures,
        List<PageTable> tables,
        List<String> warnings,
        List<Term> glossary,
        JsonNode prices) {
    /** A term of the field, and what it means here. */
    public record Term(String term, String meaning) {}

    public Page {
        facts = List.copyOf(facts);
        notices = List.copyOf(notices);
        answers = List.copyOf(answers);
        cost = List.copyOf(cost);
        trust = List.copyOf(trust);
        pictures =
                pictures.stream().filter(picture -> !picture.rows().isEmpty()).toList();
        tables = List.copyOf(tables);
        warnings = List.copyOf(warnings);
        glossary = List.copyOf(glossary);
    }
}
