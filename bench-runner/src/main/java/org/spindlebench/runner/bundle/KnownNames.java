package org.spindlebench.runner.bundle;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.JsonObject;

/**
 * The names of a campaign's hosts, domains, users and addresses, each with the made-up name that replaces it. Names are
 * in lower case. Made-up names have the order of the names that they replace.
 */
final class KnownNames {
    private static final int FIRST_V4 = 240 << 24;
    private static final String FIRST_V6 = "100::";

    /** Names that are replaced wherever they stand by themselves. */
    private final Map<String, String> plain = new HashMap<>();

    /** Names that are words of records, too. They are replaced only in places of names. */
    private final Map<String, String> words = new TreeMap<>();

    private final Map<InetAddress, String> addresses = new HashMap<>();
    private final Set<String> heads = new HashSet<>();
    private final SortedMap<String, SortedSet<String>> hosts = new TreeMap<>();
    private final SortedMap<String, String> domains = new TreeMap<>();
    private final SortedMap<String, String> users = new TreeMap<>();
    private final Set<String> vocabulary;
    private int mostParts = 1;

    /**
     * The names as they were found.
     *
     * @param hosts short names and fully qualified ones
     * @param vocabulary words of the documents, which a name may equal by chance
     */
    record FoundNames(
            Set<String> hosts,
            Set<String> domains,
            Set<String> users,
            Set<InetAddress> addresses,
            Set<String> vocabulary) {}

    KnownNames(FoundNames found) {
        this.vocabulary = found.vocabulary();
        Set<String> originals = Stream.of(found.hosts(), found.domains(), found.users())
                .flatMap(Set::stream)
                .collect(Collectors.toSet());
        addHosts(found.hosts(), prefix("host", originals));
        number(found.domains(), prefix("domain", originals), domains);
        number(found.users(), prefix("user", originals), users);
        domains.forEach((made, domain) -> add(domain, made));
        users.forEach((made, user) -> add(user, made));
        addAddresses(found.addresses());
    }

    /** Returns the beginning of made-up names, which no name of the campaign has. */
    private static String prefix(String word, Set<String> originals) {
        String prefix = word + "-";
        for (int other = 2; isTaken(prefix, originals); other++) {
            prefix = word + other + "-";
        }
        return prefix;
    }

    private static boolean isTaken(String prefix, Set<String> originals) {
        return originals.stream().anyMatch(name -> name.startsWith(prefix));
    }

    private static void number(Collection<String> names, String prefix, Map<String, String> into) {
        int number = 0;
        for (String name : new TreeSet<>(names)) {
            number++;
            into.put(made(prefix, number, names.size()), name);
        }
    }

    private static String made(String prefix, int number, int most) {
        String digits = Integer.toString(number);
        int width = Math.max(2, Integer.toString(most).length());
        return prefix + "0".repeat(width - digits.length()) + digits;
    }

    /** A short name stands for the only host whose full name begins with it. */
    private void addHosts(Set<String> names, String prefix) {
        Map<String, SortedSet<String>> byShort = new TreeMap<>();
        names.forEach(name ->
                byShort.computeIfAbsent(shortOf(name), any -> new TreeSet<>()).add(name));
        SortedMap<String, SortedSet<String>> forms = new TreeMap<>();
        byShort.forEach((shortName, all) -> {
            SortedSet<String> full = new TreeSet<>(all);
            full.remove(shortName);
            if (full.size() < 2) {
                SortedSet<String> one = new TreeSet<>(all);
                one.add(shortName);
                forms.put(all.last(), one);
            } else {
                all.forEach(name -> forms.put(name, new TreeSet<>(Set.of(name))));
            }
        });
        int number = 0;
        for (SortedSet<String> host : forms.values()) {
            number++;
            String made = made(prefix, number, forms.size());
            hosts.put(made, Collections.unmodifiableSortedSet(host));
            host.forEach(form -> add(form, made));
        }
    }

    private static String shortOf(String host) {
        int dot = host.indexOf('.');
        return dot < 0 ? host : host.substring(0, dot);
    }

    private void add(String name, String made) {
        if (name.chars().noneMatch(Character::isLetter)) {
            return;
        }
        if (isWord(name)) {
            words.putIfAbsent(name, made);
            return;
        }
        String[] parts = name.split("[._-]+", -1);
        plain.putIfAbsent(name, made);
        heads.add(parts[0]);
        mostParts = Math.max(mostParts, parts.length);
    }

    private boolean isWord(String name) {
        return name.length() < 3 || (name.chars().allMatch(Character::isLetter) && vocabulary.contains(name));
    }

    private void addAddresses(Set<InetAddress> found) {
        Comparator<InetAddress> numeric = (one, other) -> {
            int byLength = Integer.compare(one.getAddress().length, other.getAddress().length);
            return byLength != 0 ? byLength : Arrays.compareUnsigned(one.getAddress(), other.getAddress());
        };
        int number = 0;
        for (InetAddress address : found.stream().sorted(numeric).toList()) {
            String made = madeLike(address, ++number);
            while (Addresses.parse(made).filter(found::contains).isPresent()) {
                made = madeLike(address, ++number);
            }
            addresses.put(address, made);
        }
    }

    private static String madeLike(InetAddress address, int number) {
        if (!(address instanceof Inet4Address)) {
            return FIRST_V6 + Integer.toHexString(number);
        }
        int bits = FIRST_V4 + number;
        return (bits >>> 24) + "." + ((bits >> 16) & 255) + "." + ((bits >> 8) & 255) + "." + (bits & 255);
    }

    /** Returns the made-up name; null if this is no name that is replaced everywhere. */
    String plain(String lowerCase) {
        return plain.get(lowerCase);
    }

    /** Checks whether a name that is replaced everywhere begins with this part. */
    boolean isHead(String lowerCase) {
        return heads.contains(lowerCase);
    }

    /** Returns the most parts, separated by {@code .}, {@code -} or {@code _}, of a name. */
    int mostParts() {
        return mostParts;
    }

    /** Returns the made-up names of names that are also words. */
    Map<String, String> words() {
        return words;
    }

    /** Returns the made-up address; the address itself if it is unknown. */
    String address(InetAddress address) {
        return addresses.getOrDefault(address, address.getHostAddress());
    }

    boolean contains(InetAddress address) {
        return addresses.containsKey(address);
    }

    /** Returns all names that are replaced everywhere. */
    Set<String> plainNames() {
        return plain.keySet();
    }

    /** Returns which made-up name stands for which names. */
    JsonObject json() {
        SortedMap<String, String> byMade = new TreeMap<>();
        addresses.forEach((address, made) -> byMade.put(made, address.getHostAddress()));
        return new JsonObject()
                .with("schema", 1)
                .with("hosts", hosts)
                .with("domains", domains)
                .with("users", users)
                .with("addresses", byMade);
    }
}
