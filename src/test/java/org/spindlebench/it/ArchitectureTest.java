package org.spindlebench.it;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the modules' class files, as the build left them, against {@link ArchitectureRule}. */
class ArchitectureTest {
    private static final Path ROOT =
            Path.of(System.getProperty("spindle.root", "..")).toAbsolutePath().normalize();
    private static final Pattern CONTROL = Pattern.compile(
            "p\\{(Is)?(Cntrl|Cc|Cf|C)\\}|isISOControl|isIdentifierIgnorable|Character\\.(CONTROL|FORMAT)|\\\\x(00|1f|7f)");
    /** The classes of all modules that users get. */
    static final JavaClasses PROJECT =
            importAll("bench-jobs", "bench-analysis", "bench-runner", "bench-handover", "bench-lab", "bench-site");

    @ParameterizedTest
    @EnumSource
    void theProjectKeepsTheRule(ArchitectureRule rule) {
        // A rule about a package that does not exist yet holds. The next test checks that classes were found at all.
        rule.rule().allowEmptyShould(true).check(PROJECT);
    }

    @ParameterizedTest
    @CsvSource({
        "bench-jobs,     src/main/java,     org.spindlebench.jobs..",
        "bench-analysis, src/main/java,     org.spindlebench.analysis..",
        "bench-runner,   src/main/java,     org.spindlebench.runner..",
        "bench-handover, src/main/java,     org.spindlebench.handover..",
        "bench-lab,      src/main/java,     org.spindlebench.lab..",
        "bench-site,     src/main/java,     org.spindlebench.site..",
        "bench-runner,   src/launcher/java, org.spindlebench.launcher.."
    })
    void theClassesOfEverySourceDirectoryAreSeen(String module, String sources, String packages) throws IOException {
        boolean written = holdsJava(ROOT.resolve(module).resolve(sources));
        assertThat(PROJECT.that(resideInAPackage(packages)).isEmpty()).isNotEqualTo(written);
    }

    @ParameterizedTest
    @CsvSource({
        "bench-jobs,     org.spindlebench.jobs..",
        "bench-analysis, org.spindlebench.analysis..",
        "bench-runner,   org.spindlebench.runner.. | org.spindlebench.launcher..",
        "bench-handover, org.spindlebench.handover..",
        "bench-lab,      org.spindlebench.lab..",
        "bench-site,     org.spindlebench.site.."
    })
    void aModuleHoldsItsOwnPackagesOnly(String module, String packages) {
        JavaClasses own = PROJECT.that(describe("of " + module, type -> isOf(type, module)));
        assertThat(own.size()).isGreaterThan(10);
        assertThat(own.that(not(resideInAnyPackage(packages.split(" \\| "))))).isEmpty();
    }

    private static boolean isOf(JavaClass type, String module) {
        return type.getSource().orElseThrow().getUri().getPath().contains("/" + module + "/target/classes/");
    }

    @ParameterizedTest
    @EnumSource
    void aViolationOfTheRuleIsFound(ArchitectureRule rule, @TempDir Path classes) throws IOException {
        CompiledSources.into(classes, rule.violation());
        assertThat(rule.rule()
                        .evaluate(new ClassFileImporter().importPath(classes))
                        .hasViolation())
                .as(rule.violation().toString())
                .isTrue();
    }

    /** Checks sources, because class files do not show the constants of {@link Character}. */
    @ParameterizedTest
    @ValueSource(
            strings = {"bench-jobs", "bench-analysis", "bench-runner", "bench-handover", "bench-lab", "bench-site"})
    void oneClassSaysWhatAControlCharacterIs(String module) throws IOException {
        List<String> others;
        try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
            others = files.filter(file -> file.toString().endsWith(".java") && !file.endsWith("HumanText.java"))
                    .filter(ArchitectureTest::saysWhatAControlIs)
                    .map(Path::toString)
                    .toList();
        }
        assertThat(others)
                .as("use HumanText.visible, oneLine, hasControl or isControl of org.spindlebench.analysis.document")
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text.replaceAll(\"\\\\p{Cntrl}\", \"?\")",
                "Pattern.compile(\"[^\\\\p{Cc}]\")",
                "Pattern.compile(\"[\\\\x00-\\\\x1f]\")",
                "text.chars().anyMatch(Character::isISOControl)",
                "Character.getType(c) == Character.CONTROL"
            })
    void anotherDefinitionOfAControlCharacterIsFound(String code, @TempDir Path directory) throws IOException {
        assertThat(saysWhatAControlIs(Files.writeString(directory.resolve("Some.java"), code)))
                .isTrue();
    }

    private static boolean saysWhatAControlIs(Path file) {
        try {
            return CONTROL.matcher(Files.readString(file)).find();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JavaClasses importAll(String... modules) {
        return new ClassFileImporter()
                .importPaths(Stream.of(modules)
                        .map(module -> ROOT.resolve(module).resolve("target/classes"))
                        .filter(Files::isDirectory)
                        .toList());
    }

    private static boolean holdsJava(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return false;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            return files.anyMatch(file -> file.toString().endsWith(".java") && !file.endsWith("package-info.java"));
        }
    }
}
