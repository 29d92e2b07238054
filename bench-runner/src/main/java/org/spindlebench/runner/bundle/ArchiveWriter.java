package org.spindlebench.runner.bundle;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Writes archives without times, owners and modes of files, so that equal entries make equal bytes. */
final class ArchiveWriter {
    private static final int BLOCK = 512;
    private static final int LONGEST_NAME = 100;
    private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

    private ArchiveWriter() {}

    /** Checks whether a file's name says that it is an archive that can be written and read. */
    static boolean isArchive(Path file) {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        return isZip(file) || name.endsWith(".tar.gz") || name.endsWith(".tgz");
    }

    static boolean isZip(Path file) {
        return String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT).endsWith(".zip");
    }

    /**
     * Writes an archive.
     *
     * @param archive the file, whose name says which kind of archive
     * @param root the directory in the archive that holds all entries
     * @param files the directory with the entries' files
     * @param names the entries, sorted
     */
    static void write(Path archive, OutputStream to, String root, Path files, List<String> names) throws IOException {
        if (isZip(archive)) {
            ZipOutputStream zip = new ZipOutputStream(to, StandardCharsets.UTF_8);
            for (String name : names) {
                ZipEntry entry = new ZipEntry(root + "/" + name);
                entry.setTimeLocal(NO_TIME);
                zip.putNextEntry(entry);
                Files.copy(files.resolve(name), zip);
                zip.closeEntry();
            }
            zip.finish();
            return;
        }
        GZIPOutputStream tar = new GZIPOutputStream(to, 1 << 16);
        for (String name : names) {
            writeTarEntry(tar, root + "/" + name, files.resolve(name));
        }
        tar.write(new byte[2 * BLOCK]);
        tar.finish();
    }

    private static void writeTarEntry(OutputStream tar, String name, Path file) throws IOException {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        String shortName = name;
        if (bytes.length > LONGEST_NAME || bytes.length != name.length()) {
            byte[] longName = extended("path", name);
            tar.write(header("long-name", longName.length, 'x'));
            tar.write(longName);
            pad(tar, longName.length);
            shortName = "see-long-name";
        }
        long size = Files.size(file);
        tar.write(header(shortName, size, '0'));
        Files.copy(file, tar);
        pad(tar, size);
    }

    /** Returns a record of a header of POSIX's pax format, which begins with its own length. */
    private static byte[] extended(String key, String value) {
        int rest = (" " + key + "=" + value + "\n").getBytes(StandardCharsets.UTF_8).length;
        int length = rest + 1;
        while (length != rest + Integer.toString(length).length()) {
            length++;
        }
        return (length + " " + key + "=" + value + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] header(String name, long size, char kind) {
        byte[] header = new byte[BLOCK];
        put(header, 0, name);
        put(header, 100, "0000644");
        put(header, 108, "0000000");
        put(header, 116, "0000000");
        put(header, 124, String.format(Locale.ROOT, "%011o", size));
        put(header, 136, "00000000000");
        Arrays.fill(header, 148, 156, (byte) ' ');
        header[156] = (byte) kind;
        put(header, 257, "ustar");
        put(header, 263, "00");
        int sum = 0;
        for (byte one : header) {
            sum += one & 255;
        }
        put(header, 148, String.format(Locale.ROOT, "%06o", sum));
        header[154] = 0;
        return header;
    }

    private static void put(byte[] header, int at, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(bytes, 0, header, at, bytes.length);
    }

    private static void pad(OutputStream tar, long size) throws IOException {
        tar.write(new byte[(int) ((BLOCK - size % BLOCK) % BLOCK)]);
    }
}
