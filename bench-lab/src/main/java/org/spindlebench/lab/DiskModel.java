package org.spindlebench.lab;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.spindlebench.runner.lab.EmulatedDisk;
import org.spindlebench.runner.lab.LabState.Way;

/**
 * Computes when each request to one disk is done. All instants are nanoseconds of one clock, which the caller reads.
 *
 * <p>A request costs its bytes divided by the rate. With platters there is one head: a request elsewhere costs a seek
 * first. Several threads of the kernel deliver the requests of one sequential stream out of order, so the model looks
 * among the waiting requests for the request that continues at the head. {@code docs/laboratory.md} has the rules.
 *
 * <p>A flash device serves several requests at once: their latencies overlap, and their bytes share the rate.
 */
final class DiskModel {
    /** A head waits this long for the next request of a sequential stream while others wait. */
    static final long HOLD = 4_000_000;

    /** With at least this many requests waiting, a short distance forward counts as disorder of one stream. */
    static final int CROWD = 3;

    /** The greatest distance forward, in bytes, that counts as disorder. */
    static final long NEAR = 16L << 20;

    /** A gap that no request fills for this long was no disorder. It costs a seek. */
    static final long GAP_LIMIT = 200_000_000;

    /** The distance before the place of a seek within which the first requests of its stream may still come. */
    static final long LANDING = 1L << 20;

    private static final long NEVER = Long.MIN_VALUE;

    private static final double SECOND = 1e9;

    private final EmulatedDisk disk;
    private final List<Gap> gaps = new ArrayList<>();
    /** The instant at which each of the places for requests becomes free. */
    private final long[] places;
    /** The instant at which the last byte is moved. */
    private long moved = NEVER;

    private long head = -1;
    /** Whether the last request that moved the head continued there. */
    private boolean streaming;
    /** The instant at which the head began to wait for the next request of its stream. */
    private long held = NEVER;
    /** The time for gaps that no request has paid yet. */
    private long owed;

    private double cached;
    private long cachedAt;
    private Way way = Way.NONE;
    private boolean paced;
    /** The nanoseconds of every request while there is no pace. */
    private long same;

    private long seeks;

    DiskModel(EmulatedDisk disk) {
        this.disk = disk;
        this.places = new long[disk.parallel()];
        Arrays.fill(places, NEVER);
    }

    /**
     * A request.
     *
     * @param arrived the instant at which the request arrived
     */
    record DiskRequest(boolean write, long offset, int length, long arrived) {
        long end() {
            return offset + length;
        }
    }

    /**
     * What to do next.
     *
     * @param index the place of the request to serve in the list of waiting requests; -1 if none is due
     * @param at the instant at which the request is done; without a request, the instant at which the caller must ask
     *     again
     */
    record Next(int index, long at) {}

    /**
     * A part that requests may still fill without a seek.
     *
     * @param until the instant until which requests may fill it
     * @param costs whether the gap costs a seek if no request fills it
     */
    private record Gap(long from, long to, long until, boolean costs) {}

    /** From now on, requests cost time. Each request began before it arrived, by its time on the way. */
    void pace(Way onTheWay) {
        way = onTheWay;
        paced = true;
    }

    /** From now on, every request takes the same time, at any place and of any kind. */
    void unpace(long nanos) {
        paced = false;
        same = nanos;
    }

    /** Returns the number of seeks that were charged. */
    long seeks() {
        return seeks;
    }

    /**
     * Chooses the request to serve next.
     *
     * @param waiting the waiting requests in the order of arrival, at least one
     */
    Next next(List<DiskRequest> waiting, long now) {
        if (!paced) {
            return new Next(0, waiting.get(0).arrived() + same);
        }
        if (!disk.platters()) {
            return new Next(0, serve(waiting.get(0), disk.seekNanos()));
        }
        long due = charges(now);
        int inOrder = continuing(waiting);
        if (inOrder >= 0) {
            return new Next(inOrder, move(waiting.get(inOrder), due));
        }
        int filling = filling(waiting);
        if (filling >= 0) {
            DiskRequest request = waiting.get(filling);
            fill(request);
            return new Next(filling, serve(request, due));
        }
        boolean waited = streaming && held != NEVER && now >= held + HOLD;
        int near = waiting.size() >= CROWD || waited ? nearest(waiting) : -1;
        if (near >= 0) {
            DiskRequest request = waiting.get(near);
            gaps.add(new Gap(head, request.offset(), now + GAP_LIMIT, true));
            head = request.end();
            return new Next(near, serve(request, due));
        }
        if (streaming && !waited) {
            owed = due;
            held = held == NEVER ? now : held;
            return new Next(-1, held + HOLD);
        }
        return jump(waiting, now, due);
    }

