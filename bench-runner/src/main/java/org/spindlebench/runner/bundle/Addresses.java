package org.spindlebench.runner.bundle;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds IPv4 and IPv6 addresses in text. Addresses that every host has, such as 127.0.0.1, are none. */
final class Addresses {
    private static final String OCTET = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";

    /** Versions of jars are none. */
    private static final Pattern V4 = Pattern.compile(
            "(?<![0-9A-Za-z])(?<!\\d\\.)" + OCTET + "(?:\\." + OCTET + "){3}(?![0-9A-Za-z])(?!\\.(?:\\d|jar\\b))");

    /** The first form is followed by a port, as old versions of Java print addresses of sockets. */
    private static final Pattern V6 = Pattern.compile("(?<![0-9A-Za-z:.])(?:"
            + "(?:[0-9A-Fa-f]{1,4}:){7}[0-9A-Fa-f]{1,4}(?=:\\d{1,5}(?![0-9A-Za-z:]))"
            + "|(?:[0-9A-Fa-f]{0,4}:){2,7}(?:(?:\\d{1,3}\\.){3}\\d{1,3}|[0-9A-Fa-f]{1,4})?(?![0-9A-Za-z:]))");

    private static final Set<String> OF_EVERY_HOST = Set.of("127.0.0.1", "0.0.0.0", "255.255.255.255");

    private Addresses() {}

    /**
     * Replaces every address.
     *
     * @param replacement returns the new text for an address
     */
    static String replaced(String text, Function<InetAddress, String> replacement) {
        if (text.indexOf('.') < 0 && text.indexOf(':') < 0) {
            return text;
        }
        return replaced(V4, replaced(V6, text, replacement), replacement);
    }

    private static String replaced(Pattern kind, String text, Function<InetAddress, String> replacement) {
        Matcher found = kind.matcher(text);
        StringBuilder out = null;
        int copied = 0;
        while (found.find()) {
            Optional<InetAddress> address = parse(found.group());
            if (address.isPresent()) {
                out = out == null ? new StringBuilder() : out;
                out.append(text, copied, found.start()).append(replacement.apply(address.get()));
                copied = found.end();
            }
        }
        return out == null ? text : out.append(text, copied, text.length()).toString();
    }

    /** Returns an address; empty if the text is none, or one of every host. Never asks a name server. */
    static Optional<InetAddress> parse(String text) {
        boolean v6 = text.indexOf(':') >= 0;
        boolean possible = v6
                ? text.contains("::") || text.matches("(?:[^:]*:){6,7}[^:]*")
                : V4.matcher(text).matches();
        if (!possible) {
            return Optional.empty();
        }
        try {
            InetAddress address = InetAddress.getByName(text);
            boolean common = address instanceof Inet4Address
                    ? OF_EVERY_HOST.contains(address.getHostAddress())
                    : address.isLoopbackAddress() || address.isAnyLocalAddress();
            return common ? Optional.empty() : Optional.of(address);
        } catch (UnknownHostException noAddress) {
            return Optional.empty();
        }
    }
}
