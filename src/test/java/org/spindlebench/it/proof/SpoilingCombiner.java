package org.spindlebench.it.proof;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * Takes the place of a shuffle that does not pass on what it was given: whenever it is called, it spoils its first
 * record.
 */
public abstract class SpoilingCombiner extends Reducer<Text, Text, Text, Text> {
    private boolean spoilt;

    /** Returns the spoiled record, or null if it is lost. */
    abstract Text spoil(Text value);

    @Override
    protected void reduce(Text key, Iterable<Text> values, Context context) throws IOException, InterruptedException {
        for (Text value : values) {
            Text kept = spoilt ? value : spoil(value);
            spoilt = true;
            if (kept != null) {
                context.write(key, kept);
            }
        }
    }

    /** Loses the record. */
    public static final class Loses extends SpoilingCombiner {
        @Override
        Text spoil(Text value) {
            return null;
        }
    }

    /** Keeps the number of bytes, but changes one of them. */
    public static final class Alters extends SpoilingCombiner {
        @Override
        Text spoil(Text value) {
            byte[] bytes = value.copyBytes();
            bytes[0] = '#';
            return new Text(bytes);
        }
    }

    /** Returns the settings that bring the class to the maps, as `-libjars` does. */
    static Map<String, String> settings(Class<? extends SpoilingCombiner> type, Path directory) throws IOException {
        Path jar = directory.resolve(type.getSimpleName() + ".jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file)) {
            add(SpoilingCombiner.class, out);
            add(type, out);
        }
        Map<String, String> settings = new TreeMap<>();
        settings.put("tmpjars", jar.toUri().toString());
        settings.put("mapreduce.job.combine.class", type.getName());
        return settings;
    }

    private static void add(Class<?> type, JarOutputStream out) throws IOException {
        String name = type.getName().replace('.', '/') + ".class";
        out.putNextEntry(new JarEntry(name));
        try (InputStream in = type.getResourceAsStream("/" + name)) {
            in.transferTo(out);
        }
        out.closeEntry();
    }
}
