package org.spindlebench.runner.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.spindlebench.runner.conf.Location;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problems;

/**
 * The options that hold for all visits of an experiment, as they were given when it was begun. Written as {@code options.json}: a visit that is
 * made after an interruption is one under the same conditions.
 *
 * @param schema version of this document
 * @param texts values by option; absent where an option was not given
 * @param embedded whether {@code --embedded} was given
 */
public record KeptArguments(int schema, Map<String, String> texts, boolean embedded) {
    /** The schema this version writes and reads. */
    static final int SCHEMA = 1;

    public KeptArguments {
        texts = new LinkedHashMap<>(texts);
    }

    static KeptArguments of(CampaignArguments given) {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put("--slots", given.slots);
        texts.put("--queue", given.queue);
        texts.put("--base-dir", given.baseDir);
        texts.put("--cold", given.cold);
        texts.put("--probe", given.probe);
        texts.put("--contended", given.contended);
        texts.put("--datanodes", given.dataNodes);
        texts.put("--nodemanagers", given.nodeManagers);
        texts.put("--data-dirs", joined(given.dataDirs));
        texts.put("--local-dirs", joined(given.localDirs));
        texts.values().removeIf(Objects::isNull);
        return new KeptArguments(SCHEMA, texts, given.embedded);
    }

    private static String joined(List<String> values) {
        return values.isEmpty() ? null : String.join(",", values);
    }

    /** Gives arguments what they do not say; a problem for each that says something else. */
    void into(CampaignArguments arguments, Problems problems) {
        of(arguments).texts.forEach((option, value) -> {
            if (!value.equals(texts.get(option))) {
                problems.add(Problem.at(Location.COMMAND_LINE, option, "the experiment was begun with another value")
                        .withValue(value)
                        .withAllowed(texts.getOrDefault(option, "not given"))
                        .withRemedy("leave it out: what was given then holds"));
            }
        });
        arguments.embedded = embedded;
        arguments.slots = texts.get("--slots");
        arguments.queue = texts.get("--queue");
        arguments.baseDir = texts.get("--base-dir");
        arguments.cold = texts.get("--cold");
        arguments.probe = texts.get("--probe");
        arguments.contended = texts.get("--contended");
        arguments.dataNodes = texts.get("--datanodes");
        arguments.nodeManagers = texts.get("--nodemanagers");
        arguments.dataDirs = split(texts.get("--data-dirs"));
        arguments.localDirs = split(texts.get("--local-dirs"));
    }

    private static List<String> split(String joined) {
        return joined == null ? new ArrayList<>() : new ArrayList<>(List.of(joined.split(",")));
    }
}
