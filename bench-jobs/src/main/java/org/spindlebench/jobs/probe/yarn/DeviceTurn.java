package org.spindlebench.jobs.probe.yarn;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.fs.FileSystem;
import org.spindlebench.jobs.device.DeviceProbe;
import org.spindlebench.jobs.device.ProbeSettings;
import org.spindlebench.jobs.probe.layout.Finding;
import org.spindlebench.jobs.probe.layout.FindingText;

/** Measures the devices of the node that its container runs on, once, and leaves what it found in HDFS. */
final class DeviceTurn {
    private final FileSystem fs;
    private final ProbePlaces places;
    private final String host;

    DeviceTurn(FileSystem fs, ProbePlaces places, String host) {
        this.fs = fs;
        this.places = places;
        this.host = host;
    }

    /**
     * Measures. A container in place of one that ended meanwhile says so instead: what ended one may end all.
     *
     * @param settings of {@link ProbeKeys#DEVICES}
     */
    void run(String settings) throws IOException, InterruptedException {
        List<Finding> findings = new ArrayList<>();
        String begun = places.measured() + "/" + ProbePlaces.begun(host);
        if (fs.exists(new org.apache.hadoop.fs.Path(begun))) {
            findings.add(problem("the container that measured was ended; see its log"));
        } else {
            SmallFiles.mark(fs, begun);
            try {
                new DeviceProbe(ProbeSettings.parse(settings)).run(directories(), findings::add);
            } catch (IOException | IllegalArgumentException e) {
                findings.add(problem(String.valueOf(e.getMessage())));
            }
        }
        StringBuilder text = new StringBuilder();
        for (Finding finding : findings) {
            FindingText.append(finding, text);
        }
        SmallFiles.write(fs, places.measured() + "/" + host, text.toString());
    }

    /** Where another container measures this node. */
    void leaveToAnother() throws IOException {
        SmallFiles.write(fs, places.measured() + "/" + host, "");
    }

    private Finding problem(String reason) {
        SortedMap<String, String> said = new TreeMap<>();
        said.put("reason", reason);
        return new Finding("problem", host, said);
    }

    private List<String> directories() throws IOException {
        String granted = System.getenv("LOCAL_DIRS");
        List<String> own = granted == null ? Collections.<String>emptyList() : Arrays.asList(granted.split(","));
        List<String> chosen = new ArrayList<>();
        for (List<String> device :
                WantedDevices.parse(SmallFiles.read(fs, places.devices())).of(host)) {
            chosen.add(choose(device, own));
        }
        return chosen;
    }

    /**
     * The first that can be written; of a local directory of YARN's else what it gave this container below it.
     *
     * @param own directories of this container
     */
    static String choose(List<String> candidates, List<String> own) {
        for (String candidate : candidates) {
            Path path = Paths.get(candidate);
            if (Files.isDirectory(path) && Files.isWritable(path)) {
                return candidate;
            }
            for (String granted : own) {
                if (Paths.get(granted).startsWith(path)) {
                    return granted;
                }
            }
        }
        return candidates.get(0);
    }
}
