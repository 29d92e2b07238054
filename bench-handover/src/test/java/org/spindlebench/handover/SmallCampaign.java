package org.spindlebench.handover;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.spindlebench.analysis.report.Reports;

/** Copies of the campaign that was recorded for the documents, with few of its runs, and bundles of them. */
final class SmallCampaign {
    static final String DFSIO = "runs/001-dfsio-write-none-containers_per_node-4-mixed.json";
    static final String TERASORT = "runs/003-terasort-none-containers_per_node-4-mixed.json";

    private static final Path RECORDED = Path.of("../docs/examples/paced-devices/records");

    private SmallCampaign() {}

    /** Copies the campaign with the runs whose numbers are given, and with other texts. */
    static Path copy(Path into, List<String> numbers, UnaryOperator<String> texts) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(RECORDED)) {
            files = all.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) {
            String name = RECORDED.relativize(file).toString();
            boolean wanted = !name.startsWith("runs/")
                    || numbers.contains(name.substring("runs/".length()).split("-", 2)[0]);
            if (wanted) {
                write(into.resolve(name), texts.apply(text(file)));
            }
        }
        return into;
    }

    static Path copy(Path into, String... numbers) throws IOException {
        return copy(into, List.of(numbers), UnaryOperator.identity());
    }

    /** Returns a file's text, unpacked. Bytes that are no text are kept, one as each character. */
    static String text(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        if (file.toString().endsWith(".gz")) {
            try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
                bytes = in.readAllBytes();
            }
        }
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    static void write(Path file, String text) throws IOException {
        write(file, text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Writes a file, packed if its name says so. */
    static void write(Path file, byte[] content) throws IOException {
        byte[] bytes = content;
        if (file.toString().endsWith(".gz")) {
            ByteArrayOutputStream packed = new ByteArrayOutputStream();
            try (OutputStream out = new GZIPOutputStream(packed)) {
                out.write(content);
            }
            bytes = packed.toByteArray();
        }
        Files.createDirectories(file.getParent());
        Files.write(file, bytes);
    }

    /** Puts a bundle of a campaign together in a directory, without packing it. */
    static Path staged(Path campaign, Path into) throws Exception {
        Files.createDirectories(into);
        Bundler.stage(
                campaign.toAbsolutePath().normalize(),
                true,
                into.toAbsolutePath().normalize());
        return into;
    }

    static List<String> alterations(Path bundle) throws IOException {
        return Verification.of(bundle).alterations();
    }

    /** Makes the report and the digests anew, as a forger would who knows how bundles are made. */
    static void remakeAll(Path bundle) throws IOException {
        Files.writeString(bundle.resolve(BundleInfo.REPORT), Reports.json(Bundler.figures(bundle)));
        BundleInfo.writeDigests(bundle);
    }
}
