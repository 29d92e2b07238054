package org.spindlebench.runner.options;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Problems;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The options that hold for all starts of a campaign, as {@code options.json}. A file gives no other option. Each value
 * is the text that the user gave, which the option's own converter checks again.
 *
 * @param texts values by option; options without a value are omitted
 */
public record SavedOptions(int schema, Map<String, String> texts) {
    public static final int SCHEMA = 1;

    /** The options that earlier versions saved and that this version no longer has. */
    private static final List<String> DROPPED = List.of("--stop-datanode", "--start-datanode", "--datanode-host");

    public SavedOptions {
        texts = new LinkedHashMap<>(texts);
    }

    public SavedOptions(Map<String, String> texts) {
        this(SCHEMA, texts);
    }

    /** @param embedded whether {@code --embedded} was given, as earlier versions saved it; null in later files */
    @JsonCreator
    static SavedOptions ofFile(
            @JsonProperty("schema") int schema,
            @JsonProperty("texts") Map<String, String> texts,
            @JsonProperty("embedded") Boolean embedded) {
        SavedOptions saved = new SavedOptions(schema, texts);
        if (Boolean.TRUE.equals(embedded)) {
            saved.texts.put(EmbeddedArguments.EMBEDDED, "true");
        }
        return saved;
    }

    /** Returns the names of the options of a command that hold for all starts. */
    public static List<String> names(CommandSpec command) {
        return names(command, Kept.class);
    }

    /** Returns the names of the options of a command that the user gives again at each start. */
    static List<String> notKept(CommandSpec command) {
        return names(command, Kept.Not.class);
    }

    private static List<String> names(CommandSpec command, Class<? extends Annotation> mark) {
        return command.options().stream()
                .filter(option ->
                        option.userObject() instanceof AnnotatedElement field && field.isAnnotationPresent(mark))
                .map(OptionSpec::longestName)
                .toList();
    }

    /** Reads saved options. Adds a problem for each option that Spindle does not save. */
    public static SavedOptions read(Path file, List<String> names, Problems problems) throws IOException {
        SavedOptions saved = JsonDocument.read(file, SavedOptions.class, SCHEMA);
        saved.texts.keySet().removeAll(DROPPED);
        saved.texts.forEach((option, text) -> {
            Problem problem = Problem.at(
                    new Location(file.toString(), 0, 0),
                    option,
                    text == null ? "has no text" : "Spindle does not save this option, so it is not from Spindle");
            if (text == null || !names.contains(option)) {
                problems.add(problem.withValue(String.valueOf(text))
                        .withAllowed(String.join(", ", names))
                        .withRemedy("remove it from the file; if you want it, give it on the command line"));
            }
        });
        return saved;
    }
}
