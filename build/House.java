import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * Prints the size of the code below a directory, one number a line, and compares it with {@code build/house.limits}.
 * Needs the compiled classes; numbers that need the built jar are omitted if there is none.
 */
public final class House {
    private static final Pattern ARROW = Pattern.compile("^ +(\\S+) +-> (\\S+) .*");

    private final Path root;
    private final Map<String, Long> numbers = new LinkedHashMap<>();
    private final Map<String, String> details = new LinkedHashMap<>();

    private House(Path root) {
        this.root = root;
    }

    /** Arguments: {@code [--check] [--no-jar] [directory]}. Ends with 1 if a number is above its limit. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(arguments));
        boolean check = words.remove("--check");
        boolean jar = !words.remove("--no-jar");
        House house = new House(Path.of(words.isEmpty() ? "." : words.get(0)));
        house.measure(jar);
        Map<String, Long> limits = house.limits();
        house.numbers.forEach((name, number) -> System.out.println(String.format(
                        "%-28s %8d%s  %s",
                        name,
                        number,
                        limits.containsKey(name) ? String.format(" of %d", limits.get(name)) : "",
                        house.details.getOrDefault(name, ""))
                .stripTrailing()));
        List<String> above = house.numbers.entrySet().stream()
                .filter(each -> each.getValue() > limits.getOrDefault(each.getKey(), Long.MAX_VALUE))
                .map(Map.Entry::getKey)
                .toList();
        if (check && !above.isEmpty()) {
            System.err.println("above its limit in build/house.limits: " + String.join(", ", above)
                    + ". Remove what is not needed any more, or raise the limit in a commit that says what for.");
            System.exit(1);
        }
    }

    private void measure(boolean jar) throws IOException, InterruptedException {
        long lines = 0;
        long comments = 0;
        long code = 0;
        long options = 0;
        List<Path> sources = sources();
        for (Path source : sources) {
            List<String> text = Files.readAllLines(source);
            long blank = text.stream().filter(String::isBlank).count();
            long stated = codeLines(String.join("\n", text));
            lines += text.size();
            code += stated;
            options += text.stream().filter(line -> line.strip().startsWith("@Option(")).count();
            comments += text.size() - blank - stated;
        }
        numbers.put("main-files", (long) sources.size());
        numbers.put("main-lines", lines);
        numbers.put("main-code-lines", code);
        numbers.put("main-comment-permille", lines == 0 ? 0 : 1000 * comments / lines);
        numbers.put("options", options);
        numbers.put("javascript-lines", javaScript());
        countTypes();
        if (jar) {
            loaded("loaded-by-report", "report", "docs/examples/invented.csv", "--out");
            loaded("loaded-by-plan", "plan", "--suite", "quick", "--out");
        }
    }

    private List<Path> sources() throws IOException {
        return files(path -> path.endsWith(".java") && (path.contains("/src/main/") || path.contains("/src/launcher/")));
    }

    private List<Path> files(Predicate<String> wanted) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(path -> {
                        String name = "/" + root.relativize(path);
                        return !name.contains("/target/") && !name.contains("/.git/") && wanted.test(name);
                    })
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        }
    }

    private long javaScript() throws IOException {
        long lines = 0;
        for (Path file : files(path ->
                path.endsWith(".js") && !path.endsWith(".min.js") && path.contains("/src/main/") && !path.contains("/vendor/"))) {
            lines += Files.readAllLines(file).size();
        }
        return lines;
    }

    /** Counts the lines that have more than blanks and comments. */
    private static long codeLines(String text) {
        StringBuilder code = new StringBuilder();
        int at = 0;
        while (at < text.length()) {
            if (text.startsWith("//", at)) {
                at = end(text, at, "\n") - 1;
            } else if (text.startsWith("/*", at)) {
                int end = end(text, at + 2, "*/");
                code.append("\n".repeat((int) text.substring(at, end).chars().filter(c -> c == '\n').count()));
                at = end;
            } else {
                int end = text.startsWith("\"\"\"", at)
                        ? end(text, at + 3, "\"\"\"")
                        : text.charAt(at) == '"' || text.charAt(at) == '\'' ? endOfLiteral(text, at) : at + 1;
                code.append(text, at, end);
                at = end;
            }
        }
        return code.toString().lines().filter(line -> !line.isBlank()).count();
    }

    private static int end(String text, int from, String mark) {
        int found = text.indexOf(mark, from);
        return found < 0 ? text.length() + (mark.equals("\n") ? 1 : 0) : found + mark.length();
    }

    private static int endOfLiteral(String text, int from) {
        int at = from + 1;
        while (at < text.length() && text.charAt(at) != text.charAt(from) && text.charAt(at) != '\n') {
            at += text.charAt(at) == '\\' ? 2 : 1;
        }
        return Math.min(at + 1, text.length());
    }

