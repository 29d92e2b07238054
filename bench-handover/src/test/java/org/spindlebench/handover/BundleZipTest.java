package org.spindlebench.handover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.handover.BundleZip.UnpackLimits;

class BundleZipTest {
    private static final UnpackLimits SMALL = new UnpackLimits(10, 100_000, 400);

    @TempDir
    Path directory;

    private Path into() throws IOException {
        return Files.createDirectories(directory.resolve("into"));
    }

    private Path zip(String... names) throws IOException {
        return zip(List.of(names), new byte[] {1});
    }

    private Path zip(List<String> names, byte[] content) throws IOException {
        Path file = directory.resolve("made.zip");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(file))) {
            for (String name : names) {
                out.putNextEntry(new ZipEntry(name));
                out.write(content);
                out.closeEntry();
            }
        }
        return file;
    }

    /** Writes an archive whose entries have the names of the last ones in another one of the same length. */
    private Path renamed(Path zip, String from, String to) throws IOException {
        String bytes = Files.readString(zip, StandardCharsets.ISO_8859_1);
        Files.writeString(zip, bytes.replace(from, to), StandardCharsets.ISO_8859_1);
        return zip;
    }

    private void refuses(Path archive, String why) throws IOException {
        Path into = into();
        assertThatThrownBy(() -> BundleZip.unpack(archive, into, SMALL))
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
        refuses(zip(name), "has no name that leads into the bundle");

        assertThat(directory.resolve("outside")).doesNotExist();
        assertThat(Path.of("/tmp/outside")).doesNotExist();
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
        refuses(renamed(zip("one", "two"), "two", "one"), "`one` occurs twice");
    }

    @Test
    void bombsAreRefusedBeforeTheyAreWritten() throws IOException {
        refuses(zip(List.of("zeros"), new byte[200_000]), "times as large unpacked as packed");
        assertThat(Files.size(into().resolve("zeros"))).isLessThanOrEqualTo(100_000);
        List<String> many =
                IntStream.range(0, 11).mapToObj(number -> "many-" + number).toList();
        refuses(zip(many, new byte[0]), "more than 10 entries");
    }

    @Test
    void archivesThatAreCutOrDamagedAreRefused() throws IOException {
        byte[] bytes = Files.readAllBytes(zip("a"));
        for (int length = 0; length < bytes.length; length += 3) {
            Path cut = directory.resolve("cut.zip");
            Files.write(cut, Arrays.copyOf(bytes, length));
            Files.deleteIfExists(into().resolve("a"));
            refuses(cut, "cut off or damaged");
        }
        Files.deleteIfExists(into().resolve("a"));
        bytes[30 + 1 + 1] ^= 1;
        Path other = directory.resolve("other.zip");
        Files.write(other, bytes);
        refuses(other, "cut off or damaged");
    }

    @Test
    void aLinkInAnArchiveBecomesItsText() throws IOException {
        Path archive = zip(List.of("link"), "/etc/passwd".getBytes(StandardCharsets.UTF_8));
        byte[] bytes = Files.readAllBytes(archive);
        int listed = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("PK\1\2");
        bytes[listed + 5] = 3;
        // The mode of a symbolic link, as Unix has it.
        bytes[listed + 40] = (byte) 0xff;
        bytes[listed + 41] = (byte) 0xa1;
        Files.write(archive, bytes);

        BundleZip.unpack(archive, into(), SMALL);

        assertThat(Files.isSymbolicLink(into().resolve("link"))).isFalse();
        assertThat(into().resolve("link")).hasContent("/etc/passwd");
    }

    @Test
    void aDirectoryWithLinksOrTooManyFilesIsRefused() throws IOException {
        Path unpacked = Files.createDirectories(directory.resolve("unpacked"));
        Files.writeString(unpacked.resolve("a"), "text");
        BundleZip.check(unpacked, SMALL);
        Files.createSymbolicLink(unpacked.resolve("link"), Path.of("/etc/passwd"));

        assertThatThrownBy(() -> BundleZip.check(unpacked, SMALL)).hasMessageContaining("such as a link");
        Files.delete(unpacked.resolve("link"));
        assertThatThrownBy(() -> BundleZip.check(unpacked, new UnpackLimits(1, 1000, 1)))
                .hasMessageContaining("more than 1 entries");
    }

    @Test
    void whatIsWrittenIsReadAlsoWithLongNames() throws IOException {
        Path files = directory.resolve("files");
        List<String> names = List.of("a", "b/" + "long-".repeat(40) + ".json", "b/empty");
        for (String name : names) {
            Files.createDirectories(files.resolve(name).getParent());
            Files.writeString(files.resolve(name), name.endsWith("empty") ? "" : name);
        }
        Path file = directory.resolve("a.zip");
        try (OutputStream out = Files.newOutputStream(file)) {
            BundleZip.write(out, "root", files, names);
        }

        BundleZip.unpack(file, into(), SMALL);

        assertThat(BundleInfo.entries(into().resolve("root"))).containsExactlyInAnyOrderElementsOf(names);
        for (String name : names) {
            assertThat(into().resolve("root").resolve(name)).hasSameTextualContentAs(files.resolve(name));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"verify a.zip", "verify --json a.zip"})
    void namesInArchivesLeaveWithoutControls(String words) throws IOException {
        String name = "s\u009b31mRED\u009d0;pwn\u009c\u202eevil";
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(directory.resolve("a.zip")))) {
            zip.putNextEntry(new ZipEntry("c/" + name));
            zip.write(1);
        }
        Session session = new Session(directory);

        session.run(words.split(" "));

        assertThat(session.out() + session.err())
                .contains("s?31mRED?0;pwn??evil")
                .doesNotContainPattern("[\u0080-\u009f\u202e]");
    }
}
