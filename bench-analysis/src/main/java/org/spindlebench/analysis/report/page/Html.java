package org.spindlebench.analysis.report.page;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.spindlebench.analysis.document.HumanText;

/** Writes HTML. Every text from outside is escaped, and isolated so that it does not turn the direction of its line. */
public final class Html {
    /** Letters that are written from right to left, and marks that change the direction of later text. */
    private static final Pattern TURNS = Pattern.compile(
            "[\\u0590-\\u08ff\\u200f\\u202a-\\u202e\\u2066-\\u2069\\ufb1d-\\ufdff\\ufe70-\\ufefc\\x{10800}-\\x{10fff}"
                    + "\\x{1e800}-\\x{1efff}]");

    /** The names that turn, longest first. */
    private final List<String> turning;

    /** @param names names from outside that other texts may contain */
    Html(Collection<String> names) {
        this.turning = names.stream()
                .map(HumanText::visible)
                .filter(name -> TURNS.matcher(name).find())
                .distinct()
                .sorted(Comparator.comparing(String::length).reversed())
                .toList();
    }

    /** Returns a text that is shown as it is. */
    public static String text(String text) {
        return HumanText.visible(text)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** Returns an attribute after a blank; nothing if the value is null. */
    static String attribute(String name, String value) {
        return value == null ? "" : " " + name + "=\"" + text(value) + "\"";
    }

    /**
     * Returns an element.
     *
     * @param open the element's name, and its attributes
     * @param children HTML
     */
    static String element(String open, String... children) {
        int blank = open.indexOf(' ');
        return "<" + open + ">" + String.join("", children) + "</" + (blank < 0 ? open : open.substring(0, blank))
                + ">";
    }

    /** Returns an element with a class. */
    static String of(String name, String className, String... children) {
        return element(name + attribute("class", className), children);
    }

    /** Returns a text from outside, isolated. Each name in it that turns is isolated again. */
    String isolated(String text) {
        return element("bdi", parts(HumanText.visible(text)));
    }

    private String parts(String text) {
        Optional<String> name = turning.stream()
                .filter(one -> !one.equals(text) && text.contains(one))
                .findFirst();
        if (name.isEmpty()) {
            return text(text);
        }
        return Pattern.compile(Pattern.quote(name.get()))
                .splitAsStream(text + "\0")
                .map(part -> part.replace("\0", ""))
                .map(part -> part.isEmpty() ? "" : isolated(part))
                .collect(Collectors.joining(isolated(name.get())));
    }

    /** Returns a list of texts. */
    String list(String className, Collection<String> items) {
        return of("ul", className, joined(items, item -> element("li", isolated(item))));
    }

    static <T> String joined(Collection<T> all, Function<T, String> html) {
        return all.stream().map(html).collect(Collectors.joining());
    }
}