    private Next jump(List<DiskRequest> waiting, long now, long due) {
        int first = firstOfItsRun(waiting);
        DiskRequest request = waiting.get(first);
        seeks++;
        long done = serve(request, due + disk.seekNanos());
        long before = Math.max(0, request.offset() - LANDING);
        gaps.removeIf(gap -> !gap.costs());
        gaps.add(new Gap(before, request.offset(), now + GAP_LIMIT, false));
        head = request.end();
        streaming = false;
        return new Next(first, done);
    }

    private long move(DiskRequest request, long due) {
        long done = serve(request, due);
        head = request.end();
        streaming = true;
        return done;
    }

    /** Returns the seeks in nanoseconds for gaps that no request filled in time, and removes these gaps. */
    private long charges(long now) {
        long due = owed;
        owed = 0;
        for (Iterator<Gap> open = gaps.iterator(); open.hasNext(); ) {
            Gap gap = open.next();
            if (gap.until() < now) {
                open.remove();
                seeks += gap.costs() ? 1 : 0;
                due += gap.costs() ? disk.seekNanos() : 0;
            }
        }
        return due;
    }

    private int continuing(List<DiskRequest> waiting) {
        for (int i = 0; i < waiting.size(); i++) {
            if (waiting.get(i).offset() == head) {
                return i;
            }
        }
        return -1;
    }

    private int filling(List<DiskRequest> waiting) {
        for (int i = 0; i < waiting.size(); i++) {
            if (gapOf(waiting.get(i)) != null) {
                return i;
            }
        }
        return -1;
    }

    private Gap gapOf(DiskRequest request) {
        for (Gap gap : gaps) {
            if (request.offset() >= gap.from() && request.end() <= gap.to()) {
                return gap;
            }
        }
        return null;
    }

    private void fill(DiskRequest request) {
        Gap gap = gapOf(request);
        gaps.remove(gap);
        if (gap.from() < request.offset()) {
            gaps.add(new Gap(gap.from(), request.offset(), gap.until(), gap.costs()));
        }
        if (request.end() < gap.to()) {
            gaps.add(new Gap(request.end(), gap.to(), gap.until(), gap.costs()));
        }
    }

    private int nearest(List<DiskRequest> waiting) {
        int found = -1;
        long least = NEAR;
        for (int i = 0; i < waiting.size(); i++) {
            long forward = waiting.get(i).offset() - head;
            if (head >= 0 && forward >= 0 && forward <= least) {
                found = i;
                least = forward;
            }
        }
        return found;
    }

    /** Returns the first of the adjacent waiting requests to which the oldest request belongs. */
    private static int firstOfItsRun(List<DiskRequest> waiting) {
        int first = 0;
        for (int found = first; found >= 0; ) {
            first = found;
            found = -1;
            for (int i = 0; i < waiting.size(); i++) {
                if (waiting.get(i).end() == waiting.get(first).offset()) {
                    found = i;
                }
            }
        }
        return first;
    }

    /** Returns when a request is done that needs some time before its first byte. */
    private long serve(DiskRequest request, long before) {
        int place = 0;
        for (int i = 1; i < places.length; i++) {
            place = places[i] < places[place] ? i : place;
        }
        long begun = Math.max(places[place], request.arrived() - way.nanos(request.write(), request.length())) + before;
        long first = Math.max(begun, moved);
        long done = first + Math.round(request.length() / rate(request, first) * SECOND);
        places[place] = done;
        held = NEVER;
        moved = done;
        return done;
    }

    /** Returns the bytes per second of a request. */
    private double rate(DiskRequest request, long now) {
        double nominal = request.write() ? disk.writeRate() : disk.readRate();
        double share = 1 + (disk.innerShare() - 1) * request.offset() / disk.size();
        if (disk.cache() == 0 || !request.write()) {
            return nominal * share;
        }
        double drained = cached - Math.max(0, now - cachedAt) / SECOND * disk.rateAfterCache();
        cachedAt = now;
        cached = Math.max(0, drained) + request.length();
        return cached - request.length() >= disk.cache() ? disk.rateAfterCache() : nominal;
    }
}
