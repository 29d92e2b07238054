package org.spindlebench.analysis.layout;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What a device is for.
 *
 * @param device its name
 * @param type as {@link Device#type()}
 * @param roles of the directories on it, and on what lies on it
 * @param system whether {@code /}, logs, the JDK or swap are on it, or on what lies on it
 */
public record DeviceRole(String device, String type, SortedSet<String> roles, boolean system) {
    public DeviceRole {
        roles = new TreeSet<>(roles);
    }

    /** Such as {@code hdfs+shuffle+system}; {@code none} where nothing is on it. */
    public String text() {
        List<String> all = new ArrayList<>(roles);
        if (system) {
            all.add("system");
        }
        return all.isEmpty() ? "none" : String.join("+", all);
    }
}
