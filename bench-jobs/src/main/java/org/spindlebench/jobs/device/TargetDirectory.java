package org.spindlebench.jobs.device;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.spindlebench.jobs.device.Engine.Access;
import org.spindlebench.jobs.probe.layout.Finding;
import org.spindlebench.jobs.probe.layout.LayoutReader;

/** A directory that is to be measured, and what it lies on. Immutable. */
final class TargetDirectory {
    /** Of the finding that describes it. */
    static final String KIND = "place";

    /** Of a finding that says what went wrong there besides measuring. */
    static final String PROBLEM = "problem";

    private static final List<String> DESCRIBED =
            Arrays.asList("realPath", "mountPoint", "fileSystem", "devices", "disks", "noDevice", "unknown");
    private static final String IN_MEMORY = ": in memory";

    private final String directory;
    private final Map<String, String> attributes;
    private final List<String> paths;

    private TargetDirectory(String directory, Map<String, String> attributes, List<String> paths) {
        this.directory = directory;
        this.attributes = attributes;
        this.paths = paths;
    }

    /** The places of directories, each once and in their order. */
    static List<TargetDirectory> read(Collection<String> directories) {
        List<String> all = new ArrayList<>(new LinkedHashSet<>(directories));
        Map<String, Finding> found = new HashMap<>();
        Map<String, String> paths = new HashMap<>();
        for (Finding finding : new LayoutReader(Paths.get("/")).read(Collections.singletonMap("device", all))) {
            if (finding.kind().equals("directory")) {
                found.put(finding.name(), finding);
            } else if (finding.kind().equals("device")) {
                paths.put(finding.name(), finding.attributes().getOrDefault("paths", ""));
            }
        }
        List<TargetDirectory> places = new ArrayList<>();
        for (String directory : all) {
            Finding finding = found.get(directory);
            Map<String, String> attributes = finding == null ? Collections.emptyMap() : finding.attributes();
            List<String> ofDevices = new ArrayList<>();
            list(attributes.get("devices")).forEach(device -> ofDevices.addAll(list(paths.get(device))));
            places.add(new TargetDirectory(directory, attributes, ofDevices));
        }
        return places;
    }

    /** As it was given. */
    String directory() {
        return directory;
    }

    Path path() {
        return Paths.get(directory);
    }

    /** Those whose counters are its own, by the names of {@code /proc/diskstats}; empty where none is known. */
    List<String> devices() {
        return list(attributes.get("devices"));
    }

    /** To its disk where that has several: some kernels count there. */
    List<String> paths() {
        return paths;
    }

    /** Whether nothing is below it. */
    boolean isInMemory() {
        return attributes.getOrDefault("noDevice", "").endsWith(IN_MEMORY);
    }

    /** The same for two places that share their devices, or where these are not known their file system. */
    String device() throws IOException {
        return devices().isEmpty()
                ? "file system " + Files.getAttribute(path(), "unix:dev")
                : attributes.get("devices");
    }

    /**
     * Why a file cannot be written there; null where it can.
     *
     * @param bytes of the file
     */
    String refusal(long bytes) throws IOException {
        if (!directory.startsWith("/")) {
            return "it is not absolute";
        }
        if (!Files.isDirectory(path())) {
            return Files.exists(path()) ? "it is not a directory" : "it is not there";
        }
        if (!Files.isWritable(path())) {
            return "it cannot be written by this user";
        }
        long free = Files.getFileStore(path()).getUsableSpace();
        long needed = bytes + bytes / 10;
        return free >= needed ? null : free + " bytes are free, and " + needed + " are needed: the file and 10 %";
    }

    /**
     * What is known of it where it can be measured.
     *
     * @param accessReason why it is not direct; null where nothing is to be said
     */
    Finding finding(Access access, String accessReason) {
        SortedMap<String, String> said = described();
        said.put("access", access.text());
        if (accessReason != null) {
            said.put("accessReason", accessReason);
        }
        return new Finding(KIND, directory, said);
    }

    /** What is known of it where it cannot. */
    Finding refused(String error) {
        SortedMap<String, String> said = described();
        said.put("error", error);
        return new Finding(KIND, directory, said);
    }

    /** What went wrong there besides measuring. */
    Finding problem(String reason) {
        return new Finding(PROBLEM, directory, new TreeMap<>(Collections.singletonMap("reason", reason)));
    }

    private SortedMap<String, String> described() {
        SortedMap<String, String> said = new TreeMap<>(attributes);
        said.keySet().retainAll(DESCRIBED);
        return said;
    }

    private static List<String> list(String names) {
        return names == null || names.isEmpty() ? Collections.emptyList() : Arrays.asList(names.split(","));
    }
}
