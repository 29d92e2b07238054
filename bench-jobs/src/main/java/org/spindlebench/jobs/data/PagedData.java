package org.spindlebench.jobs.data;

import org.spindlebench.jobs.synthetic.SplitMix;

/** Data that are made a page at a time, each page from a random stream of its own. */
abstract class PagedData implements FileData {
    private static final long NONE = -1;

    private final int pageBytes;
    private final byte[] page;
    private final long fileSeed;
    private long held = NONE;

    /**
     * @param pageBytes bytes of a page
     * @param slackBytes bytes that {@link #make} may write behind a page
     */
    PagedData(long seed, int file, int pageBytes, int slackBytes) {
        this.fileSeed = new SplitMix(seed, file).next();
        this.pageBytes = pageBytes;
        this.page = new byte[pageBytes + slackBytes];
    }

    @Override
    public final void fill(long offset, byte[] buffer, int length) {
        int at = 0;
        while (at < length) {
            long number = (offset + at) / pageBytes;
            if (number != held) {
                make(number, new SplitMix(fileSeed, number), page);
                held = number;
            }
            int skip = (int) ((offset + at) % pageBytes);
            int some = Math.min(pageBytes - skip, length - at);
            System.arraycopy(page, skip, buffer, at, some);
            at += some;
        }
    }

    /** Fills the page of a number, with the page's own stream; the page is always the same array. */
    abstract void make(long number, SplitMix random, byte[] into);
}
