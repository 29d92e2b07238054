package org.spindlebench.analysis.report.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.spindlebench.analysis.document.AtomicFile.StagedFile;
import org.spindlebench.analysis.document.DigestJournal;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.document.JsonObject;

/**
 * Writes an HTML report as one file. The frame {@code page.html} has comments in place of the first screen, styles,
 * scripts and data. No text from outside becomes HTML: the first screen escapes it, data is JSON with {@code <} escaped,
 * and scripts insert it as text. The HTML report's policy permits only its own scripts and styles, by their hashes.
 */
public final class HtmlFileWriter {
    private static final List<String> VENDORED =
            List.of("vendor/vega.min.js", "vendor/vega-lite.min.js", "vendor/vega-embed.min.js");

    /** The HTML report's own scripts, in an order in which each uses only earlier scripts. */
    private static final List<String> SCRIPTS = List.of(
            "elements.js",
            "figures.js",
            "rows.js",
            "address.js",
            "table.js",
            "picture.js",
            "sections.js",
            "filters.js",
            "prices.js",
            "page.js");

    /**
     * The largest number of bytes of all data, so that an HTML report with its scripts stays below 6 MB for any number
     * of runs. Browsers open larger files, but mail and review systems refuse them. Only charts are thinned. With
     * hundreds of setups or thousands of settings, tables and sentences alone can take more, and the HTML report is
     * then larger.
     */
    private static final long MOST_BYTES = 4_900_000;

    /** The least space for charts, regardless of the size of the other data. */
    private static final long LEAST_ROOM = 1_000_000;

    /** The number of bytes at the start of a file in which Spindle searches for the generator's name. */
    private static final int HEAD = 1024;

    private static final String GENERATOR = "<meta name=\"generator\" content=\"Spindle\">";
    /** The comments in the frame that hashes, styles, data and scripts replace. */
    private static final Pattern COMMENTS =
            Pattern.compile("<!--(?:hashes|style|title|head|answer|sentences|data|scripts)-->|/\\*styles\\*/");

    private HtmlFileWriter() {}

    /**
     * Writes the HTML report either completely or not at all, and replaces an older one.
     *
     * @throws IOException if the HTML report could not be written
     */
    public static void write(Path file, HtmlReport page) throws IOException {
        try (StagedFile staged = StagedFile.of(file)) {
            Writer out = new OutputStreamWriter(staged.out(), StandardCharsets.UTF_8);
            String[] frame = COMMENTS.split(Resource.text("page.html"), -1);
            List<String> scripts = scripts(page);
            String hashes = scripts.stream().map(HtmlFileWriter::hash).collect(Collectors.joining(" "));
            String styles = Resource.text("page.css");
            FirstScreen first = new FirstScreen(page);
            List<String> parts = List.of(
                    hashes,
                    hash(styles),
                    Html.text(page.title()),
                    styles,
                    first.head(),
                    first.answer(),
                    first.sentences());
            for (int at = 0; at < parts.size(); at++) {
                out.write(frame[at] + parts.get(at));
            }
            out.write(frame[parts.size()]);
            data(page, out);
            out.write(frame[parts.size() + 1]);
            for (String script : scripts) {
                out.write("<script>" + script + "</script>\n");
            }
            out.write(frame[parts.size() + 2]);
            out.flush();
            staged.commit();
        }
    }

