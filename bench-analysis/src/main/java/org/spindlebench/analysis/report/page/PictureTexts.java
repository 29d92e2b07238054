package org.spindlebench.analysis.report.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/**
 * The pictures of a page as JSON, together below a size: of more rows than there is room for each holds some, the largest giving up the most. What is left out
 * each picture says itself.
 */
final class PictureTexts {
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
