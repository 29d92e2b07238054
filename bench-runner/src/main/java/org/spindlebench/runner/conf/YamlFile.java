package org.spindlebench.runner.conf;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.YamlFile.YamlTree.Scalar;
import org.spindlebench.runner.conf.YamlFile.YamlTree.YamlEntry;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.MappingStartEvent;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.events.SequenceStartEvent;
import org.yaml.snakeyaml.parser.Parser;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;

/**
 * Parses one YAML document into a tree with locations. It supports the parts of YAML that a configuration needs, which
 * are maps, lists and scalars. It refuses aliases, tags and multiple documents, so that each line has the meaning that
 * it appears to have.
 */
public final class YamlFile {
    private static final int DEEPEST = 20;

    private final String source;
    private final Parser events;

    private YamlFile(String source, Parser events) {
        this.source = source;
        this.events = events;
    }

    /** Returns the tree of a text. If the text is empty or not YAML, adds a problem and returns empty. */
    public static Optional<YamlTree> parse(String source, String text, Problems problems) {
        try (StringReader reader = new StringReader(text)) {
            return Optional.of(
                    new YamlFile(source, new ParserImpl(new StreamReader(reader), new LoaderOptions())).document());
        } catch (Refused e) {
            problems.add(e.problem);
        } catch (MarkedYAMLException e) {
            problems.add(syntax(source, e));
        } catch (YAMLException e) {
            problems.add(Problem.at(new Location(source, 1, 1), "", "not YAML: " + firstLine(e.getMessage()))
                    .withRemedy("correct the file"));
        }
        return Optional.empty();
    }

    private YamlTree document() {
        events.getEvent(); // the stream's start
        Event first = events.getEvent();
        if (first.is(Event.ID.StreamEnd)) {
            throw new Refused(Problem.at(new Location(source, 1, 1), "", "the file is empty")
                    .withRemedy("write the keys and their values"));
        }
        YamlTree tree = node(events.getEvent(), 0);
        events.getEvent(); // the document's end
        Event after = events.getEvent();
        if (!after.is(Event.ID.StreamEnd)) {
            throw refuse(after, "a second document", "keep one document per file");
        }
        return tree;
    }

    private YamlTree node(Event event, int depth) {
        if (depth > DEEPEST) {
            throw refuse(event, "nested deeper than " + DEEPEST + " levels", "flatten it");
        }
        refuseReferences(event);
        if (event instanceof MappingStartEvent) {
            return mapping(event, depth);
        }
        if (event instanceof SequenceStartEvent) {
            return sequence(event, depth);
        }
        return scalar((ScalarEvent) event);
    }

    private YamlTree mapping(Event start, int depth) {
        List<YamlEntry> entries = new ArrayList<>();
        for (Event event = events.getEvent(); !event.is(Event.ID.MappingEnd); event = events.getEvent()) {
            if (!(node(event, depth + 1) instanceof Scalar key)) {
                throw refuse(event, "a key that is not a word", "write `key: value`");
            }
            entries.add(new YamlEntry(key, node(events.getEvent(), depth + 1)));
        }
        return new YamlTree.Mapping(place(start.getStartMark()), entries);
    }

    private YamlTree sequence(Event start, int depth) {
        List<YamlTree> items = new ArrayList<>();
        for (Event event = events.getEvent(); !event.is(Event.ID.SequenceEnd); event = events.getEvent()) {
            items.add(node(event, depth + 1));
        }
        return new YamlTree.Sequence(place(start.getStartMark()), items);
    }

    private Scalar scalar(ScalarEvent event) {
        return new Scalar(place(event.getStartMark()), event.getValue(), !event.isPlain());
    }

    private void refuseReferences(Event event) {
        if (event instanceof AliasEvent) {
            throw refuse(event, "an alias (`*name`) is not supported", "write the value out");
        }
        if (event instanceof NodeEvent node && node.getAnchor() != null) {
            throw refuse(event, "an anchor (`&name`) is not supported", "write the value out where it is needed");
        }
        if (isTagged(event)) {
            throw refuse(event, "a tag (`!type`) is not supported", "leave it out");
        }
    }

    private static boolean isTagged(Event event) {
        String tag = null;
        if (event instanceof ScalarEvent scalar) {
            tag = scalar.getTag();
        } else if (event instanceof CollectionStartEvent collection) {
            tag = collection.getTag();
        }
        // Some versions of the library give every quoted scalar the tag `!`.
        return tag != null && !tag.equals("!");
    }

    private Refused refuse(Event event, String reason, String remedy) {
        return new Refused(Problem.at(place(event.getStartMark()), "", reason).withRemedy(remedy));
    }

    private Location place(Mark mark) {
        return place(source, mark);
    }

    private static Location place(String source, Mark mark) {
        return new Location(source, mark.getLine() + 1, mark.getColumn() + 1);
    }

    private static Problem syntax(String source, MarkedYAMLException e) {
        Mark mark = e.getProblemMark() == null ? e.getContextMark() : e.getProblemMark();
        Location location = mark == null ? new Location(source, 1, 1) : place(source, mark);
        return Problem.at(location, "", "not YAML: " + firstLine(e.getProblem()))
                .withRemedy("correct the syntax at this place; nothing after it was read");
    }

    private static String firstLine(String message) {
        return message == null ? "unreadable" : message.lines().findFirst().orElse("unreadable");
    }

    /** Thrown to stop reading at a part of YAML that Spindle does not support. */
    private static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient Problem problem;

        private Refused(Problem problem) {
            super(problem.reason());
            this.problem = problem;
        }
    }

    /**
     * A YAML document with the location of each part. Scalars remain text, so that the caller decides what {@code off}
     * or {@code 010} means.
     */
    public sealed interface YamlTree {
        Location location();

        /** Returns the kind of this part, for messages. */
        String kind();

        /**
         * A single value.
         *
         * @param text the text in the file, without quotes
         * @param quoted whether the value is in quotes, so that it can only be text
         */
        record Scalar(Location location, String text, boolean quoted) implements YamlTree {
            @Override
            public String kind() {
                return isAbsent() ? "nothing" : "a single value";
            }

            /** Checks whether a key has no value. */
            public boolean isAbsent() {
                return !quoted && (text.isEmpty() || text.equals("~") || text.equals("null"));
            }
        }

        /** A list of values. */
        record Sequence(Location location, List<YamlTree> items) implements YamlTree {
            public Sequence {
                items = List.copyOf(items);
            }

            @Override
            public String kind() {
                return "a list";
            }
        }

        /** A map with its keys and values in the order of the file. A key may occur more than once. */
        record Mapping(Location location, List<YamlEntry> entries) implements YamlTree {
            public Mapping {
                entries = List.copyOf(entries);
            }

            @Override
            public String kind() {
                return "a map of keys and values";
            }
        }

        /** A key of a map with its value. */
        record YamlEntry(Scalar key, YamlTree value) {}
    }
}
