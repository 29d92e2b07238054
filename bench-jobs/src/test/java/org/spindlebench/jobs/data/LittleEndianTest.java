package org.spindlebench.jobs.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.invoke.MethodHandle;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.spindlebench.jobs.base.SplitMix;
import org.spindlebench.jobs.data.RandomWords.LittleEndian;

class LittleEndianTest {
    private static final byte[] EXPECTED = {0, 0, 0, 8, 7, 6, 5, 4, 3, 2, 1, 0};

    @Test
    void all_ways_put_the_lowest_byte_first() throws Throwable {
        for (MethodHandle put : List.of(LittleEndian.byUnsafe(), LittleEndian.byVarHandle(), LittleEndian.byBuffer())) {
            byte[] bytes = new byte[12];
            put.invokeExact(bytes, 3, 0x0102030405060708L);
            assertThat(bytes).isEqualTo(EXPECTED);
        }
        byte[] bytes = new byte[12];
        LittleEndian.put(bytes, 3, 0x0102030405060708L);
        assertThat(bytes).isEqualTo(EXPECTED);
    }

    @Test
    void bounds_are_checked() {
        byte[] bytes = new byte[12];
        assertThatCode(() -> LittleEndian.check(bytes, 4, 8)).doesNotThrowAnyException();
        int[][] outside = {{5, 8}, {-1, 8}, {0, -1}, {12, 1}, {Integer.MAX_VALUE, 8}, {8, Integer.MAX_VALUE}};
        for (int[] part : outside) {
            assertThatThrownBy(() -> LittleEndian.check(bytes, part[0], part[1]))
                    .isInstanceOf(IndexOutOfBoundsException.class);
        }
    }

    @Test
    void words_write_nothing_beyond_the_room_they_ask_for() {
        SplitMix random = new SplitMix(1, 1);
        for (int count = 1; count <= 9; count++) {
            int words = count;
            int room = RandomWords.room(count);
            byte[] buffer = new byte[room + 5];
            assertThatCode(() -> RandomWords.write(buffer, 5, words, random)).doesNotThrowAnyException();
            assertThatThrownBy(() -> RandomWords.write(buffer, 6, words, random))
                    .isInstanceOf(IndexOutOfBoundsException.class);
        }
    }
}
