import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Writes campaigns with as many records as a team makes in years, from the records of an example, to try `site` on:
 *
 *     java build/ManyCampaigns.java DIRECTORY CAMPAIGNS RUNS
 *
 * Each campaign is a month later than the one before, on one of ten clusters. Its durations differ by 2 % from those of
 * the others, and its runs by 2 % from each other.
 */
public final class ManyCampaigns {
    private static final Path RECORDS = Path.of("docs/examples/paced-devices/records/runs");
    private static final int CLUSTERS = 10;

    private ManyCampaigns() {}

    public static void main(String[] args) throws IOException {
        Path directory = Path.of(args[0]);
        int campaigns = Integer.parseInt(args[1]);
        int runs = Integer.parseInt(args[2]);
        List<Path> files;
        try (Stream<Path> all = Files.list(RECORDS)) {
            files = all.filter(file -> file.toString().endsWith(".json")).sorted().toList();
        }
        Random random = new Random(1);
        for (int campaign = 0; campaign < campaigns; campaign++) {
            String name = String.format(Locale.ROOT, "campaign-%04d", campaign);
            Path into = directory.resolve(name + "/runs");
            if (Files.exists(into)) {
                continue;
            }
            Files.createDirectories(into);
            double level = Math.exp(0.02 * random.nextGaussian());
            for (int run = 0; run < runs; run++) {
                String text = Files.readString(files.get(run % files.size()));
                Files.writeString(into.resolve(run + ".json"), changed(text, name, campaign, run, level, random));
            }
        }
    }

    private static String changed(String text, String name, int campaign, int run, double level, Random random) {
        Instant start = Instant.parse("2015-01-01T00:00:00Z")
                .plus(30L * (campaign / CLUSTERS), ChronoUnit.DAYS)
                .plus(run, ChronoUnit.MINUTES);
        double factor = level * Math.exp(0.02 * random.nextGaussian());
        String elapsed = "\"elapsed\": ";
        int at = text.indexOf(elapsed) + elapsed.length();
        int end = at;
        while ("0123456789.".indexOf(text.charAt(end)) >= 0) {
            end++;
        }
        double seconds = Double.parseDouble(text.substring(at, end)) * factor;
        return (text.substring(0, at) + String.format(Locale.ROOT, "%.3f", seconds) + text.substring(end))
                .replaceFirst("\"campaign\": \"[^\"]*\"", "\"campaign\": \"" + name + "\"")
                .replaceFirst("\"run\": \"[^\"]*\"", "\"run\": \"" + run + "\"")
                .replaceFirst("\"total\": \\d+", "\"total\": 0")
                .replaceFirst("\"yarnStarted\": \"[^\"]*\"", "\"yarnStarted\": \"" + start + "\"")
                .replaceFirst("\"fs.defaultFS\": \"[^\"]*\"", "\"fs.defaultFS\": \"hdfs://cluster-" + campaign % CLUSTERS + "\"");
    }
}
