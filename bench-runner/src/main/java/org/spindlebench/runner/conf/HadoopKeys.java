package org.spindlebench.runner.conf;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.spindlebench.analysis.document.FileFailure;
import org.spindlebench.analysis.document.NearestName;

/**
 * Contains the names of Hadoop's settings. Hadoop also accepts old names for many settings. Both names are treated as
 * one; otherwise, runs that differ in such a setting would be treated as repeats.
 */
public final class HadoopKeys {
    private static final String OLD_NAMES = "old-keys.properties";

    /** The files in Hadoop's jars that list settings and their defaults. */
    private static final List<String> LISTS = List.of("mapred-default.xml", "hdfs-default.xml", "yarn-default.xml");

    /** Matches keys with a prefix for which the lists are nearly complete. */
    private static final Pattern LISTED = Pattern.compile("(?:mapreduce|dfs|yarn)\\..*");

    /** Matches the keys of TeraSort and other examples, which are not in any list. */
    private static final Pattern OF_EXAMPLES = Pattern.compile("mapreduce\\.(?:terasort|randomwriter|bbp)\\..*");

    private static final Pattern NUMBER = Pattern.compile("-?\\d+(?:\\.\\d+)?(?:[eE]-?\\d+)?");

    /**
     * Matches values that may be numbers. Hadoop accepts 0x10, 128m and 30s, and a reference such as ${a.b} may have a
     * number as its value.
     */
    private static final Pattern MAY_BE_A_NUMBER = Pattern.compile(
            "[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE]-?\\d+)?\\s*[a-zA-Z]{0,2}|0[xX]\\p{XDigit}+|.*\\$\\{.*");

    private HadoopKeys() {}

    /** Returns Hadoop's current name for a setting, which is usually the given name. */
    public static String current(String key) {
        return Old.NAMES.getProperty(key, key);
    }

    /** Returns Hadoop's default for a key; empty if its lists do not have the key, or are not on the class path. */
    static Optional<String> listedDefault(String key) {
        return Optional.ofNullable(Known.DEFAULTS.get(key));
    }

    /** Returns why a setting probably has no effect or an unintended effect; empty if there is no reason or no list. */
    public static Optional<String> warning(String key, String value) {
        Map<String, String> known = Known.DEFAULTS;
        if (!known.isEmpty() && !key.contains(".") && !key.startsWith("tmp")) {
            return Optional.of(
                    key + ": Hadoop has no setting with this name; only a program of yours can read the" + " setting");
        }
        if (known.isEmpty()
                || !LISTED.matcher(key).matches()
                || OF_EXAMPLES.matcher(key).matches()) {
            return Optional.empty();
        }
        if (!known.containsKey(key)) {
            return Optional.of(key + ": Hadoop lists no such setting, and ignores names that it does not know"
                    + NearestName.of(key, known.keySet())
                            .map(name -> "; did you mean " + name + "?")
                            .orElse(""));
        }
        return notANumber(key, value)
                .map(reason -> key + "=" + value + ": " + reason + "; jobs may fail or use the default");
    }

    /** Returns a reason if a value cannot be a number, although the default in Hadoop's lists is a number. */
    static Optional<String> notANumber(String key, String value) {
        return listedDefault(key)
                .filter(usual -> NUMBER.matcher(usual).matches())
                .filter(usual -> !MAY_BE_A_NUMBER.matcher(value.trim()).matches())
                .map(usual -> "not a number, although Hadoop's default is one (" + usual + ")");
    }

    private static Properties oldNames() {
        Properties names = new Properties();
        try (InputStream in = HadoopKeys.class.getResourceAsStream(OLD_NAMES)) {
            names.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException("the jar lacks " + OLD_NAMES, e);
        }
        return names;
    }

    /** Returns Hadoop's listed keys, and the current names for old names; empty if Hadoop is not on the class path. */
    private static Map<String, String> defaults() {
        Map<String, String> defaults = new TreeMap<>();
        for (String list : LISTS) {
            try (InputStream in = HadoopKeys.class.getClassLoader().getResourceAsStream(list)) {
                if (in == null) {
                    return Map.of();
                }
                read(in, defaults);
            } catch (IOException | XMLStreamException unreadable) {
                // This check for typing errors must not prevent a run.
                return Map.of();
            }
        }
        Old.NAMES.values().forEach(name -> defaults.putIfAbsent(name.toString(), ""));
        return defaults;
    }

