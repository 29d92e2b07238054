package org.spindlebench.handover;

import java.util.regex.Pattern;
import org.spindlebench.handover.MadeUpNames.NameKind;

/** The treatment of the value of a field, or of the key of a map, in a bundle. */
enum FieldRule {
    /** Numbers and truth values are copied. */
    NUMBER,
    /** A word that Spindle, Hadoop or the kernel chose is copied. */
    WORD("[A-Za-z][A-Za-z0-9 ._/+-]{0,60}"),
    /** An instant is copied. */
    TIME("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z?"),
    /** An id of YARN, MapReduce, a boot or a device, or a digest, is copied. */
    ID("(?:application|job|attempt|container|task)_[0-9emr_]+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{64}"
            + "|\\d+:\\d+"),
    /** The key of a group of counters of Hadoop, Spark or Spindle is copied. */
    COUNTERS("org\\.(?:apache\\.hadoop|apache\\.spark|spindlebench)\\.[A-Za-z0-9_.$]+|Shuffle Errors"),
    /** The name of a counter is copied. */
    COUNTER("[A-Z][A-Z0-9_]{0,80}"),
    /** The kind of a pressure that the kernel reports is copied. */
    PRESSURE("(?:cpu|io|memory|irq)\\.(?:some|full)"),
    /** A factor of the hardware is copied. */
    FACTOR("disk|network"),
    /** The name of one of Spindle's metrics is copied. */
    METRIC("mapOutputRatio|reduceSkew"),
    /** A plain number in a text is copied. */
    VALUE("[+-]?\\d{1,20}(?:\\.\\d{1,20})?(?:[eE]-?\\d{1,3})?|true|false"),
    /** The name of a product, with its version, is copied without names of hosts and users. */
    PRODUCT("[A-Za-z0-9 _.,+()/:@#-]{1,120}"),
    /** Lower-case words and Hadoop's names are copied without names of hosts and users. Other texts become values. */
    PHRASE("(?:[a-z_ ,:-]|HDFS|YARN|SUCCESS|TestDFSIO|TeraGen|TeraValidate|NodeManager|DataNode){1,80}"),
    /** The kernel's name of a device or a network interface is copied. Any other name becomes a made-up name. */
    DEVICE(
            "(?:sd|vd|xvd|hd)[a-z]{1,3}\\d{0,3}|nvme\\d+n\\d+(?:p\\d+)?|(?:md|dm-|loop|mmcblk|nbd|zd|pmem|sr|ram)\\d+(?:p\\d+)?"
                    + "|lo|(?:eth|ib|bond|ifb|dummy|em)\\d+|en[opsx][0-9a-f][0-9a-z]{0,12}"),
    /** A name that the user chose for reports is copied without names of hosts and users. */
    LABEL,
    HOST,
    USER,
    QUEUE,
    PATH,
    /** A setting, by the list of settings. */
    SETTING,
    /** If a way has an argument, such as {@code command=...}, only the way is copied. */
    WAY,
    /** A text becomes a fixed one. */
    TEXT,
    /** Nothing is copied. */
    OUT;

    private static final String LEFT_OUT = "(text left out of the bundle)";

    /** The form of a value that is copied; null if the form alone does not decide. */
    // A pattern is immutable.
    @SuppressWarnings("ImmutableEnumChecker")
    private final Pattern form;

    FieldRule() {
        form = null;
    }

    FieldRule(String form) {
        this.form = Pattern.compile(form);
    }

    /**
     * Returns the value for the bundle.
     *
     * @param key the key of the value in its map; of no use outside maps
     * @return null if the bundle omits the field
     */
    String of(String key, String text, MadeUpNames names) {
        return switch (this) {
            case NUMBER, OUT -> null;
            case TEXT -> LEFT_OUT;
            case HOST -> names.host(text);
            case USER -> names.of(NameKind.USER, text);
            case QUEUE -> names.queue(text);
            case PATH -> names.path(text);
            case LABEL -> names.label(text);
            case PRODUCT -> has(text) ? names.withoutNames(text) : null;
            case PHRASE -> has(text) ? names.withoutNames(text) : names.of(NameKind.VALUE, text);
            case DEVICE -> has(text) ? text : names.of(NameKind.DEVICE, text);
            case SETTING -> KnownSettings.value(key, text, names);
            case WAY -> text.replaceFirst("=.*", "").replaceAll("[^a-z]", "");
            default -> has(text) ? text : null;
        };
    }

    /** Returns the key of a map as the bundle contains it; null if the bundle omits the map's entry. */
    String key(String key, MadeUpNames names) {
        return this == SETTING ? KnownSettings.key(key) : of("", key, names);
    }

    private boolean has(String text) {
        return form.matcher(text).matches();
    }
}
