package org.spindlebench.analysis.report.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.spindlebench.analysis.document.AtomicFile.StagedFile;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.report.page.Page.Answered;
import org.spindlebench.analysis.report.page.Page.Light;
import org.spindlebench.analysis.report.page.Page.Notice;
import org.spindlebench.analysis.report.page.Page.PageTable;

/**
 * Writes a page as one file: the frame of {@code page.html}, with styles, scripts and data in the places of its comments. Of what is written
 * from outside nothing is HTML: data are JSON in which {@code <} is escaped, and scripts make text of it.
 */
public final class PageWriter {
    private static final List<String> VENDORED =
            List.of("vendor/vega.min.js", "vendor/vega-lite.min.js", "vendor/vega-embed.min.js");

    /** The page's own scripts; each uses what stands before it. */
    private static final List<String> SCRIPTS = List.of(
            "elements.js",
            "figures.js",
            "rows.js",
            "address.js",
            "table.js",
            "picture.js",
            "first-screen.js",
            "filters.js",
            "costs.js",
            "prices.js",
            "page.js");

    /** Of all data, so that a page stays below 12 MB with its scripts, however many runs there are: browsers open more, mail and reviews do not. */
    private static final long MOST_BYTES = 10_500_000;

    /** For pictures, whatever else there is to say. */
    private static final long LEAST_ROOM = 1_000_000;

    /** Bytes, of which the frame's head is the first. */
    private static final int HEAD = 1024;

    private static final String GENERATOR = "<meta name=\"generator\" content=\"Spindle\">";
    private static final String FRAME = Resource.text("page.html");

    private PageWriter() {}

    /**
     * Writes the page, replacing an older one; whole or not at all.
     *
     * @throws IOException if it could not be written
     */
    public static void write(Path file, Page page) throws IOException {
        try (StagedFile staged = StagedFile.of(file)) {
            Writer out = new OutputStreamWriter(staged.out(), StandardCharsets.UTF_8);
            int from = 0;
            for (Map.Entry<String, Part> part : parts(page).entrySet()) {
                int at = FRAME.indexOf(part.getKey(), from);
                out.write(FRAME, from, at - from);
                part.getValue().write(out);
                from = at + part.getKey().length();
            }
            out.write(FRAME, from, FRAME.length() - from);
            out.flush();
            staged.commit();
        }
    }