    /** Checks whether the file is an HTML report that Spindle wrote. */
    public static boolean isOwn(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(HEAD), StandardCharsets.UTF_8).contains(GENERATOR);
        }
    }

    private static void data(HtmlReport page, Writer out) throws IOException {
        String rest = json(withoutRows(page));
        List<String> pictures = ChartTexts.of(page.pictures(), Math.max(LEAST_ROOM, MOST_BYTES - bytes(rest)));
        script(out, "page", rest);
        for (int at = 0; at < pictures.size(); at++) {
            script(out, "picture-" + page.pictures().get(at).id(), pictures.get(at));
        }
    }

    // Each chart's data is an element of its own, so that a browser reads it only when the chart is shown.
    private static void script(Writer out, String id, String data) throws IOException {
        out.write("<script type=\"application/json\" id=\"" + id + "\">");
        out.write(data);
        out.write("</script>\n");
    }

    /** Returns data in the form that it has in the HTML report. */
    static String json(Object data) {
        return JsonDocument.visibleLine(data).replace("<", "\\u003c");
    }

    /** Returns the number of bytes that a text takes in the file. */
    static long bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /** Returns the contents of the HTML report's script elements. */
    private static List<String> scripts(HtmlReport page) {
        List<String> scripts = new ArrayList<>();
        if (!page.pictures().isEmpty()) {
            VENDORED.forEach(vendored -> scripts.add(Resource.text(vendored)));
        }
        scripts.add("\n'use strict';\n" + SCRIPTS.stream().map(Resource::text).collect(Collectors.joining()));
        return scripts;
    }

    /** Returns a script's hash in the form of a Content Security Policy. */
    public static String hash(String script) {
        byte[] digest = DigestJournal.digest().digest(script.getBytes(StandardCharsets.UTF_8));
        return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    }

    private static JsonObject withoutRows(HtmlReport page) {
        List<Table> tables = new ArrayList<>();
        page.tables().forEach(table -> tables.add(table.called(Integer.toString(tables.size() + 1))));
        return new JsonObject()
                .with("pictures", page.pictures().stream().map(Chart::id).toList())
                .with("tables", tables)
                .with("warnings", page.warnings())
                .with("glossary", page.glossary())
                .with("prices", page.prices());
    }

    /** The resources of this package: the HTML report's frame, styles and scripts, and the charts' specifications. */
    static final class Resource {
        private Resource() {}

        static String text(String name) {
            try (InputStream in = Resource.class.getResourceAsStream(name)) {
                if (in == null) {
                    throw new IllegalStateException("the jar has no " + name + ": it was not built whole");
                }
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        static JsonNode json(String name) {
            try {
                return new JsonMapper().readTree(text(name));
            } catch (IOException e) {
                throw new UncheckedIOException(name + " is not JSON", e);
            }
        }
    }

    /**
     * Writes the charts of an HTML report as JSON that stays below a total size. If there are too many rows, the
     * largest charts lose the most rows. Each chart states the number of omitted rows.
     */
    static final class ChartTexts {
        /** The largest number of rows of one chart that a browser reads, filters and lists without delay. */
        static final int MOST_ROWS = 40_000;

        /**
         * The largest number of setups in the order of interest that an HTML report has. An HTML report with more
         * setups would not be readable.
         */
        private static final int MOST_SETUPS = 1000;

        /** A safety margin, because sizes are only roughly proportional to rows: each name is written once. */
        private static final double MARGIN = 0.95;

        private static final int ROUNDS = 12;

        private final List<Chart> pictures;
        private final int[] rows;
        private final List<String> texts = new ArrayList<>();

        private ChartTexts(List<Chart> pictures) {
            this.pictures = pictures;
            this.rows = new int[pictures.size()];
            for (int at = 0; at < rows.length; at++) {
                rows[at] = Math.min(MOST_ROWS, pictures.get(at).rows().size());
                texts.add(text(at));
            }
        }

        /**
         * Returns the texts in the order of the charts.
         *
         * @param room the largest number of bytes that all texts may have together
         */
        static List<String> of(List<Chart> pictures, long room) {
            ChartTexts made = new ChartTexts(pictures);
            // Only rows can be left out, so the size may stay above the limit. The loop must end even then.
            for (int round = 0; round < ROUNDS && made.size() > room; round++) {
                made.shrink(room);
            }
            return made.texts;
        }

        private long size() {
            return texts.stream().mapToLong(HtmlFileWriter::bytes).sum();
        }

        private void shrink(long room) {
            long[] sizes = texts.stream().mapToLong(HtmlFileWriter::bytes).toArray();
            double level = level(sizes, room);
            for (int at = 0; at < sizes.length; at++) {
                if (sizes[at] > level) {
                    rows[at] = Math.max(1, (int) (rows[at] * MARGIN * level / sizes[at]));
                    texts.set(at, text(at));
                }
            }
        }

        /** Returns the size that each chart may have at most, so that all charts fit together. */
        private static double level(long[] sizes, long room) {
            long[] sorted = LongStream.of(sizes).sorted().toArray();
            double left = room;
            for (int at = 0; at < sorted.length; at++) {
                double share = left / (sorted.length - at);
                if (sorted[at] > share) {
                    return share;
                }
                left -= sorted[at];
            }
            return Double.MAX_VALUE;
        }

        private String text(int at) {
            Chart picture = pictures.get(at);
            Dataset held = Thinning.of(picture.rows(), picture.crowd(), rows[at]);
            List<String> setups = picture.interest().setups();
            return HtmlFileWriter.json(new JsonObject()
                    .with("id", picture.id())
                    .with("title", picture.title())
                    .with("says", picture.says())
                    .with("alternative", picture.alternative())
                    .with("notes", picture.notes())
                    .with("crowd", picture.crowd().word())
                    .with("most", picture.most())
                    .with("most_setups", picture.interest().most())
                    .with("setups", setups.size() <= MOST_SETUPS ? setups : setups.subList(0, MOST_SETUPS))
                    .with("interest", picture.interest().words())
                    .with("spec", Resource.json("pictures/" + picture.id() + ".json"))
                    .with("all", picture.rows().size())
                    .with("columns", held.written()));
        }
    }
}
