package org.spindlebench.jobs.device;

import java.io.IOException;
import java.nio.file.FileStore;
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
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.spindlebench.jobs.device.Engine.Access;
import org.spindlebench.jobs.probe.layout.Finding;
import org.spindlebench.jobs.probe.layout.LayoutReader;

/** A directory to measure, and the devices below it. Immutable. */
final class TargetDirectory {
    /** The kind of the finding that describes a target directory. */
    static final String KIND = "place";

    /** The kind of a finding about a failure outside of measurements. */
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

    /** Returns the target directories in the given order, without duplicates. */
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

    /** Returns the path as it was given. */
    String directory() {
        return directory;
    }

    Path path() {
        return Paths.get(directory);
    }

    /** Returns the devices that count its requests, by name in {@code /proc/diskstats}; empty if unknown. */
    List<String> devices() {
        return list(attributes.get("devices"));
    }

    /** Returns the paths to the directory's disk if there are several, because some kernels count requests there. */
    List<String> paths() {
        return paths;
    }

    /** Checks whether the directory is in memory, without a device below it. */
    boolean liesInMemory() {
        return attributes.getOrDefault("noDevice", "").endsWith(IN_MEMORY);
    }

    /** Returns a name equal for directories on the same devices or, if these are unknown, on the same file system. */
    String device() throws IOException {
        return devices().isEmpty()
                ? "file system " + Files.getAttribute(path(), "unix:dev")
                : attributes.get("devices");
    }

    /** Returns the reason why the probe's file cannot be written here; null if it can. */
    String refusal(ProbeSettings settings) throws IOException {
        if (!directory.startsWith("/")) {
            return "it is not absolute";
        }
        if (!Files.isDirectory(path())) {
            return Files.exists(path()) ? "it is not a directory" : "it does not exist";
        }
        if (!Files.isWritable(path())) {
            return "this user cannot write to it";
        }
        FileStore store = Files.getFileStore(path());
        return Room.refusal(store.getTotalSpace(), store.getUsableSpace(), settings);
    }

    /** The space that the probe's file needs in a file system. */
    static final class Room {
        private static final int PERCENT = 100;

        private Room() {}

        /**
         * Returns the reason why there is no space for the file; null if there is space.
         *
         * @param size the bytes of the file system
         * @param free the bytes that this user can still write
         */
        static String refusal(long size, long free, ProbeSettings settings) {
            long bytes = settings.fileBytes();
            long needed = bytes + bytes / 10;
            if (free < needed) {
                return free + " bytes are free, and " + needed + " are needed: the file and 10 %";
            }
            double full = size <= 0 ? 0 : PERCENT * (1 - (free - bytes) / (double) size);
            return full <= settings.fullest()
                    ? null
                    : String.format(
                            Locale.ROOT,
                            "with the file, %.1f %% of the file system would be in use, and at most %d %% may be",
                            full,
                            settings.fullest());
        }
    }

    /** @param accessReason why access is not direct; null if it is direct */
    Finding finding(Access access, String accessReason) {
        SortedMap<String, String> said = described();
        said.put("access", access.text());
        if (accessReason != null) {
            said.put("accessReason", accessReason);
        }
        return new Finding(KIND, directory, said);
    }

    /** Returns the finding for a directory that cannot be measured. */
    Finding refused(String error) {
        SortedMap<String, String> said = described();
        said.put("error", error);
        return new Finding(KIND, directory, said);
    }

    /** Returns the finding for a failure outside of measurements. */
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