    /** Whether there is a page that Spindle wrote. */
    public static boolean isOwn(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(HEAD), StandardCharsets.UTF_8).contains(GENERATOR);
        }
    }

    /** What takes the place of a comment. */
    private interface Part {
        void write(Writer out) throws IOException;
    }

    /** In the order in which the frame has their comments. */
    private static Map<String, Part> parts(Page page) {
        Map<String, Part> parts = new LinkedHashMap<>();
        parts.put("/*styles*/", out -> out.write(Resource.text("page.css")));
        parts.put("<!--data-->", out -> data(page, out));
        parts.put("<!--scripts-->", out -> scripts(page, out));
        return parts;
    }

    private static void data(Page page, Writer out) throws IOException {
        String rest = json(PageDocument.of(page));
        List<String> pictures = PictureTexts.of(page.pictures(), Math.max(LEAST_ROOM, MOST_BYTES - bytes(rest)));
        script(out, "page", rest);
        for (int at = 0; at < pictures.size(); at++) {
            script(out, "picture-" + page.pictures().get(at).id(), pictures.get(at));
        }
    }

    // Each picture's by itself: what nobody scrolls to need not be read.
    private static void script(Writer out, String id, String data) throws IOException {
        out.write("<script type=\"application/json\" id=\"" + id + "\">");
        out.write(data);
        out.write("</script>\n");
    }

    /** Data as they stand in the page. */
    static String json(Object data) {
        return JsonDocument.line(data).replace("<", "\\u003c");
    }

    /** How much a text takes in the file. */
    static long bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static void scripts(Page page, Writer out) throws IOException {
        for (String vendored : page.pictures().isEmpty() ? List.<String>of() : VENDORED) {
            out.write("<script>" + Resource.text(vendored) + "</script>\n");
        }
        out.write("<script>\n'use strict';\n");
        for (String script : SCRIPTS) {
            out.write(Resource.text(script));
        }
        out.write("</script>\n");
    }

    /** The page without the rows of its pictures. */
    record PageDocument(
            String title,
            String question,
            List<String> facts,
            List<NoticeDocument> notices,
            List<Answered> answers,
            List<String> cost,
            List<LightDocument> trust,
            List<String> pictures,
            List<PageTable> tables,
            List<String> warnings,
            List<Page.Term> glossary,
            JsonNode prices) {
        static PageDocument of(Page page) {
            return new PageDocument(
                    page.title(),
                    page.question(),
                    page.facts(),
                    page.notices().stream().map(NoticeDocument::of).toList(),
                    page.answers(),
                    page.cost(),
                    page.trust().stream().map(LightDocument::of).toList(),
                    page.pictures().stream().map(Picture::id).toList(),
                    page.tables(),
                    page.warnings(),
                    page.glossary(),
                    page.prices());
        }
    }

    record NoticeDocument(String about, String colour, String says, List<String> details) {
        static NoticeDocument of(Notice notice) {
            return new NoticeDocument(notice.about(), notice.colour().word(), notice.says(), notice.details());
        }
    }

    record LightDocument(String about, String colour, String says) {
        static LightDocument of(Light light) {
            return new LightDocument(light.about(), light.colour().word(), light.says());
        }
    }

    /** What lies beside the classes of this package: the page's frame, styles, scripts and the pictures' specifications. */
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
     * The pictures of a page as JSON, together below a size: of more rows than there is room for each holds some, the largest giving up the most. What is left out
     * each picture says itself.
     */
    static final class PictureTexts {
        /** Of one picture: as many as a browser reads, filters and lists without anybody waiting for it. */
        static final int MOST_ROWS = 40_000;

        /** Sizes follow rows roughly: names are written once. */
        private static final double MARGIN = 0.95;

        private static final int ROUNDS = 12;

        private final List<Picture> pictures;
        private final int[] rows;
        private final List<String> texts = new ArrayList<>();

        private PictureTexts(List<Picture> pictures) {
            this.pictures = pictures;
            this.rows = new int[pictures.size()];
            for (int at = 0; at < rows.length; at++) {
                rows[at] = Math.min(MOST_ROWS, pictures.get(at).rows().size());
                texts.add(text(at));
            }
        }

        /**
         * The texts in the order of the pictures.
         *
         * @param room how many bytes they may have together
         */
        static List<String> of(List<Picture> pictures, long room) {
            PictureTexts made = new PictureTexts(pictures);
            // What is no row cannot be left out: it ends all the same.
            for (int round = 0; round < ROUNDS && made.size() > room; round++) {
                made.shrink(room);
            }
            return made.texts;
        }

        private long size() {
            return texts.stream().mapToLong(PageWriter::bytes).sum();
        }

        private void shrink(long room) {
            long[] sizes = texts.stream().mapToLong(PageWriter::bytes).toArray();
            double level = level(sizes, room);
            for (int at = 0; at < sizes.length; at++) {
                if (sizes[at] > level) {
                    rows[at] = Math.max(1, (int) (rows[at] * MARGIN * level / sizes[at]));
                    texts.set(at, text(at));
                }
            }
        }

        /** The size that none may exceed so that all together have room. */
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
            Picture picture = pictures.get(at);
            return PageWriter.json(PictureDocument.of(picture, Thinning.of(picture.rows(), picture.crowd(), rows[at])));
        }

        /** @param all how many rows there are, of which {@code columns} may hold some */
        @JsonNaming(SnakeCaseStrategy.class)
        record PictureDocument(
                String id,
                String title,
                String says,
                String alternative,
                List<String> notes,
                String crowd,
                int most,
                int mostSetups,
                List<String> setups,
                String interest,
                JsonNode spec,
                int all,
                List<Dataset.Written> columns) {
            /** Setups that can be of interest: a page that tells more apart is none that anybody reads. */
            private static final int MOST_SETUPS = 1000;

            static PictureDocument of(Picture picture, Dataset held) {
                List<String> setups = picture.interest().setups();
                return new PictureDocument(
                        picture.id(),
                        picture.title(),
                        picture.says(),
                        picture.alternative(),
                        picture.notes(),
                        picture.crowd().word(),
                        picture.most(),
                        picture.interest().most(),
                        setups.size() <= MOST_SETUPS ? setups : setups.subList(0, MOST_SETUPS),
                        picture.interest().words(),
                        Resource.json("pictures/" + picture.id() + ".json"),
                        picture.rows().size(),
                        held.written());
            }
        }
    }
}
