package org.spindlebench.runner.conf;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.spindlebench.analysis.document.NearestName;

/**
 * The names of Hadoop's settings. Hadoop takes many a setting under an old name, too: unless both count as one, runs that
 * differ in the setting would be taken for repeats.
 */
public final class HadoopKeys {
    private static final String OLD_NAMES = "old-keys.properties";

    /** In Hadoop's jars, with the defaults. */
    private static final List<String> LISTS = List.of("mapred-default.xml", "hdfs-default.xml", "yarn-default.xml");

    /** Of keys with these beginnings the lists are nearly complete. */
    private static final Pattern LISTED = Pattern.compile("(?:mapreduce|dfs|yarn)\\..*");

    /** Those of TeraSort and its kind are in no list. */
    private static final Pattern OF_EXAMPLES = Pattern.compile("mapreduce\\.(?:terasort|randomwriter|bbp)\\..*");

    private static final Pattern NUMBER = Pattern.compile("-?\\d+(?:\\.\\d+)?(?:[eE]-?\\d+)?");

    /** Hadoop takes 0x10, 128m and 30s for numbers; a reference such as ${a.b} may be one. */
    private static final Pattern MAY_BE_A_NUMBER = Pattern.compile(
            "[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE]-?\\d+)?\\s*[a-zA-Z]{0,2}|0[xX]\\p{XDigit}+|.*\\$\\{.*");

    private HadoopKeys() {}

    /** The name that Hadoop itself uses for a setting, which is mostly the same one. */
    public static String current(String key) {
        return Old.NAMES.getProperty(key, key);
    }

    /** Why a setting probably has no effect, or another than meant; empty where it is fine, or Hadoop's lists are not at hand. */
    public static Optional<String> warning(String key, String value) {
        Map<String, String> known = Known.DEFAULTS;
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
        boolean numeric = NUMBER.matcher(known.get(key)).matches();
        return numeric && !MAY_BE_A_NUMBER.matcher(value.trim()).matches()
                ? Optional.of(key + "=" + value + ": not a number, and Hadoop's default is one (" + known.get(key)
                        + "); jobs may fail, or go on with the default")
                : Optional.empty();
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

    /** All of Hadoop's lists, and what old names stand for; empty without Hadoop on the class path. */
    private static Map<String, String> defaults() {
        Map<String, String> defaults = new TreeMap<>();
        for (String list : LISTS) {
            try (InputStream in = HadoopKeys.class.getClassLoader().getResourceAsStream(list)) {
                if (in == null) {
                    return Map.of();
                }
                read(in, defaults);
            } catch (IOException | XMLStreamException unreadable) {
                // What helps against slips of the keyboard keeps nobody from running.
                return Map.of();
            }
        }
        Old.NAMES.values().forEach(name -> defaults.putIfAbsent(name.toString(), ""));
        return defaults;
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

    /** Read when first needed. */
    private static final class Old {
        private static final Properties NAMES = oldNames();
    }

    /** Read when first needed: half a megabyte of XML. */
    private static final class Known {
        private static final Map<String, String> DEFAULTS = defaults();
    }

    /** How values of Hadoop settings are compared. */
    public static final class HadoopValue {
        private static final Pattern UNCLEAR = Pattern.compile("\\$\\{|(?i:redacted)");

        private HadoopValue() {}

        /** Equal as text, or as numbers: Hadoop's web services turn 2.0 into 2. */
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

        /** Whether a value tells nothing as it stands: it refers to another setting, or a secret was taken out of it. */
        public static boolean isUnclear(String value) {
            return UNCLEAR.matcher(value).find();
        }
    }
}