    /** Counts types, nested ones included, and finds the largest circle of top-level types inside a package. */
    private void countTypes() throws IOException {
        List<String> places = new ArrayList<>();
        long types = 0;
        try (Stream<Path> modules = Files.list(root)) {
            for (Path module : modules.sorted().toList()) {
                Path classes = module.resolve("target/classes/org/spindlebench");
                if (!Files.isDirectory(classes) || !Files.isDirectory(module.resolve("src/main"))) {
                    continue;
                }
                places.add(module.resolve("target/classes").toString());
                try (Stream<Path> all = Files.walk(classes)) {
                    types += all.map(path -> path.getFileName().toString())
                            .filter(name -> name.matches("(?!package-info)\\w+(\\$[A-Za-z]\\w*)*\\.class"))
                            .filter(name -> !name.contains("jmh"))
                            .count();
                }
            }
        }
        if (places.isEmpty()) {
            return;
        }
        numbers.put("types", types);
        Map<String, Set<String>> arrows = arrows(places);
        List<Set<String>> circles = new Circles(arrows).found();
        Set<String> largest = circles.stream()
                .max(Comparator.comparingInt(Set::size))
                .orElse(Set.of());
        numbers.put("largest-circle", (long) largest.size());
        details.put(
                "largest-circle",
                largest.size() <= 1 ? "" : String.join(" ", largest).replace("org.spindlebench.", ""));
        numbers.put("types-in-circles", circles.stream().mapToLong(Set::size).filter(n -> n > 1).sum());
    }

    private static Map<String, Set<String>> arrows(List<String> places) {
        List<String> call = new ArrayList<>(List.of("--multi-release", "17", "-verbose:class", "-filter:none"));
        call.addAll(List.of("--ignore-missing-deps", "-cp", String.join(File.pathSeparator, places)));
        call.addAll(places);
        StringWriter out = new StringWriter();
        ToolProvider.findFirst("jdeps")
                .orElseThrow(() -> new IllegalStateException("this Java has no jdeps: use a JDK"))
                .run(new PrintWriter(out), new PrintWriter(out), call.toArray(String[]::new));
        Map<String, Set<String>> arrows = new TreeMap<>();
        out.toString().lines().map(ARROW::matcher).filter(Matcher::matches).forEach(arrow -> {
            String from = arrow.group(1).replaceAll("\\$.*", "");
            String to = arrow.group(2).replaceAll("\\$.*", "");
            if (from.startsWith("org.spindlebench.")
                    && !from.equals(to)
                    && from.replaceAll("\\.\\w+$", "").equals(to.replaceAll("\\.\\w+$", ""))) {
                arrows.computeIfAbsent(from, any -> new TreeSet<>()).add(to);
            }
        });
        return arrows;
    }

    /** Counts the classes of Spindle, including nested ones, that a command loads. */
    private void loaded(String name, String... command) throws IOException, InterruptedException {
        Path jar = root.resolve("bench-runner/target/bench-runner.jar");
        Path libraries = root.resolve("bench-embedded/target/lib");
        if (!Files.exists(jar) || !Files.isDirectory(libraries)) {
            return;
        }
        Path out = Files.createTempDirectory("house");
        List<String> call = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-Xlog:class+load",
                "-cp",
                jar + File.pathSeparator + libraries + "/*",
                "org.spindlebench.launcher.Launcher"));
        call.addAll(List.of(command));
        call.add(out.resolve("out").toString());
        Process process = new ProcessBuilder(call)
                .directory(root.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        Set<String> classes = new TreeSet<>();
        Pattern loaded = Pattern.compile("(org\\.spindlebench\\.\\S+) source");
        process.inputReader().lines().map(loaded::matcher).filter(Matcher::find).forEach(found -> {
            if (!found.group(1).matches(".*(shaded|stock|Lambda).*")) {
                classes.add(found.group(1));
            }
        });
        process.waitFor();
        try (Stream<Path> all = Files.walk(out)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
        numbers.put(name, (long) classes.size());
    }

    private Map<String, Long> limits() throws IOException {
        Map<String, Long> limits = new HashMap<>();
        for (String line : Files.readAllLines(root.resolve("build/house.limits"))) {
            if (!line.isBlank() && !line.startsWith("#")) {
                String[] words = line.trim().split("\\s+", 3);
                limits.put(words[0], Long.valueOf(words[1]));
            }
        }
        return limits;
    }

    /** The strongly connected parts of a graph, by Tarjan's algorithm. */
    private static final class Circles {
        private final Map<String, Set<String>> arrows;
        private final Map<String, Integer> index = new HashMap<>();
        private final Map<String, Integer> low = new HashMap<>();
        private final Deque<String> stack = new ArrayDeque<>();
        private final List<Set<String>> found = new ArrayList<>();

        Circles(Map<String, Set<String>> arrows) {
            this.arrows = arrows;
        }

        List<Set<String>> found() {
            arrows.keySet().stream().filter(each -> !index.containsKey(each)).forEach(this::visit);
            return found;
        }

        private void visit(String type) {
            index.put(type, index.size());
            low.put(type, index.get(type));
            stack.push(type);
            for (String next : arrows.getOrDefault(type, Set.of())) {
                if (!index.containsKey(next)) {
                    visit(next);
                    low.merge(type, low.get(next), Math::min);
                } else if (stack.contains(next)) {
                    low.merge(type, index.get(next), Math::min);
                }
            }
            if (low.get(type).equals(index.get(type))) {
                Set<String> part = new TreeSet<>();
                do {
                    part.add(stack.peek());
                } while (!stack.pop().equals(type));
                found.add(part);
            }
        }
    }
}
