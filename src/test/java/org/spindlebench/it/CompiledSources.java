package org.spindlebench.it;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles a few lines of source into class files, for tests that need bad ones. */
final class CompiledSources {
    private static final Pattern NAME = Pattern.compile("package ([\\w.]+);.*?class (\\w+)", Pattern.DOTALL);

    private CompiledSources() {}

    /** Compiles the sources, one class each, for this JVM's version. */
    static void into(Path directory, List<String> sources) throws IOException {
        compile(directory, sources, List.of());
    }

    /** Compiles the sources for a version of Java. */
    static void into(Path directory, List<String> sources, int release) throws IOException {
        compile(directory, sources, List.of("--release", Integer.toString(release)));
    }

    private static void compile(Path directory, List<String> sources, List<String> more) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> options = new ArrayList<>(List.of("-proc:none", "-d", directory.toString()));
        options.addAll(more);
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<Source> units = sources.stream().map(Source::new).toList();
            if (!compiler.getTask(null, files, null, options, null, units).call()) {
                throw new IllegalArgumentException("does not compile: " + sources);
            }
        }
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String text) {
            super(uriOf(text), JavaFileObject.Kind.SOURCE);
            this.text = text;
        }

        private static URI uriOf(String text) {
            Matcher name = NAME.matcher(text);
            if (!name.find()) {
                throw new IllegalArgumentException("no package and class in: " + text);
            }
            return URI.create("string:///" + name.group(1).replace('.', '/') + "/" + name.group(2) + ".java");
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
