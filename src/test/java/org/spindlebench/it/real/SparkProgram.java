package org.spindlebench.it.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.spindlebench.it.cluster.ProcessCluster;

/** A program of Spark with a shuffle, compiled against the jars that the profile {@code spark} collects. */
final class SparkProgram {
    private static final String SOURCE = """
            import java.util.ArrayList;
            import java.util.List;
            import org.apache.spark.SparkConf;
            import org.apache.spark.api.java.JavaSparkContext;
            import scala.Tuple2;

            public class Grouped {
                public static void main(String[] args) {
                    int maps = Integer.parseInt(args[0]);
                    try (JavaSparkContext spark = new JavaSparkContext(new SparkConf().setAppName("grouped"))) {
                        List<Integer> parts = new ArrayList<>();
                        for (int part = 0; part < maps; part++) {
                            parts.add(part);
                        }
                        spark.parallelize(parts, maps)
                                .flatMapToPair(part -> {
                                    List<Tuple2<Integer, String>> pairs = new ArrayList<>();
                                    for (int i = 0; i < 1000; i++) {
                                        pairs.add(new Tuple2<>(i, "word " + part + " " + i));
                                    }
                                    return pairs.iterator();
                                })
                                .groupByKey(2)
                                .mapValues(words -> words.toString())
                                .saveAsTextFile(args[1]);
                    }
                }
            }
            """;

    /** What Spark's own scripts give to a driver on JDK 17. */
    private static final List<String> OPENED = List.of(
            "java.lang",
            "java.lang.invoke",
            "java.lang.reflect",
            "java.io",
            "java.net",
            "java.nio",
            "java.util",
            "java.util.concurrent",
            "java.util.concurrent.atomic",
            "sun.nio.ch",
            "sun.nio.cs",
            "sun.security.action",
            "sun.util.calendar");

    private SparkProgram() {}

    static Path lib() {
        return ProcessCluster.projectRoot().resolve("bench-spark/target/lib");
    }

    /** Compiles the program into a jar. */
    static Path jar(Path directory) throws IOException {
        Path source = Files.writeString(directory.resolve("Grouped.java"), SOURCE);
        Path classes = Files.createDirectories(directory.resolve("spark-classes"));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        String libraries;
        try (Stream<Path> jars = Files.list(lib())) {
            libraries = jars.map(Path::toString).sorted().collect(Collectors.joining(File.pathSeparator));
        }
        int code = compiler.run(
                null, null, null, "-proc:none", "-cp", libraries, "-d", classes.toString(), source.toString());
        assertThat(code).as("the program of Spark compiles").isZero();
        Path jar = directory.resolve("grouped.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.list(classes)) {
            for (Path file : files.sorted().toList()) {
                out.putNextEntry(new JarEntry(file.getFileName().toString()));
                Files.copy(file, out);
                out.closeEntry();
            }
        }
        return jar;
    }

    /** Returns a line of a shell that submits the program to YARN, with what Spindle gives in the environment. */
    static String line(Path jar) {
        StringBuilder line = new StringBuilder("exec \"$JAVA_HOME/bin/java\" -Xmx512m");
        OPENED.forEach(
                opened -> line.append(" --add-opens=java.base/").append(opened).append("=ALL-UNNAMED"));
        line.append(" -cp \"$HADOOP_CONF_DIR:").append(lib()).append("/*\" org.apache.spark.deploy.SparkSubmit");
        line.append(" --master yarn --deploy-mode client --queue \"$SPINDLE_QUEUE\"");
        for (String setting : List.of(
                "\"spark.yarn.tags=$SPINDLE_TAG\"",
                "\"spark.eventLog.dir=hdfs://$SPINDLE_EVENTLOG\"",
                "spark.eventLog.enabled=true",
                "spark.eventLog.compress=false",
                "\"spark.yarn.jars=local:" + lib() + "/*\"",
                "spark.ui.enabled=false",
                "spark.driver.host=127.0.0.1",
                "spark.yarn.am.memory=512m",
                "spark.executor.memory=512m",
                "spark.executor.instances=2")) {
            line.append(" --conf ").append(setting);
        }
        return line.append(" --class Grouped ")
                .append(jar)
                .append(" 4 \"hdfs://$SPINDLE_OUTPUT\"")
                .toString();
    }
}
