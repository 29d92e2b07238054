package org.spindlebench.runner.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.runner.bundle.ArchiveReader.UnpackLimits;

class ArchiveReaderTest {
    private static final UnpackLimits SMALL = new UnpackLimits(10, 100_000, 400);

    @TempDir
    Path directory;

    private Path into() throws IOException {
        return Files.createDirectories(directory.resolve("into"));
    }

    /** Writes an entry as any program may write it. */
    private static byte[] entry(String name, char kind, byte[] content) {
        byte[] header = new byte[512];
        put(header, 0, name);
        put(header, 100, "0000644");
        put(header, 124, String.format(Locale.ROOT, "%011o", content.length));
        header[156] = (byte) kind;
        put(header, 157, "/etc/passwd");
        put(header, 257, "ustar");
        Arrays.fill(header, 148, 156, (byte) ' ');
        int sum = 0;
        for (byte one : header) {
            sum += one & 255;
        }
        put(header, 148, String.format(Locale.ROOT, "%06o", sum));
        header[154] = 0;
        byte[] whole = Arrays.copyOf(header, 512 + (content.length + 511) / 512 * 512);
        System.arraycopy(content, 0, whole, 512, content.length);
        return whole;
    }

    private static void put(byte[] header, int at, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(bytes, 0, header, at, bytes.length);
    }

    private Path tar(byte[]... entries) throws IOException {
        Path file = directory.resolve("made.tar.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            for (byte[] entry : entries) {
                out.write(entry);
            }
            out.write(new byte[1024]);
        }
        return file;
    }

    private Path zip(String... names) throws IOException {
        Path file = directory.resolve("made.zip");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(file))) {
            for (String name : names) {
                out.putNextEntry(new ZipEntry(name));
                out.write(name.getBytes(StandardCharsets.UTF_8));
                out.closeEntry();
            }
        }
        return file;
    }

    private void refuses(Path archive, String why) throws IOException {
        Path into = into();
        assertThatThrownBy(() -> ArchiveReader.unpack(archive, into, SMALL))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageContaining(why);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../outside",
                "/tmp/outside",
                "a/../../outside",
                "a/./b",
                "a//b",
                "..",
                ".",
                "a\\..\\b",
                "a\nb",
                "a\u001b[31m",
                "a\u009b31m",
                "a\u202eb"
            })
    void namesThatLeadElsewhereAreRefusedAndNothingIsWrittenThere(String name) throws IOException {
        refuses(tar(entry(name, '0', new byte[] {1})), "has no name that leads into the bundle");
        refuses(zip(name), "has no name that leads into the bundle");

        assertThat(directory.resolve("outside")).doesNotExist();
        assertThat(Path.of("/tmp/outside")).doesNotExist();
        assertThat(into()).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(chars = {'1', '2', '3', '4', '6', '7'})
    void linksAndDevicesAreRefused(char kind) throws IOException {
        refuses(tar(entry("link", kind, new byte[0])), "neither a file nor a directory");
        assertThat(into()).isEmptyDirectory();
    }

    @Test
    void whatIsUnpackedLeavesHalfOfTheFreeSpace() throws IOException {
        long most = new UnpackLimits(10, Long.MAX_VALUE, 400).within(directory).bytes();

        assertThat(most)
                .isPositive()
                .isLessThanOrEqualTo(Files.getFileStore(directory).getTotalSpace() / 2);
        assertThat(SMALL.within(directory)).isEqualTo(SMALL);
    }

    @Test
    void anEntryThatOccursTwiceIsRefused() throws IOException {
        byte[] entry = entry("a", '0', new byte[] {1});
        refuses(tar(entry, entry), "`a` occurs twice");
    }

    @Test
    void bombsAreRefusedBeforeTheyAreWritten() throws IOException {
        refuses(tar(entry("zeros", '0', new byte[200_000])), "times as large unpacked as packed");
        assertThat(Files.size(into().resolve("zeros"))).isLessThanOrEqualTo(100_000);
        byte[][] many = new byte[11][];
        for (int number = 0; number < many.length; number++) {
            many[number] = entry("many-" + number, '0', new byte[0]);
        }
        refuses(tar(many), "more than 10 entries");
        refuses(tar(entry("pax", 'x', new byte[70_000])), "a header of 70000 bytes");
    }

    @Test
    void aPackedFileInABundleHasALimitToo() throws IOException {
        Path packed = directory.resolve("packed.gz");
        SmallCampaign.write(packed, new byte[200_000]);

        assertThatThrownBy(() -> ArchiveReader.unpacked(packed, SMALL).transferTo(OutputStream.nullOutputStream()))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageContaining("more than 100000 bytes");
    }

    @Test
    void archivesThatAreCutOrDamagedAreRefused() throws IOException {
        Path whole = tar(entry("a", '0', "text".getBytes(StandardCharsets.UTF_8)));
        byte[] bytes = Files.readAllBytes(whole);
        for (int length = 0; length < bytes.length - 8; length += 5) {
            Path cut = directory.resolve("cut.tar.gz");
            Files.write(cut, Arrays.copyOf(bytes, length));
            Files.deleteIfExists(into().resolve("a"));
            refuses(cut, "cut off or damaged");
        }
        byte[] other = entry("a", '0', new byte[0]);
        other[0] = 'b';
        refuses(tar(other), "a header has another checksum");
        byte[] negative = entry("a", '0', new byte[0]);
        negative[124] = (byte) 0xff;
        assertThatThrownBy(() -> ArchiveReader.unpack(tar(negative), into(), SMALL))
                .isInstanceOf(InvalidDocumentException.class);
    }

    @Test
    void aDirectoryWithLinksOrTooManyFilesIsRefused() throws IOException {
        Path unpacked = Files.createDirectories(directory.resolve("unpacked"));
        Files.writeString(unpacked.resolve("a"), "text");
        ArchiveReader.check(unpacked, SMALL);
        Files.createSymbolicLink(unpacked.resolve("link"), Path.of("/etc/passwd"));

        assertThatThrownBy(() -> ArchiveReader.check(unpacked, SMALL)).hasMessageContaining("such as a link");
        Files.delete(unpacked.resolve("link"));
        assertThatThrownBy(() -> ArchiveReader.check(unpacked, new UnpackLimits(1, 1000, 1)))
                .hasMessageContaining("more than 1 entries");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.tar.gz", "a.zip"})
    void whatIsWrittenIsReadAlsoWithLongNames(String archive) throws IOException {
        Path files = directory.resolve("files");
        List<String> names = List.of("a", "b/" + "long-".repeat(40) + ".json", "b/empty");
        for (String name : names) {
            Files.createDirectories(files.resolve(name).getParent());
            Files.writeString(files.resolve(name), name.endsWith("empty") ? "" : name);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Path file = directory.resolve(archive);
        ArchiveWriter.write(file, out, "root", files, names);
        Files.write(file, out.toByteArray());

        ArchiveReader.unpack(file, into(), SMALL);

        assertThat(BundleInfo.entries(into().resolve("root"))).containsExactlyInAnyOrderElementsOf(names);
        for (String name : names) {
            assertThat(into().resolve("root").resolve(name)).hasSameTextualContentAs(files.resolve(name));
        }
    }
}
