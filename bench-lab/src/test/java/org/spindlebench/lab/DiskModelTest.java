package org.spindlebench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongSupplier;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.lab.DiskModel.DiskRequest;
import org.spindlebench.lab.DiskModel.Next;
import org.spindlebench.runner.lab.EmulatedDisk;
import org.spindlebench.runner.lab.LabState.Way;

class DiskModelTest {
    private static final long GB = 1_000_000_000;
    private static final double MB = 1e6;
    private static final int KIB = 1 << 10;
    private static final long MILLI = 1_000_000;
    private static final Offset<Double> PERCENT = within(0.01);

    private static final EmulatedDisk PLATTERS =
            new EmulatedDisk("hdd-1", 100 * GB, true, 120 * MB, 120 * MB, 1, 8 * MILLI, 1, 0, 0, List.of(), List.of());

    private static EmulatedDisk flash(long latency, int parallel) {
        return new EmulatedDisk(
                "ssd-1", 100 * GB, false, 500 * MB, 250 * MB, 1, latency, parallel, 0, 0, List.of(), List.of());
    }

    private static DiskModel paced(EmulatedDisk disk, Way way) {
        DiskModel model = new DiskModel(disk);
        model.pace(way);
        return model;
    }

    /** Clients that each keep one request waiting, on a simulated clock. */
    private static final class Clients {
        private final DiskModel model;
        private final boolean write;
        private final int length;
        private final LongSupplier offsets;
        private final long pause;
        private final List<DiskRequest> waiting = new ArrayList<>();
        private long now;

        /** @param pause the nanoseconds from an answer to the next request */
        Clients(DiskModel model, boolean write, int length, LongSupplier offsets, long pause) {
            this.model = model;
            this.write = write;
            this.length = length;
            this.offsets = offsets;
            this.pause = pause;
        }

        /** Returns the bytes per second of so many clients that make so many requests on one place. */
        double rate(int clients, int requests) {
            for (int i = 0; i < clients; i++) {
                waiting.add(next());
            }
            int served = 0;
            while (served < requests) {
                Next chosen = model.next(waiting, now);
                now = Math.max(now, chosen.at());
                if (chosen.index() >= 0) {
                    waiting.remove(chosen.index());
                    served++;
                    now += pause;
                    waiting.add(next());
                }
            }
            return (double) served * length / (now / 1e9);
        }

        private DiskRequest next() {
            return new DiskRequest(write, offsets.getAsLong(), length, now);
        }
    }

    private static LongSupplier sequential(int length) {
        long[] at = {-length};
        return () -> at[0] += length;
    }

    private static LongSupplier random(long size, int length) {
        Random random = new Random(7);
        return () -> random.nextLong(size / length) * length;
    }

    @ParameterizedTest
    @CsvSource({"64, 1", "64, 8", "1024, 1", "1024, 8"})
    void plattersMoveSequentialBytesAtTheirRate(int kib, int clients) {
        Clients reading = new Clients(paced(PLATTERS, Way.NONE), false, kib * KIB, sequential(kib * KIB), 0);
        assertThat(reading.rate(clients, 4000) / (120 * MB)).isCloseTo(1, PERCENT);
    }

    @ParameterizedTest
    @CsvSource({"64, 1", "64, 8", "1024, 1", "1024, 8"})
    void plattersSeekBeforeEachRandomRequest(int kib, int clients) {
        int length = kib * KIB;
        Clients writing = new Clients(paced(PLATTERS, Way.NONE), true, length, random(90 * GB, length), 0);
        double described = length / (0.008 + length / (120 * MB));
        assertThat(writing.rate(clients, 4000) / described).isCloseTo(1, PERCENT);
    }

    @Test
    void requestsOfOneStreamMayComeOutOfOrder() {
        DiskModel model = paced(PLATTERS, Way.NONE);
        long[] count = {-1};
        // Pairs are exchanged: 1, 0, 3, 2 and so on.
        LongSupplier exchanged = () -> {
            count[0]++;
            return (count[0] ^ 1) * 64 * KIB;
        };
        double rate = new Clients(model, false, 64 * KIB, exchanged, 0).rate(6, 8000);
        assertThat(rate / (120 * MB)).isCloseTo(1, PERCENT);
        assertThat(model.seeks()).isEqualTo(1);
    }

    @Test
    void aGapThatNobodyFillsCostsASeekLater() {
        DiskModel model = paced(PLATTERS, Way.NONE);
        long[] at = {0};
        // Every second block of a stream is left out.
        LongSupplier skipping = () -> at[0] += 128 * KIB;
        double rate = new Clients(model, false, 64 * KIB, skipping, 0).rate(8, 4000);
        double described = 64 * KIB / (0.008 + 64 * KIB / (120 * MB));
        // The gaps of the last 200 ms are not charged yet.
        assertThat(rate / described).isBetween(0.99, 1.06);
    }

