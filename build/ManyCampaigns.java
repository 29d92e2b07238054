import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
    private static final Pattern LONG = Pattern.compile("\"([^\"]{1001,})\"");
    private static final int CLUSTERS = 10;

    private ManyCampaigns() {}

    public static void main(String[] args) throws IOException {
        Path directory = Path.of(args[0]);
        int campaigns = Integer.parseInt(args[1]);
        int runs = Integer.parseInt(args[2]);
        List<String> records = new ArrayList<>();
        try (Stream<Path> all = Files.list(RECORDS)) {
            for (Path file : all.filter(file -> file.toString().endsWith(".json")).sorted().toList()) {
                records.add(shortened(Files.readString(file)));
            }
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
                String text = records.get(run % records.size());
                Files.writeString(into.resolve(run + ".json"), changed(text, name, campaign, run, level, random));
            }
        }
    }

    /** Shortens long settings of Hadoop, as campaigns do since the example was made. */
    private static String shortened(String record) {
        return LONG.matcher(record)
                .replaceAll(found -> Matcher.quoteReplacement("\"" + found.group(1).substring(0, 200) + "... ("
                        + found.group(1).length() + " characters, SHA-256 " + sha256(found.group(1)) + ")\""));
    }

    private static String sha256(String text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes()));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
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