    /** Returns why a file of settings cannot be read as XML; empty if it can, or if it is not a regular file. */
    public static Optional<String> refusal(Path file) {
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        XMLInputFactory factory = XMLInputFactory.newInstance();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
        try (InputStream in = Files.newInputStream(file)) {
            XMLStreamReader xml = factory.createXMLStreamReader(in);
            while (xml.hasNext()) {
                xml.next();
            }
            return Optional.empty();
        } catch (XMLStreamException e) {
            int line = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNumber());
            return Optional.of("not XML, which Hadoop's files are: see line " + line);
        } catch (IOException e) {
            return Optional.of("cannot be read: " + FileFailure.of(e));
        }
    }

    private static void read(InputStream in, Map<String, String> defaults) throws XMLStreamException {
        XMLInputFactory factory = XMLInputFactory.newInstance();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        XMLStreamReader xml = factory.createXMLStreamReader(in);
        String name = "";
        while (xml.hasNext()) {
            if (xml.next() == XMLStreamReader.START_ELEMENT) {
                if (xml.getLocalName().equals("name")) {
                    name = xml.getElementText().trim();
                } else if (xml.getLocalName().equals("value")) {
                    defaults.put(name, xml.getElementText().trim());
                }
            }
        }
    }

    /** The old names, which are loaded when they are first used. */
    private static final class Old {
        private static final Properties NAMES = oldNames();
    }

    /** The lists of settings. They are loaded on first use, because they are half a megabyte of XML. */
    private static final class Known {
        private static final Map<String, String> DEFAULTS = defaults();
    }

    /** Compares values of Hadoop settings. */
    public static final class HadoopValue {
        private static final Pattern UNCLEAR = Pattern.compile("\\$\\{|(?i:redacted)");

        private HadoopValue() {}

        /** Checks whether values are equal as text or as numbers, because Hadoop's web services turn 2.0 into 2. */
        public static boolean same(String value, String other) {
            if (value == null || other == null) {
                return value == null && other == null;
            }
            String left = value.trim();
            String right = other.trim();
            if (left.equals(right)) {
                return true;
            }
            try {
                return Double.parseDouble(left) == Double.parseDouble(right);
            } catch (NumberFormatException words) {
                return false;
            }
        }

        /** Checks whether a value is unclear, because it refers to another setting or a secret was removed from it. */
        public static boolean isUnclear(String value) {
            return UNCLEAR.matcher(value).find();
        }
    }

    /** The daemons that report their settings ({@code /conf}), by the beginnings of their keys. */
    public enum Daemon {
        NODE_MANAGER("NodeManagers", List.of("yarn.nodemanager.", "mapreduce.shuffle.")),
        DATA_NODE("DataNodes", List.of("dfs.datanode.")),
        RESOURCE_MANAGER("the ResourceManager", List.of("yarn.resourcemanager.", "yarn.scheduler."));

        /** The keys whose values follow from the devices, or that are in a file of their own. */
        private static final List<String> OTHERS =
                List.of("yarn.nodemanager.local-dirs", "dfs.datanode.data.dir", "yarn.scheduler.capacity.");

        private final String label;
        // List.of makes immutable lists.
        @SuppressWarnings("ImmutableEnumChecker")
        private final List<String> beginnings;

        Daemon(String label, List<String> beginnings) {
            this.label = label;
            this.beginnings = beginnings;
        }

        public String label() {
            return label;
        }

        /** Returns the daemons that a setup may demand a key of; empty if there are none. */
        public static Optional<Daemon> of(String key) {
            return OTHERS.stream().anyMatch(key::startsWith)
                    ? Optional.empty()
                    : Arrays.stream(values())
                            .filter(daemon -> daemon.beginnings.stream().anyMatch(key::startsWith))
                            .findFirst();
        }

        /** Returns the beginnings of all keys that a setup may demand. */
        static List<String> allBeginnings() {
            return Arrays.stream(values())
                    .flatMap(daemon -> daemon.beginnings.stream())
                    .toList();
        }
    }
}
