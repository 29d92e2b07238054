package org.spindlebench.launcher;

/** Reads the feature number in a {@code java.version} or {@code java.specification.version} property. */
final class JavaVersion {
    /** The oldest Java version that can run the client. */
    static final int NEEDED = 17;

    private JavaVersion() {}

    /** Returns 8 for {@code 1.8.0_402}, 11 for {@code 11.0.2}, 21 for {@code 21-ea}, and 0 for no version. */
    static int feature(String version) {
        String newScheme = version.startsWith("1.") ? version.substring(2) : version;
        int end = 0;
        while (end < newScheme.length() && Character.isDigit(newScheme.charAt(end))) {
            end++;
        }
        return end == 0 || end > 9 ? 0 : Integer.parseInt(newScheme.substring(0, end));
    }

    static boolean isNewEnough(String version) {
        return feature(version) >= NEEDED;
    }
}
