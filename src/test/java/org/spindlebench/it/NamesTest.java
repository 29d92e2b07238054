package org.spindlebench.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks that the names of the modules' types use the glossary's words, and that two types never share a name. */
class NamesTest {
    private static final Path GLOSSARY = Path.of(System.getProperty("spindle.root", ".."), "docs", "glossary.md");
    private static final Pattern NOT = Pattern.compile("\\*Not\\*\\s+([^.]+)\\.");
    private static final Pattern BORDER = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])");

    /** Words that are right for another thing, each with the reason. */
    private static final Map<String, String> RIGHT_WORDS = Map.of(
            "test dfsio", "the name of Hadoop's program",
            "split mix", "the name of the generator SplitMix64",
            "mix", "the glossary's word for how often each job runs in production",
            "dirty pages", "the kernel's word for changed memory");

    /** Names that several types share, each with the reason. Private nested types may share names. */
    private static final Map<String, String> SHARED_NAMES = Map.of(
            "Builder", "the builder of the type around it, as in all of Java",
            "Counter", "the counters of the tool around it: records hold their class names as groups of counters",
            "ReadMapper", "the mapper of the tool around it: records hold its class name",
            "WriteMapper", "the mapper of the tool around it: records hold its class name");

    @Test
    void noTypeIsNamedWithAWordThatTheGlossaryAvoids() throws IOException {
        assertThat(avoided(ArchitectureTest.PROJECT)).isEmpty();
    }

    @Test
    void noTwoTypesShareASimpleName() {
        assertThat(shared(ArchitectureTest.PROJECT).keySet()).isSubsetOf(SHARED_NAMES.keySet());
    }

    @Test
    void everyExceptionIsNeeded() {
        List<String> names = types(ArchitectureTest.PROJECT)
                .map(type -> words(type.getSimpleName()))
                .toList();
        assertThat(RIGHT_WORDS.keySet())
                .allSatisfy(word -> assertThat(names).anyMatch(name -> name.contains(" " + word + " ")));
        assertThat(shared(ArchitectureTest.PROJECT))
                .containsKeys(SHARED_NAMES.keySet().toArray(String[]::new));
    }

    @ParameterizedTest
    @CsvSource({
        "CostFigure,     figure",
        "PriceFigures,   figure",
        "HTMLPage,       page",
        "OwnJobTool,     own job",
        "TestDfsioGain,  gain",
        "MixResult,      result"
    })
    void aTypeWithSuchAWordIsFound(String name, String word, @TempDir Path classes) throws IOException {
        CompiledSources.into(classes, List.of("package planted; class " + name + " {}"));
        assertThat(avoided(imported(classes))).containsExactly(name + ": " + word);
    }

    @ParameterizedTest
    @CsvSource({"Figurine", "TestDfsioFile", "CostMix", "OwnDirectory", "Homepage"})
    void aTypeWithoutSuchAWordIsNot(String name, @TempDir Path classes) throws IOException {
        CompiledSources.into(classes, List.of("package planted; class " + name + " {}"));
        assertThat(avoided(imported(classes))).isEmpty();
    }

    @Test
    void twoTypesOfOneNameAreFoundUnlessOneIsPrivate(@TempDir Path classes) throws IOException {
        CompiledSources.into(
                classes,
                List.of(
                        "package one; class Same { class Hidden {} enum Kind { A } }",
                        "package two; class Other { record Same() {} private class Hidden {} interface Kind {} }"));
        assertThat(shared(imported(classes)))
                .containsOnlyKeys("Same", "Kind")
                .containsEntry("Same", List.of("one.Same", "two.Other$Same"));
    }

    private static List<String> avoided(JavaClasses classes) throws IOException {
        List<String> avoided = avoidedWords();
        return types(classes)
                .flatMap(type -> avoided.stream()
                        .filter(word -> holds(type.getSimpleName(), word))
                        .map(word -> type.getSimpleName() + ": " + word))
                .distinct()
                .sorted()
                .toList();
    }

    private static boolean holds(String name, String word) {
        String left = words(name);
        for (String right : new TreeSet<>(RIGHT_WORDS.keySet()).descendingSet()) {
            left = left.replace(" " + right + " ", " | ");
        }
        return left.contains(" " + word + " ") || left.contains(" " + word + "s ");
    }

    /** Returns the words of a name in small letters, each between spaces. */
    private static String words(String name) {
        return " " + BORDER.matcher(name).replaceAll(" ").toLowerCase(Locale.ROOT) + " ";
    }

    private static List<String> avoidedWords() throws IOException {
        List<String> words = NOT.matcher(Files.readString(GLOSSARY))
                .results()
                .flatMap(not -> Stream.of(not.group(1).split(",")))
                .map(word -> word.strip().replaceAll("[\\s-]+", " "))
                .toList();
        assertThat(words).contains("picture", "figure", "own job", "pseudonym").hasSizeGreaterThan(20);
        return words;
    }

    private static Map<String, List<String>> shared(JavaClasses classes) {
        Map<String, List<String>> byName = types(classes)
                .filter(type -> !type.getModifiers().contains(JavaModifier.PRIVATE))
                .collect(Collectors.groupingBy(
                        JavaClass::getSimpleName,
                        TreeMap::new,
                        Collectors.mapping(JavaClass::getName, Collectors.toList())));
        byName.values().removeIf(types -> types.size() == 1);
        byName.values().forEach(types -> types.sort(null));
        return byName;
    }

    private static Stream<JavaClass> types(JavaClasses classes) {
        return classes.stream()
                .filter(type -> !type.isAnonymousClass() && !type.isLocalClass())
                .filter(type -> !type.getSimpleName().equals("package-info"));
    }

    private static JavaClasses imported(Path classes) {
        return new ClassFileImporter().importPath(classes);
    }
}
