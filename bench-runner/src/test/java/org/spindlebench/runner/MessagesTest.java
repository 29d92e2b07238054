package org.spindlebench.runner;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.Tree.Kind;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages and help texts, which are the string literals of all modules, are free of turns that readers stumbled over. */
class MessagesTest {
    /** Each is explained in the section on style of CONTRIBUTING.md. */
    private static final Pattern BANNED = Pattern.compile(
            "\\bof which\\b|\\b(lies|lay) (in|on|under|below|beside|between)\\b|, else\\b|\\b(nobody|somebody)\\b|\\bmend(s|ed)?\\b"
                    + "|\\b(brings?|brought)\\b[^.]{0,30}\\babout\\b|\\b(held?|holds) against\\b|\\ball the same\\b"
                    + "|\\b(told|tells?) (apart|from)\\b|\\btaken? for\\b|\\bbesides?\\b|\\bso (many|much)\\b|(?<!what limited )\\bit is not known\\b"
                    + "|\\bwhat is [^.]{1,20} is\\b|\\ba mere\\b|(?<!all |none |one |each |any |some |both )\\bof (it|them)(?=[.,;:)]|$)",
            Pattern.CASE_INSENSITIVE);

    private record Message(Path file, String text) {}

    /** Collects literals; those that are joined by + make one message. */
    private static final class Literals extends TreeScanner<Void, Path> {
        private final List<Message> messages = new ArrayList<>();

        @Override
        public Void visitLiteral(LiteralTree literal, Path file) {
            if (literal.getKind() == Kind.STRING_LITERAL) {
                messages.add(new Message(file, (String) literal.getValue()));
            }
            return null;
        }

        @Override
        public Void visitBinary(BinaryTree sum, Path file) {
            if (sum.getKind() != Kind.PLUS) {
                return super.visitBinary(sum, file);
            }
            StringBuilder text = new StringBuilder();
            append(sum, text, file);
            messages.add(new Message(file, text.toString()));
            return null;
        }

        private void append(Tree part, StringBuilder text, Path file) {
            if (part instanceof BinaryTree sum && sum.getKind() == Kind.PLUS) {
                append(sum.getLeftOperand(), text, file);
                append(sum.getRightOperand(), text, file);
            } else if (part.getKind() == Kind.STRING_LITERAL) {
                text.append(((LiteralTree) part).getValue());
            } else {
                text.append('…');
                scan(part, file);
            }
        }
    }

    private static List<Message> messages() throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Literals literals = new Literals();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
                Stream<Path> tree = Files.walk(Path.of(".."))) {
            List<Path> sources = tree.filter(path ->
                            path.toString().endsWith(".java") && path.toString().matches(".*/src/(main|launcher)/.*"))
                    .toList();
            JavacTask task = (JavacTask)
                    compiler.getTask(null, files, null, List.of(), null, files.getJavaFileObjectsFromPaths(sources));
            for (CompilationUnitTree unit : task.parse()) {
                literals.scan(unit, Path.of(unit.getSourceFile().toUri()));
            }
        }
        return literals.messages;
    }

    @Test
    void noMessageHasABannedTurn() throws IOException {
        List<Message> messages = messages();
        assertThat(messages).hasSizeGreaterThan(5000);
        assertThat(messages)
                .filteredOn(message -> message.text().contains(" ")
                        && BANNED.matcher(message.text()).find())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "the runs of which nothing is known",
                "the file lies under the setup's",
                "its default, else 5",
                "a plan that nobody agreed to",
                "the setup is brought about by commands",
                "held against what the nodes have",
                "to compare them all the same",
                "not told from the best",
                "a number of them.",
                "files beside it",
                "so many nodes"
            })
    void theTurnsAreFound(String text) {
        assertThat(text).containsPattern(BANNED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"all of them", "each of it.", "what the nodes have", "relies on the cluster", "elsewhere"})
    void plainEnglishIsNot(String text) {
        assertThat(text).doesNotContainPattern(BANNED);
    }
}
