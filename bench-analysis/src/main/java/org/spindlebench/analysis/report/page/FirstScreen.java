package org.spindlebench.analysis.report.page;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.report.page.HtmlReport.AnswerParagraph;
import org.spindlebench.analysis.report.page.HtmlReport.Notice;
import org.spindlebench.analysis.report.page.HtmlReport.StatusLight;
import org.spindlebench.analysis.report.page.HtmlReport.StatusLight.Colour;

/** The part of an HTML report that needs no scripts: the verdict, its chart, the costs, and how far to believe them. */
final class FirstScreen {
    /** The shape of each light, for readers who see no difference between colours. */
    static final Map<Colour, String> MARKS =
            Map.of(Colour.GREEN, "\u25CF", Colour.AMBER, "\u25B2", Colour.RED, "\u25A0");

    private static final int SENTENCES_AT_ONCE = 8;

    private final HtmlReport page;
    private final Html html;

    FirstScreen(HtmlReport page) {
        this.page = page;
        this.html = new Html(names(page));
    }

    private static Collection<String> names(HtmlReport page) {
        Stream<String> about = page.prices() != null && page.prices().entries().get("about") instanceof Map<?, ?> texts
                ? texts.values().stream().map(String::valueOf)
                : Stream.empty();
        return Stream.concat(
                        page.pictures().stream().flatMap(chart -> chart.rows().words()), about)
                .toList();
    }

    /** Returns the content of the head: what the report is about, what a reader must see first, and the verdict. */
    String head() {
        return html.list("facts", page.facts())
                + lights(
                        "notices",
                        page.notices().stream().map(FirstScreen::light).toList())
                + Html.element("h1", html.isolated(page.verdict()));
    }

    /** Returns the answer: its chart, its costs, what limited the runs, and how far to trust it. */
    String answer() {
        return (page.dots() == null ? "" : DotTable.of(page.dots(), html))
                + (page.limits().isEmpty()
                        ? ""
                        : Html.of("div", "limits", Html.element("strong", "What limited the runs"), limits()))
                + costs()
                + trust();
    }

    private String limits() {
        return html.list("limit", page.limits());
    }

    private String costs() {
        if (page.cost().isEmpty()) {
            return "";
        }
        List<String> rest = page.cost().subList(1, page.cost().size());
        String more = rest.isEmpty()
                ? ""
                : Html.of("details", "more-cost", Html.element("summary", "More on cost"), html.list("cost", rest));
        return (page.decision().isEmpty() ? "" : Html.of("p", "decision", html.isolated(page.decision())))
                + Html.of("div", "costs", html.list("cost", page.cost().subList(0, 1)), more);
    }

    private String trust() {
        if (page.trust().isEmpty()) {
            return "";
        }
        String line = Stream.of(Colour.RED, Colour.AMBER, Colour.GREEN)
                .map(colour -> {
                    String about = page.trust().stream()
                            .filter(light -> light.colour() == colour)
                            .map(StatusLight::about)
                            .collect(Collectors.joining(", "));
                    return about.isEmpty()
                            ? ""
                            : Html.of("span", "light " + colour.word(), MARKS.get(colour) + " " + Html.text(about));
                })
                .collect(Collectors.joining());
        List<Light> all = page.trust().stream()
                .map(light -> new Light(
                        light.colour(), light.about() + ": " + light.colour().word(), light.says(), List.of()))
                .toList();
        return Html.of(
                "details",
                "believed",
                Html.element("summary", Html.element("strong", "How far to trust it: "), line),
                lights("trust", all));
    }

    /** A light or a notice. */
    private record Light(Colour colour, String word, String says, List<String> details) {}

    private static Light light(Notice notice) {
        String about = notice.about();
        String start = about.substring(0, 1).toUpperCase(Locale.ROOT) + about.substring(1);
        return new Light(notice.colour(), start + ":", notice.says(), notice.details());
    }

    private String lights(String className, List<Light> all) {
        return all.isEmpty()
                ? ""
                : Html.of(
                        "ul",
                        "lights " + className,
                        Html.joined(
                                all,
                                light -> Html.of(
                                        "li",
                                        light.colour.word(),
                                        Html.of("span", "word", MARKS.get(light.colour) + " " + Html.text(light.word)),
                                        " ",
                                        html.isolated(light.says),
                                        light.details.isEmpty() ? "" : html.list("details", light.details))));
    }

    /** Returns the answer in sentences. */
    String sentences() {
        String open = Html.joined(
                page.answers().stream().filter(answer -> !answer.folded()).toList(),
                answer -> Html.element("h2", html.isolated(answer.heading())) + sentences(answer.sentences()));
        List<AnswerParagraph> folded =
                page.answers().stream().filter(AnswerParagraph::folded).toList();
        if (folded.isEmpty()) {
            return open;
        }
        String each = page.dots() != null && page.dots().ofRatios() ? "comparison" : "duration";
        return open
                + Html.element(
                        "details",
                        Html.element("summary", "Each " + each + " in a sentence"),
                        Html.joined(
                                folded,
                                answer -> (answer.heading().isEmpty()
                                                ? ""
                                                : Html.element("h3", html.isolated(answer.heading())))
                                        + sentences(answer.sentences())));
    }

    private String sentences(List<String> all) {
        String shown = html.list("answer", all.stream().limit(SENTENCES_AT_ONCE).toList());
        if (all.size() <= SENTENCES_AT_ONCE) {
            return shown;
        }
        List<String> rest = all.subList(SENTENCES_AT_ONCE, all.size());
        return Html.element(
                "div",
                shown,
                Html.element("details", Html.element("summary", rest.size() + " more"), html.list("answer", rest)));
    }
}
