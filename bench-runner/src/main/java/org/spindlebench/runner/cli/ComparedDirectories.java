package org.spindlebench.runner.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.node.NodeLayout.Device;
import org.spindlebench.analysis.node.NodeLayout.Directory;
import org.spindlebench.jobs.probe.layout.LayoutReader;
import org.spindlebench.runner.campaign.ChosenSetup;
import org.spindlebench.runner.conf.Experiment;
import org.spindlebench.runner.conf.ExperimentReader;
import org.spindlebench.runner.conf.FileSafeName;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.SetupReader;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.options.CompareArguments;
import org.spindlebench.runner.probe.Layouts;

/**
 * The directories of {@code --compare}: an experiment with a setup for each, on a cluster that Spindle starts there.
 *
 * @param directories the directories by the names of their setups, the baseline first
 * @param hdfs the directory of HDFS under all setups; empty if each setup has HDFS in its own directory
 * @param here the properties of all of these directories, as this machine reports them
 */
record ComparedDirectories(Map<String, Path> directories, Optional<Path> hdfs, DirectoryLayout here) {
    /** The suite that is made for such a comparison. */
    static final String SUITE = "hour";

    /** One DataNode, because several DataNodes on one directory would only write each block several times. */
    static final int DATA_NODES = 1;

    private static final String NAME = "compare";
    private static final int VISITS = 4;

    /**
     * Reads the option. If any part is wrong, adds all problems and returns empty.
     *
     * @param texts NAME=DIR for each directory
     * @param hdfs the directory of HDFS under all setups; empty if each setup has HDFS in its own directory
     */
    static Optional<ComparedDirectories> read(
            List<String> texts, Optional<Path> hdfs, CliContext context, Problems problems) {
        Map<String, Path> directories = new LinkedHashMap<>();
        Set<String> names = new HashSet<>();
        Problems own = new Problems();
        for (String text : texts) {
            readOne(text, directories, names, context, own);
        }
        if (texts.size() < 2) {
            own.add(problem("one directory: nothing to compare it with", String.join(",", texts))
                    .withRemedy(
                            "write two or more, such as " + CompareArguments.OPTION + " hdd=/mnt/hdd,ssd=/mnt/ssd"));
        }
        List<Path> all = new ArrayList<>(directories.values());
        hdfs.ifPresent(all::add);
        ComparedDirectories compared = new ComparedDirectories(directories, hdfs, DirectoryLayout.of(all));
        compared.refuseOneDevice(own);
        own.list().forEach(problems::add);
        return own.isEmpty() ? Optional.of(compared) : Optional.empty();
    }

    private static void readOne(
            String text, Map<String, Path> to, Set<String> names, CliContext context, Problems problems) {
        int equals = text.indexOf('=');
        if (equals < 1 || equals == text.length() - 1) {
            problems.add(problem("not NAME=DIR", text)
                    .withRemedy("give each directory a name for the results, such as ssd=/mnt/ssd"));
            return;
        }
        try {
            String name = FileSafeName.parse(text.substring(0, equals).trim());
            Optional<Path> path = context.path(
                    CompareArguments.OPTION, text.substring(equals + 1).trim(), problems);
            if (path.isEmpty()) {
                return;
            }
            if (!names.add(name)) {
                problems.add(problem("two directories have the name " + name, text)
                        .withRemedy("give one of the two another name"));
            }
            if (!Files.isDirectory(path.get())) {
                problems.add(problem("no such directory", text).withRemedy("mount the device there, or make it"));
            } else if (!Files.isWritable(path.get())) {
                problems.add(problem("you may not write to this directory", text)
                        .withRemedy("name a directory of yours on the device"));
            } else {
                to.putIfAbsent(name, path.get());
            }
        } catch (NotUnderstoodException e) {
            problems.add(e.at(Problem.Location.COMMAND_LINE, CompareArguments.OPTION, text));
        }
    }

    private static Problem problem(String reason, String value) {
        return Problem.ofOption(CompareArguments.OPTION, reason).withValue(value);
    }

    private void refuseOneDevice(Problems problems) {
        List<Map.Entry<String, Path>> all = new ArrayList<>(directories.entrySet());
        for (int i = 0; i < all.size(); i++) {
            Map.Entry<String, Path> one = all.get(i);
            here.refusal(one.getValue())
                    .ifPresent(reason -> problems.add(problem(reason, one.getKey() + "=" + one.getValue())
                            .withRemedy("name a directory on a device of this machine")));
            for (Map.Entry<String, Path> other : all.subList(i + 1, all.size())) {
                here.shared(one.getValue(), other.getValue())
                        .ifPresent(device -> problems.add(problem(
                                        one.getKey() + " and " + other.getKey() + " are both on " + device
                                                + ": nothing would differ between them",
                                        one.getValue() + ", " + other.getValue())
                                .withRemedy(
                                        "name directories on two devices. To compare file systems of one disk, write a"
                                                + " setup's file for each (`init setup`)")));
            }
            hdfs.flatMap(place -> here.shared(place, one.getValue()))
                    .ifPresent(device -> problems.add(Problem.ofOption(
                                    "--local",
                                    "HDFS would be on " + device + ", as " + one.getKey()
                                            + " is, and would slow down only that directory")
                            .withValue(hdfs.get().toString())
                            .withRemedy("name a directory on another device for HDFS with --data-dirs DIR")));
        }
    }

