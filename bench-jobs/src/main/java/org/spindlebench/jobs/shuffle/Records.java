package org.spindlebench.jobs.shuffle;

import java.io.ByteArrayOutputStream;
import org.apache.hadoop.io.Text;

/** Makes the records of one split. The sum of their framed sizes is exactly the split's share, and all of it depends on seed and split alone. */
public interface Records {
    /** The smallest share: room for a last record of a key and a value. */
    long MIN_BYTES = 64;

    /** What the records of the shuffle can be. */
    enum Kind {
        /** RandomTextWriter's, of about 655 bytes. */
        TEXT,
        /** Rows of TeraGen's form: as many, of the same size, and as far compressible as those that TeraSort shuffles. */
        TERA
    }

    /**
     * The records of a split.
     *
     * @throws IllegalArgumentException when the share is less than {@link #MIN_BYTES}
     */
    static Records of(Kind kind, long seed, int split, long share) {
        return kind == Kind.TERA ? new RowMaker(seed, split, share) : new RecordMaker(seed, split, share);
    }

    /** A share that is large enough. */
    static long checked(long share) {
        if (share < MIN_BYTES) {
            throw new IllegalArgumentException("A share of " + share + " bytes, at least " + MIN_BYTES + " are needed");
        }
        return share;
    }

    /** Keys and values of the first split's first records, one after the other; together about so many bytes. */
    static byte[] first(Kind kind, long seed, int bytes) {
        Records maker = of(kind, seed, 0, bytes);
        ByteArrayOutputStream records = new ByteArrayOutputStream(bytes);
        while (maker.made() < bytes) {
            maker.next();
            records.write(maker.key().getBytes(), 0, maker.key().getLength());
            records.write(maker.value().getBytes(), 0, maker.value().getLength());
        }
        return records.toByteArray();
    }

    /** Makes the next record. Not to be called when the whole share is made. */
    void next();

    /** Framed bytes of all records so far. */
    long made();

    /** The record's key; the same Text for all. */
    Text key();

    /** The record's value; the same Text for all. */
    Text value();
}
