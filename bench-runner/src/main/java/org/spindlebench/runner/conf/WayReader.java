package org.spindlebench.runner.conf;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.spindlebench.runner.conf.SetupWay.Hook;

/** Reads the way in which a setup is brought about. */
final class WayReader {
    static final List<String> KEYS = List.of(
            "kind",
            "policy",
            "label",
            "apply",
            "apply_limit",
            "verify",
            "verify_limit",
            "restore",
            "restore_limit",
            "healthy_limit");

    /** Daemons restart, and a large NameNode takes its time. */
    private static final Duration CHANGE_LIMIT = Duration.ofMinutes(30);

    /** Longer than the ten minutes for which YARN and HDFS believe in a daemon that has gone. */
    private static final Duration HEALTHY_LIMIT = Duration.ofMinutes(15);

    private static final Duration VERIFY_LIMIT = Duration.ofMinutes(5);
    private static final Pattern LABEL = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,254}");

    /** The ways, and what each may say. */
    private enum Kind {
        EMBEDDED("embedded"),
        POLICY("policy", "policy"),
        LABEL("label", "label"),
        COMMAND(
                "command",
                "apply",
                "apply_limit",
                "verify",
                "verify_limit",
                "restore",
                "restore_limit",
                "healthy_limit"),
        AS_IS("as-is", "verify", "verify_limit");

        private final String word;

        // A copy that nobody changes.
        @SuppressWarnings("ImmutableEnumChecker")
        private final List<String> keys;

        Kind(String word, String... keys) {
            this.word = word;
            this.keys = List.of(keys);
        }

        static List<String> words() {
            return Arrays.stream(values()).map(kind -> kind.word).toList();
        }

        static Kind parse(String text) throws NotUnderstoodException {
            String known = Words.of("way", words()).parse(text);
            return values()[words().indexOf(known)];
        }

        /** Ways that have a key. */
        static List<String> having(String key) {
            return Arrays.stream(values())
                    .filter(kind -> kind.keys.contains(key))
                    .map(kind -> kind.word)
                    .toList();
        }
    }

    private final StrictMap map;
    private final Problems problems;

    /** The ways. */
    static List<String> kinds() {
        return Kind.words();
    }

    /** The ways that have a key. */
    static List<String> kindsWith(String key) {
        return Kind.having(key);
    }

    private WayReader(StrictMap map, Problems problems) {
        this.map = map;
        this.problems = problems;
    }

    /** The way in a map; empty, with problems, when it is not understood. */
    static Optional<SetupWay> read(StrictMap map, Problems problems) {
        map.require("kind", "as-is");
        return map.value("kind", Kind::parse).flatMap(kind -> new WayReader(map, problems).way(kind));
    }

    private Optional<SetupWay> way(Kind kind) {
        refuseKeysOfOthers(kind);
        return switch (kind) {
            case EMBEDDED -> Optional.of(new SetupWay.Embedded());
            case POLICY -> {
                map.require("policy", "ALL_SSD");
                yield map.value("policy", StoragePolicy::parse).map(SetupWay.Policy::new);
            }
            case LABEL -> {
                map.require("label", "ssd");
                yield map.value("label", WayReader::label).map(SetupWay.Label::new);
            }
            case COMMAND -> commands();
            case AS_IS -> Optional.of(new SetupWay.AsIs(asItIs()));
        };
    }

    private void refuseKeysOfOthers(Kind kind) {
        for (String key : KEYS) {
            if (map.has(key) && !key.equals("kind") && !kind.keys.contains(key)) {
                List<String> allowed = new ArrayList<>(List.of("kind"));
                allowed.addAll(kind.keys);
                problems.add(Problem.at(map.locationOf(key), key, "is no key of the way `" + kind.word + "`")
                        .withValue(map.value(key, text -> text).orElse(""))
                        .withAllowed(String.join(", ", allowed))
                        .withRemedy("remove it, or write `kind: " + String.join("` or `kind: ", kindsWith(key)) + "`"));
            }
        }
    }

    private Optional<SetupWay> commands() {
        map.require("apply", "ansible-playbook hdd-6.yml");
        map.require("verify", "ansible-playbook hdd-6.yml --check");
        map.require("restore", "ansible-playbook as-before.yml");
        Optional<Hook> apply = hook("apply", CHANGE_LIMIT);
        Optional<Hook> verify = hook("verify", VERIFY_LIMIT);
        Optional<Hook> restore = hook("restore", CHANGE_LIMIT);
        Duration healthy = map.value("healthy_limit", TimeSpan::parse).orElse(HEALTHY_LIMIT);
        boolean complete = apply.isPresent() && verify.isPresent() && restore.isPresent();
        return complete
                ? Optional.of(new SetupWay.Commands(apply.get(), verify.get(), restore.get(), healthy))
                : Optional.empty();
    }

    private Hook asItIs() {
        if (map.has("verify_limit") && !map.isMeant("verify")) {
            problems.add(
                    Problem.at(map.locationOf("verify_limit"), "verify_limit", "limits a command that is not there")
                            .withRemedy("remove it, or add `verify`"));
        }
        return hook("verify", VERIFY_LIMIT).orElse(null);
    }

    private Optional<Hook> hook(String key, Duration usual) {
        Duration limit = map.value(key + "_limit", TimeSpan::parse).orElse(usual);
        return map.value(key, WayReader::command).map(command -> new Hook(command, limit));
    }

    private static String command(String text) throws NotUnderstoodException {
        if (text.isBlank()) {
            throw new NotUnderstoodException("a command is missing", "a command for `sh -c`", "");
        }
        return text;
    }

    private static String label(String text) throws NotUnderstoodException {
        if (!LABEL.matcher(text).matches()) {
            throw new NotUnderstoodException(
                    "not a node label of YARN", "up to 255 letters, digits, `-` and `_`, a letter or digit first", "");
        }
        return text;
    }
}
