package org.spindlebench.jobs.probe.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.jobs.device.ProbeSettings;
import org.spindlebench.jobs.probe.yarn.NodeProbe.DeviceTurn;
import org.spindlebench.jobs.probe.yarn.ProbePlaces.SmallFiles;
import org.spindlebench.jobs.probe.yarn.WantedHosts.WantedDevices;

class DeviceTurnTest {
    @TempDir
    Path directory;

    @Test
    void the_first_directory_that_can_be_written_is_taken_or_what_yarn_gave_below_one() throws IOException {
        String there = Files.createDirectory(directory.resolve("there")).toString();
        String gone = directory.resolve("gone").toString();
        String granted = gone + "/usercache/me/appcache/app_1";
        assertThat(DeviceTurn.choose(Arrays.asList(gone, there), Collections.<String>emptyList()))
                .isEqualTo(there);
        assertThat(DeviceTurn.choose(Arrays.asList(gone, there), Collections.singletonList(granted)))
                .isEqualTo(granted);
        assertThat(DeviceTurn.choose(Collections.singletonList(gone), Collections.singletonList(there)))
                .isEqualTo(gone);
    }

    @Test
    void devices_and_settings_survive_as_text() {
        WantedDevices devices = new WantedDevices();
        devices.add("n1", Arrays.asList("/d1/hdfs", "/d1"));
        devices.add("n1", Collections.singletonList("/d 2"));
        devices.add("n2", Collections.singletonList("/d1"));
        WantedDevices read = WantedDevices.parse(devices.toString());
        assertThat(read.of("n1")).containsExactly(Arrays.asList("/d1/hdfs", "/d1"), Collections.singletonList("/d 2"));
        assertThat(read.of("n3")).isEmpty();
        ProbeSettings settings = new ProbeSettings.Builder()
                .fileBytes(1 << 26)
                .randomBlocks(Arrays.asList(4096, 1 << 20))
                .threads(3)
                .seed(-5)
                .limit(Duration.ofMinutes(7))
                .fullest(80)
                .build();
        assertThat(ProbeSettings.parse(settings.text()).text())
                .isEqualTo(settings.text())
                .isEqualTo("67108864 1048576 10000000000 3 -5 420000 0 80 4096 1048576");
        assertThatThrownBy(() -> ProbeSettings.parse("64")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void what_killed_measurements_have_left_is_listed_and_removed() throws Exception {
        Path data = Files.createDirectory(directory.resolve("data"));
        Path left = Files.createDirectory(data.resolve("spindle-devices-1"));
        Files.write(left.resolve("data"), new byte[9]);
        Files.createFile(left.resolve("lock"));
        FileSystem fs = FileSystem.getLocal(new Configuration());
        ProbePlaces places = new ProbePlaces(directory.resolve("probe").toString());
        WantedDevices devices = new WantedDevices();
        devices.add("n1", Collections.singletonList(data.toString()));
        devices.add("n1", Collections.singletonList(directory.resolve("gone").toString()));
        SmallFiles.write(fs, places.devices(), devices.toString());

        DeviceTurn turn = new DeviceTurn(fs, places, "n1");
        turn.run(ProbeKeys.LIST_LEFT);
        assertThat(SmallFiles.read(fs, places.measured() + "/n1")).isEqualTo("left\t" + left + "\n");
        assertThat(left.resolve("data")).exists();

        turn.run(ProbeKeys.REMOVE_LEFT);
        assertThat(SmallFiles.read(fs, places.measured() + "/n1")).isEqualTo("left\t" + left + "\n");
        assertThat(data).isEmptyDirectory();

        turn.run(ProbeKeys.REMOVE_LEFT);
        assertThat(SmallFiles.read(fs, places.measured() + "/n1")).isEmpty();
    }
}
