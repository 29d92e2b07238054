package org.spindlebench.handover;

import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.JsonObject;
import org.spindlebench.runner.jobs.JobCatalog;

/**
 * The names of a campaign, each with the made-up name that replaces it everywhere. This class receives all names first,
 * and then returns the made-up names, which have the order of the names. Not thread-safe.
 */
final class MadeUpNames {
    private static final Set<String> QUEUES_OF_EVERY_CLUSTER = Set.of("default", "root", "root.default");

    /** Words of labels that may also be the name of a host or a user. */
    private static final Set<String> OWN_WORDS = Stream.concat(
                    JobCatalog.names().stream().flatMap(job -> Stream.of(job.split("-", -1))),
                    Stream.of("none", "cold", "warm", "ssd", "hdd", "tera", "text", "random", "close", "true", "false"))
            .collect(Collectors.toUnmodifiableSet());

    private static final Pattern LABEL = Pattern.compile("[A-Za-z0-9 _.,+=%()-]{1,200}");
    private static final Pattern HOST_AND_PORT = Pattern.compile("(\\[[^]]+]|[^:/]+)(?:/[^:]*)?(:\\d{1,5})?");

    private final Map<NameKind, Set<String>> found = new EnumMap<>(NameKind.class);
    private final Map<NameKind, Map<String, String>> made = new EnumMap<>(NameKind.class);
    private final boolean keepsNames;
    private final Map<String, String> inTexts = new HashMap<>();
    private boolean complete;
    private Pattern anyInTexts;

    /** The things that have names. */
    enum NameKind {
        HOST,
        USER,
        QUEUE,
        PATH,
        DEVICE,
        /** The value of a setting, or of another text that is not a plain value. */
        VALUE;

        private String prefix() {
            return name().toLowerCase(Locale.ROOT) + "-";
        }
    }

    /** @param keepsNames whether names stay unchanged; values never stay unchanged */
    MadeUpNames(boolean keepsNames) {
        this.keepsNames = keepsNames;
        for (NameKind kind : NameKind.values()) {
            found.put(kind, new TreeSet<>());
            made.put(kind, new HashMap<>());
        }
    }

    /** Makes names up for all that were found. */
    void complete() {
        complete = true;
        found.forEach((kind, names) -> {
            Map<String, String> forms = kind == NameKind.HOST ? byHost(names) : same(names);
            Set<String> things = new TreeSet<>(forms.values());
            Map<String, String> numbered = new HashMap<>();
            int width = Math.max(2, Integer.toString(things.size()).length());
            things.forEach(thing -> numbered.put(
                    thing, kind.prefix() + String.format(Locale.ROOT, "%0" + width + "d", numbered.size() + 1)));
            forms.forEach((form, thing) -> made.get(kind).put(form, numbered.get(thing)));
        });
        for (NameKind kind : List.of(NameKind.QUEUE, NameKind.USER, NameKind.HOST)) {
            made.get(kind).forEach((name, one) -> inTexts.put(name.toLowerCase(Locale.ROOT), one));
        }
        inTexts.keySet()
                .removeIf(name -> OWN_WORDS.contains(name) || name.chars().allMatch(Character::isDigit));
        anyInTexts = anyOf(inTexts.keySet());
    }

    private static Map<String, String> same(Set<String> names) {
        return names.stream().collect(Collectors.toMap(name -> name, name -> name));
    }

    /** A short name and a full name belong to the same host, unless two full names begin with the short one. */
    private static Map<String, String> byHost(Set<String> names) {
        Map<String, Set<String>> fullByShort = new HashMap<>();
        names.stream().filter(name -> !shortOf(name).equals(name)).forEach(name -> fullByShort
                .computeIfAbsent(shortOf(name), any -> new TreeSet<>())
                .add(name));
        Map<String, String> hosts = new HashMap<>();
        names.forEach(name -> hosts.put(name, name));
        fullByShort.forEach((shortName, full) -> {
            if (full.size() == 1) {
                hosts.put(shortName, full.iterator().next());
            }
        });
        return hosts;
    }

    /** Returns the first part of a full name; returns an address unchanged. */
    private static String shortOf(String host) {
        int dot = host.indexOf('.');
        return dot < 0 || host.matches("[0-9.]+") ? host : host.substring(0, dot);
    }

    /** Matches each name that is not part of a word, the longest first. */
    private static Pattern anyOf(Collection<String> names) {
        return Pattern.compile(
                names.stream()
                        .sorted(Comparator.comparingInt(String::length).reversed())
                        .map(Pattern::quote)
                        .collect(Collectors.joining(
                                "|", "(?<![A-Za-z0-9])(?:", names.isEmpty() ? "(?!))" : ")(?![A-Za-z0-9])")),
                Pattern.CASE_INSENSITIVE);
    }

    /** Returns the made-up name; the name itself as long as names are collected. */
    String of(NameKind kind, String name) {
        if (keepsNames && kind != NameKind.VALUE) {
            return name;
        }
        if (!complete) {
            found.get(kind).add(name);
            return name;
        }
        return made.get(kind).get(name);
    }

    /** Returns the made-up name of a host, with the port if the text has one. */
    String host(String text) {
        if (keepsNames || text.isBlank()) {
            return text;
        }
        Matcher parts = HOST_AND_PORT.matcher(text.strip());
        boolean plain = parts.matches();
        String name = (plain ? parts.group(1) : text.strip()).replaceAll("[\\[\\]]", "");
        String host = of(NameKind.HOST, name.toLowerCase(Locale.ROOT));
        return plain && parts.group(2) != null ? host + parts.group(2) : host;
    }

    String queue(String name) {
        return QUEUES_OF_EVERY_CLUSTER.contains(name) ? name : of(NameKind.QUEUE, name);
    }

    String path(String path) {
        return keepsNames ? path : "/" + of(NameKind.PATH, path);
    }

    /** Returns a name that the user chose for reports, without names of hosts, users and queues in it. */
    String label(String text) {
        return LABEL.matcher(text).matches() ? withoutNames(text) : of(NameKind.VALUE, text);
    }

    /** Replaces the names of hosts, users and queues in a text. */
    String withoutNames(String text) {
        return complete
                ? anyInTexts
                        .matcher(text)
                        .replaceAll(name -> inTexts.get(name.group().toLowerCase(Locale.ROOT)))
                : text;
    }

    /** Returns which made-up name stands for which names. */
    JsonObject json() {
        JsonObject json = new JsonObject().with("schema", 1);
        made.forEach((kind, names) -> {
            SortedMap<String, Set<String>> byMade = new TreeMap<>();
            names.forEach((name, one) ->
                    byMade.computeIfAbsent(one, any -> new TreeSet<>()).add(name));
            json.with(kind.name().toLowerCase(Locale.ROOT) + "s", byMade);
        });
        return json;
    }
}