    @Test
    void aPauseBetweenRequestsIsCreditedAsFarAsItIsTheWay() {
        long pause = 400_000;
        double without =
                new Clients(paced(PLATTERS, Way.NONE), false, 64 * KIB, sequential(64 * KIB), pause).rate(1, 4000);
        Way way = new Way(pause, pause, pause, pause);
        double with = new Clients(paced(PLATTERS, way), false, 64 * KIB, sequential(64 * KIB), pause).rate(1, 4000);
        assertThat(without / (120 * MB)).isLessThan(0.6);
        assertThat(with / (120 * MB)).isCloseTo(1, PERCENT);
    }

    @Test
    void aCreditMakesNoDiskFasterThanDescribed() {
        long second = 1_000 * MILLI;
        Way far = new Way(second, second, second, second);
        double rate = new Clients(paced(PLATTERS, far), false, 64 * KIB, sequential(64 * KIB), 0).rate(1, 40_000);
        assertThat(rate / (120 * MB)).isBetween(0.99, 1.06);
    }

    @Test
    void theInnerEdgeOfPlattersIsSlower() {
        EmulatedDisk disk =
                new EmulatedDisk("hdd-1", GB, true, 200 * MB, 200 * MB, 0.5, 0, 1, 0, 0, List.of(), List.of());
        double outer = new Clients(paced(disk, Way.NONE), false, 1 << 20, () -> 0, 0).rate(1, 100);
        double inner = new Clients(paced(disk, Way.NONE), false, 1 << 20, () -> GB - (1 << 20), 0).rate(1, 100);
        assertThat(outer / (200 * MB)).isCloseTo(1, PERCENT);
        assertThat(inner / (100 * MB)).isCloseTo(1, PERCENT);
    }

    @ParameterizedTest
    @CsvSource({"false, 500", "true, 250"})
    void flashMovesBytesAtItsRateWhereverTheyAre(boolean write, int rate) {
        LongSupplier random = random(90 * GB, 64 * KIB);
        double found = new Clients(paced(flash(0, 8), Way.NONE), write, 64 * KIB, random, 0).rate(8, 4000);
        assertThat(found / (rate * MB)).isCloseTo(1, PERCENT);
    }

    @Test
    void latenciesOfFlashOverlap() {
        // 4 KiB take 8 us at 500 MB/s. One at a time, each takes 108 us.
        LongSupplier random = random(90 * GB, 4 * KIB);
        double alone = new Clients(paced(flash(100_000, 8), Way.NONE), false, 4 * KIB, random, 0).rate(1, 4000);
        double eight = new Clients(paced(flash(100_000, 8), Way.NONE), false, 4 * KIB, random, 0).rate(8, 4000);
        assertThat(alone / (4 * KIB / 108.192e-6)).isCloseTo(1, PERCENT);
        assertThat(eight / alone).isGreaterThan(6);
    }

    @Test
    void aCacheIsSpentAndFillsAgainWhenIdle() {
        EmulatedDisk disk = new EmulatedDisk(
                "ssd-1", 100 * GB, false, 500 * MB, 500 * MB, 1, 0, 1, GB, 100 * MB, List.of(), List.of());
        DiskModel model = paced(disk, Way.NONE);
        Clients writing = new Clients(model, true, 1 << 20, sequential(1 << 20), 0);
        // While 1 GB is written in 2 s, 0.2 GB leave the cache: 1.25 GB are written at the full rate.
        assertThat(writing.rate(1, 900) / (500 * MB)).isCloseTo(1, PERCENT);
        double begin = writing.now / 1e9;
        writing.rate(1, 1000);
        double later = 1000 * (1 << 20) / (writing.now / 1e9 - begin);
        assertThat(later / MB).isBetween(100.0, 160.0);
        writing.waiting.clear();
        writing.now += 20_000 * MILLI;
        begin = writing.now / 1e9;
        writing.rate(1, 900);
        assertThat(900 * (1 << 20) / (writing.now / 1e9 - begin) / (500 * MB)).isCloseTo(1, PERCENT);
    }

    @Test
    void pausesBetweenRequestsDoNotSpendACacheTwice() {
        EmulatedDisk disk = new EmulatedDisk(
                "ssd-1", 100 * GB, false, 500 * MB, 500 * MB, 1, 0, 1, GB, 100 * MB, List.of(), List.of());
        Clients writing = new Clients(paced(disk, Way.NONE), true, 1 << 20, sequential(1 << 20), MILLI / 10);
        writing.rate(1, 1300);
        double begin = writing.now / 1e9;
        writing.waiting.clear();
        writing.rate(1, 1000);
        assertThat(1000 * (1 << 20) / (writing.now / 1e9 - begin) / (100 * MB)).isCloseTo(1, PERCENT);
    }

    @Test
    void nothingCostsTimeBeforeThePaceIsSet() {
        DiskModel model = new DiskModel(PLATTERS);
        assertThat(model.next(List.of(new DiskRequest(false, 5 * GB, 1 << 20, 3)), 9))
                .isEqualTo(new Next(0, 3));
        model.pace(Way.NONE);
        assertThat(model.next(List.of(new DiskRequest(false, 5 * GB, 1 << 20, 3)), 9)
                        .at())
                .isGreaterThan(8 * MILLI);
        model.unpace(5);
        assertThat(model.next(List.of(new DiskRequest(false, 5 * GB, 1 << 20, 3)), 9))
                .isEqualTo(new Next(0, 8));
    }
}
