package org.spindlebench.jobs.probe.layout;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MountsTest {
    private static final String TEXT = """
            20 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
            21 20 8:17 / /data rw,noatime shared:2 master:3 - xfs /dev/sdb1 rw,attr2
            22 21 8:33 / /data/1 rw - xfs /dev/sdc1 rw
            23 20 8:49 / /with\\040blank rw - xfs /dev/sdd1 rw
            24 20 8:65 /sub/tree /bound rw - ext4 /dev/sde1 rw
            25 23 8:81 / /with\\040blank rw - xfs /dev/sdf1 rw
            26 20 8:97 / /a/b rw - xfs /dev/sdg1 rw
            27 20 8:113 / /a rw - xfs /dev/sdh1 rw
            no mount at all
            30 20 8:2 / /c rw shared:1
            """;

    @ParameterizedTest
    @CsvSource({
        "/, 8:1",
        "/home, 8:1",
        "/data, 8:17",
        "/data/2/dfs, 8:17",
        "/data/1, 8:33",
        "/data/1/dfs, 8:33",
        "/database, 8:1",
        "/bound/x, 8:65",
        "/c, 8:1"
    })
    void the_mount_nearest_to_a_path_holds_it(String path, String number) {
        assertThat(new Mounts(TEXT).of(path).majorMinor()).isEqualTo(number);
    }

    @Test
    void of_two_mounts_at_one_point_the_later_holds() {
        assertThat(new Mounts(TEXT).of("/with blank/x").majorMinor()).isEqualTo("8:81");
        String twice = "20 1 8:1 / / rw - ext4 a rw\n21 20 8:2 / /d rw - ext4 b rw\n22 20 8:3 / /d rw - ext4 c rw\n";
        assertThat(new Mounts(twice).of("/d").majorMinor()).isEqualTo("8:3");
    }

    @Test
    void a_mount_farther_up_hides_what_was_mounted_below_it_before() {
        assertThat(new Mounts(TEXT).of("/a/b/c").majorMinor()).isEqualTo("8:113");
    }

    @Test
    void the_parts_of_a_line_are_taken_after_any_number_of_optional_fields() {
        Mounts.Mount mount = new Mounts(TEXT).of("/data");
        assertThat(mount.point()).isEqualTo("/data");
        assertThat(mount.options()).isEqualTo("rw,noatime");
        assertThat(mount.type()).isEqualTo("xfs");
        assertThat(mount.source()).isEqualTo("/dev/sdb1");
        assertThat(mount.superOptions()).isEqualTo("rw,attr2");
    }

    @Test
    void where_the_mount_below_all_is_not_shown_the_longest_holds() {
        Mounts mounts = new Mounts("30 25 8:1 / /d rw - ext4 a rw\n31 26 8:2 / /d/e rw - ext4 b rw\n");
        assertThat(mounts.of("/d/e/f").majorMinor()).isEqualTo("8:2");
        assertThat(mounts.of("/other")).isNull();
    }

    @Test
    void mounts_that_hang_on_each_other_come_to_an_end() {
        Mounts mounts = new Mounts(
                "1 0 8:1 / / rw - a b rw\n2 3 8:2 / / rw - a b rw\n3 2 8:3 / / rw - a b rw\n2 1 8:4 / / rw - a b rw");
        assertThat(mounts.of("/x")).isNotNull();
    }

    @Test
    void without_the_file_nothing_is_known() {
        assertThat(new Mounts(null).of("/")).isNull();
    }

    @ParameterizedTest
    @CsvSource({"a\\040b, 'a b'", "a\\134b, 'a\\b'", "a\\04, 'a\\04'", "a\\, 'a\\'", "a\\888, 'a\\888'", "\\043x, #x"})
    void octal_escapes_are_characters(String word, String plain) {
        assertThat(Mounts.unescaped(word)).isEqualTo(plain);
    }
}
