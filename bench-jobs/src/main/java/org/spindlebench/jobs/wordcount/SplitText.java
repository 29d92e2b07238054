package org.spindlebench.jobs.wordcount;

import java.io.IOException;
import java.io.OutputStream;
import java.util.BitSet;
import org.spindlebench.jobs.synthetic.SplitMix;

/**
 * The text of one split, as a stream: base words, with the split's rare words spread evenly among them. Words are
 * separated by one space, lines end after the word that makes them 80 bytes or longer. The split has exactly its share of
 * bytes: where no further word fits, spaces and a newline end it.
 */
final class SplitText {
    private static final int LINE_BYTES = 80;
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int MAX_WORD_BYTES = BaseWords.MAX_LENGTH + 1;

    private final BaseWords base;
    private final RareWords rare;
    private final RareWords.Listing listing;
    private final SplitMix random;
    private final long share;
    private final long rareCount;
    private final long rareEvery;

    private final byte[] buffer = new byte[BUFFER_BYTES];
    private final byte[] rareWord = new byte[RareWords.LENGTH];
    private final BitSet seen;
    private int buffered;
    private int column;
    private long made;
    private long words;
    private long rareMade;
    private long nextRareAt;

    SplitText(TextConfig config, int split, long share) {
        Calibration calibration = new Calibration(config.bytes(), config.maps());
        this.base = calibration.base();
        this.rare = new RareWords(config.seed(), calibration.distinct(), calibration.repeated(), config.maps());
        this.listing = rare.listing(split);
        this.random = new SplitMix(config.seed(), split);
        this.share = share;
        this.rareCount = rare.countIn(split);
        this.rareEvery = share / rareCount;
        this.nextRareAt = rareEvery / 2;
        this.seen = new BitSet(base.count());
    }

    /** Writes until at least that many bytes, and at most the share, are made. */
    void writeUpTo(long mark, OutputStream out) throws IOException {
        while (made < mark) {
            if (buffered > buffer.length - 2 * MAX_WORD_BYTES) {
                flush(out);
            }
            nextWord();
        }
        flush(out);
    }

    long bytes() {
        return made;
    }

    long words() {
        return words;
    }

    /** Different words in this split. */
    long distinct() {
        return seen.cardinality() + rareMade;
    }

    private void nextWord() {
        if (rareMade < rareCount && made >= nextRareAt) {
            rare.spell(listing.next(), rareWord);
            append(rareWord);
            rareMade++;
            nextRareAt += rareEvery;
            return;
        }
        int rank = base.draw(random);
        byte[] word = base.word(rank);
        if (word.length + 1 > share - made) {
            pad();
            return;
        }
        seen.set(rank);
        append(word);
    }

    private void append(byte[] word) {
        System.arraycopy(word, 0, buffer, buffered, word.length);
        buffered += word.length;
        column += word.length + 1;
        made += word.length + 1;
        words++;
        boolean endOfLine = column >= LINE_BYTES || made == share;
        buffer[buffered++] = (byte) (endOfLine ? '\n' : ' ');
        column = endOfLine ? 0 : column;
    }

    /** Fewer bytes are left than the next word has: at most a word of them. */
    private void pad() {
        while (made < share) {
            made++;
            buffer[buffered++] = (byte) (made == share ? '\n' : ' ');
        }
    }

    private void flush(OutputStream out) throws IOException {
        out.write(buffer, 0, buffered);
        buffered = 0;
    }
}