    /** Returns the text of the experiment's file. */
    String text(String suite, String cold) {
        return """
                # Written by Spindle for --compare.
                name: %s
                description: %s
                suite: %s
                setups: [%s]
                visits: %d
                %s""".formatted(
                NAME,
                quoted(directories.entrySet().stream()
                        .map(each -> each.getKey() + " is " + each.getValue())
                        .collect(Collectors.joining(", "))),
                quoted(suite),
                directories.keySet().stream().map(ComparedDirectories::quoted).collect(Collectors.joining(", ")),
                VISITS,
                cold.isEmpty() ? "" : "cold: " + cold + "\n");
    }

    Optional<Experiment> experiment(String text, Problems problems) {
        return ExperimentReader.read(ExperimentFiles.COMMAND_LINE, text, problems);
    }

    /** Returns the setups, as if they had been read from files. */
    List<ChosenSetup> setups(Problems problems) {
        List<ChosenSetup> setups = new ArrayList<>();
        directories.forEach((name, directory) -> {
            String text = setupText(name, directory);
            SetupReader.read(ExperimentFiles.COMMAND_LINE, text, problems)
                    .ifPresent(setup -> setups.add(new ChosenSetup(name, Optional.of(setup), text)));
        });
        return setups;
    }

    private String setupText(String name, Path directory) {
        String shuffle = "shuffle_directories: [" + quoted(directory.resolve("spindle-shuffle")) + "]";
        Path place = hdfs.orElse(directory);
        String ofHdfs = "hdfs_directories: [" + quoted(place.resolve("spindle-hdfs")) + "]";
        String devices = hdfs.isPresent()
                ? "  hdfs: {kind: " + here.kind(place) + ", count: 1, storage: DISK, " + ofHdfs + "}\n  disk: {kind: "
                        + here.kind(directory) + ", count: 1, " + shuffle + "}"
                : "  disk: {kind: " + here.kind(directory) + ", count: 1, storage: DISK, " + ofHdfs + ", " + shuffle
                        + "}";
        return """
                # Written by Spindle for --compare.
                name: %s
                description: %s
                devices:
                %s
                hdfs: [%s]
                shuffle: [disk]
                way: {kind: embedded}
                """.formatted(
                        quoted(name),
                        quoted((hdfs.isPresent() ? "The shuffle in " : "HDFS and the shuffle in ") + directory),
                        devices,
                        hdfs.isPresent() ? "hdfs" : "disk");
    }

    private static String quoted(Object text) {
        return "\"" + text.toString().replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    /** The properties of directories, as this machine reports them. */
    record DirectoryLayout(Map<Path, Directory> places, NodeLayout layout) {
        static DirectoryLayout of(List<Path> directories) {
            List<String> paths =
                    directories.stream().map(Path::toString).distinct().toList();
            NodeLayout layout =
                    Layouts.of("this machine", new LayoutReader(Path.of("/")).read(Map.of("device", paths)), null);
            Map<Path, Directory> places = new LinkedHashMap<>();
            layout.directories().forEach(place -> places.put(Path.of(place.path()), place));
            return new DirectoryLayout(places, layout);
        }

        /** Returns the kind of the device below a directory, as setups name it. */
        String kind(Path directory) {
            Directory place = places.get(directory);
            if (place == null || isInMemory(place)) {
                return place == null ? "ssd" : "ram";
            }
            boolean platters = place.disks().stream()
                    .map(layout::device)
                    .anyMatch(disk -> disk != null
                            && disk.hardware() != null
                            && Boolean.TRUE.equals(disk.hardware().rotational()));
            return platters ? "hdd" : place.disks().stream().anyMatch(disk -> disk.startsWith("nvme")) ? "nvme" : "ssd";
        }

        private static boolean isInMemory(Directory place) {
            return place.noDevice() != null && place.noDevice().endsWith("in memory");
        }

        /** Returns why nothing can be measured in a directory; empty if it can. */
        Optional<String> refusal(Path directory) {
            Directory place = places.get(directory);
            return place == null || place.noDevice() == null || isInMemory(place)
                    ? Optional.empty()
                    : Optional.of("not on a device of this machine: " + place.noDevice());
        }

        /** Returns the disk or the file system that two directories share; empty if they share none. */
        Optional<String> shared(Path one, Path other) {
            Set<String> disks = new HashSet<>(disks(one));
            disks.retainAll(disks(other));
            if (!disks.isEmpty()) {
                return Optional.of(disks.stream()
                        .sorted()
                        .map(disk -> {
                            Device device = layout.device(disk);
                            String model = device == null || device.hardware() == null
                                    ? null
                                    : device.hardware().model();
                            return model == null ? "/dev/" + disk : "/dev/" + disk + " (" + model.trim() + ")";
                        })
                        .collect(Collectors.joining(" and ")));
            }
            try {
                boolean same = Files.getAttribute(one, "unix:dev").equals(Files.getAttribute(other, "unix:dev"));
                Directory place = places.get(one);
                String where = place == null || place.mountPoint() == null ? "" : " mounted at " + place.mountPoint();
                return same ? Optional.of("the file system" + where) : Optional.empty();
            } catch (IOException | UnsupportedOperationException unknown) {
                return Optional.empty();
            }
        }

        private List<String> disks(Path directory) {
            Directory place = places.get(directory);
            return place == null ? List.of() : place.disks();
        }
    }
}
