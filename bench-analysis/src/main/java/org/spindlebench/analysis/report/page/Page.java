package org.spindlebench.analysis.report.page;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;

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

    /**
     * The answer for one contender under one choice of settings.
     *
     * @param heading who is compared with whom, and under which settings
     * @param sentences each a whole one
     */
    public record Answered(String heading, List<String> sentences) {
        public Answered {
            sentences = List.copyOf(sentences);
        }
    }

    /**
     * One reason to trust the answer, or not.
     *
     * @param about what was looked at, in a word or two
     * @param colour how far it can be trusted in this
     * @param says the reason
     */
    public record Light(String about, Colour colour, String says) {
        /** As at a crossing; the page writes the word beside the colour. */
        public enum Colour {
            GREEN,
            AMBER,
            RED;

            String word() {
                return name().toLowerCase(Locale.ROOT);
            }
        }
    }

    /**
     * What a reader must know before the answer.
     *
     * @param about in a few words
     * @param colour red or amber
     * @param says what it is, in sentences
     * @param details one a line, each with a text from outside at its end; empty where there are none
     */
    public record Notice(String about, Light.Colour colour, String says, List<String> details) {
        public Notice {
            details = List.copyOf(details);
        }
    }

    /**
     * A table that belongs to no picture, as strings.
     *
     * @param id how the page's address calls it
     * @param heading what it shows
     * @param columns the titles
     * @param texts how many columns, from the left, hold text; the others hold figures
     * @param rows each with a string for every column
     * @param all how many rows there are; those that are not here are in {@code file}
     * @param file the file beside the page that holds all of them; null where they are all here
     * @param links for each row, what its first column leads to, as a path from the page on; null for a row that leads nowhere, and for a table that
     *     has none
     */
    public record PageTable(
            String id,
            String heading,
            List<String> columns,
            int texts,
            List<List<String>> rows,
            int all,
            String file,
            List<String> links) {
        /** A table that leads nowhere. */
        public PageTable(
                String id,
                String heading,
                List<String> columns,
                int texts,
                List<List<String>> rows,
                int all,
                String file) {
            this(id, heading, columns, texts, rows, all, file, null);
        }

        public PageTable {
            columns = List.copyOf(columns);
            rows = List.copyOf(rows);
        }
    }
}
