package org.spindlebench.runner.bundle;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.document.InvalidDocumentException;

/**
 * Unpacks archives of others. It refuses entries that lead out of the directory, links and devices, and archives with too
 * many entries or bytes, before it writes what is refused.
 */
final class ArchiveReader {
    private static final int BLOCK = 512;
    private static final int LONGEST_NAME = 1000;
    private static final int LONGEST_HEADER = 1 << 16;

    private final Path archive;
    private final Path into;
    private final UnpackLimits limits;
    private final long most;
    private int entries;
    private long bytes;

    /**
     * What an archive may hold.
     *
     * @param entries their greatest number
     * @param bytes the greatest number of unpacked bytes
     * @param ratio the greatest number of unpacked bytes for each packed one
     */
    record UnpackLimits(int entries, long bytes, int ratio) {
        /** Room for a campaign of thousands of runs on hundreds of hosts. */
        static final UnpackLimits USUAL = new UnpackLimits(200_000, 1L << 34, 400);

        private static final long SMALL = 1 << 28;

        /** Returns limits by which what is unpacked takes at most half of the free space at a directory's place. */
        UnpackLimits within(Path directory) throws IOException {
            return new UnpackLimits(
                    entries, Math.min(bytes, Files.getFileStore(directory).getUsableSpace() / 2), ratio);
        }

        /** Returns how many bytes a file of this size may have when it is unpacked. */
        long unpacked(long packed) {
            return Math.min(bytes, Math.max(SMALL, packed * ratio));
        }
    }

    private ArchiveReader(Path archive, Path into, UnpackLimits limits) throws IOException {
        this.archive = archive;
        this.into = into.toAbsolutePath().normalize();
        this.limits = limits;
        this.most = limits.unpacked(Files.size(archive));
    }

    /**
     * Unpacks an archive into an empty directory.
     *
     * @throws InvalidDocumentException if the archive is damaged, too large or hostile
     */
    static void unpack(Path archive, Path into, UnpackLimits limits) throws IOException {
        ArchiveReader reader = new ArchiveReader(archive, into, limits);
        try (InputStream file = Files.newInputStream(archive)) {
            if (ArchiveWriter.isZip(archive)) {
                reader.unpackZip(new ZipInputStream(file, StandardCharsets.UTF_8));
            } else {
                reader.unpackTar(new GZIPInputStream(file, 1 << 16));
            }
        } catch (EOFException | ZipException | IllegalArgumentException damaged) {
            throw new InvalidDocumentException(
                    archive + ": the archive is cut off or damaged"
                            + (damaged.getMessage() == null ? "" : ": " + damaged.getMessage()),
                    damaged);
        }
    }

    /** Checks a directory in the same way, because others may have unpacked an archive with other programs. */
    static void check(Path directory, UnpackLimits limits) throws IOException {
        int entries = 0;
        long bytes = 0;
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : (Iterable<Path>) all::iterator) {
                boolean isDirectory = Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
                if (!isDirectory && !Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
                    throw new InvalidDocumentException(path + ": neither a file nor a directory, such as a link");
                }
                entries++;
                bytes += isDirectory ? 0 : Files.size(path);
                if (entries > limits.entries() || bytes > limits.bytes()) {
                    throw tooLarge(directory, limits);
                }
            }
        }
    }

    private static InvalidDocumentException tooLarge(Path what, UnpackLimits limits) {
        return new InvalidDocumentException(what + ": more than " + limits.entries() + " entries, more than "
                + limits.bytes() + " bytes, or more than " + limits.ratio()
                + " times as large unpacked as packed: no bundle of Spindle, or no room for it here");
    }

    private void unpackZip(ZipInputStream zip) throws IOException {
        for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
            take(entry.getName(), entry.isDirectory(), zip, Long.MAX_VALUE);
        }
    }

    private void unpackTar(InputStream tar) throws IOException {
        String longName = null;
        for (byte[] header = block(tar); header != null && header[0] != 0; header = block(tar)) {
            requireSum(header);
            long size = octal(header, 124, 12);
            String name = longName == null ? shortName(header) : longName;
            longName = null;
            switch (header[156]) {
                case '0', 0 -> take(name, false, tar, size);
                case '5' -> take(name, true, tar, 0);
                case 'x' -> longName = longName(tar, size);
                case 'L' -> longName = text(header(tar, size), 0, (int) size);
                default ->
                    throw new InvalidDocumentException(archive + ": the entry " + shown(name)
                            + " is neither a file nor a directory, such as a link");
            }
            skipPadding(tar, size);
        }
        // Whether the archive is whole shows only at its end.
        copy(tar, Long.MAX_VALUE, OutputStream.nullOutputStream());
    }

    private static byte[] block(InputStream tar) throws IOException {
        byte[] block = tar.readNBytes(BLOCK);
        if (block.length > 0 && block.length < BLOCK) {
            throw new EOFException("the last header is not whole");
        }
        return block.length == 0 ? null : block;
    }

    private static void requireSum(byte[] header) throws ZipException {
        int sum = 0;
        for (int at = 0; at < BLOCK; at++) {
            sum += at >= 148 && at < 156 ? ' ' : header[at] & 255;
        }
        if (sum != octal(header, 148, 8)) {
            throw new ZipException("a header has another checksum");
        }
    }

    private static long octal(byte[] header, int from, int length) throws ZipException {
        String text = text(header, from, length).strip();
        if (!text.matches("[0-7]{1,11}")) {
            throw new ZipException("a header has no octal number");
        }
        return Long.parseLong(text, 8);
    }

    private static String shortName(byte[] header) {
        String prefix = text(header, 345, 155);
        String name = text(header, 0, 100);
        return prefix.isEmpty() ? name : prefix + "/" + name;
    }

    private static String text(byte[] header, int from, int length) {
        int end = from;
        while (end < from + length && header[end] != 0) {
            end++;
        }
        return new String(header, from, end - from, StandardCharsets.UTF_8);
    }

    /** Returns the name in a header of the pax format; null if it has none. */
    private String longName(InputStream tar, long size) throws IOException {
        for (String line : new String(header(tar, size), StandardCharsets.UTF_8).split("\n", -1)) {
            int path = line.indexOf(" path=");
            if (path > 0) {
                return line.substring(path + " path=".length());
            }
        }
        return null;
    }

    private byte[] header(InputStream tar, long size) throws IOException {
        if (size > LONGEST_HEADER) {
            throw new InvalidDocumentException(archive + ": a header of " + size + " bytes");
        }
        byte[] header = tar.readNBytes((int) size);
        if (header.length < size) {
            throw new EOFException("a header is not whole");
        }
        return header;
    }

    private static void skipPadding(InputStream tar, long size) throws IOException {
        tar.skipNBytes((BLOCK - size % BLOCK) % BLOCK);
    }

    private void take(String name, boolean directory, InputStream in, long size) throws IOException {
        entries++;
        if (entries > limits.entries()) {
            throw tooLarge(archive, limits);
        }
        Path file = inside(name);
        if (directory) {
            Files.createDirectories(file);
            return;
        }
        Files.createDirectories(file.getParent());
        try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW)) {
            copy(in, size, out);
        } catch (FileAlreadyExistsException twice) {
            throw new InvalidDocumentException(archive + ": the entry " + shown(name) + " occurs twice", twice);
        }
    }

    /** Returns the path of an entry in the directory. */
    private Path inside(String name) {
        List<String> parts = List.of((name.endsWith("/") ? name.substring(0, name.length() - 1) : name).split("/", -1));
        boolean plain = name.length() <= LONGEST_NAME
                && name.indexOf('\\') < 0
                && !HumanText.hasControl(name)
                && parts.stream().noneMatch(part -> part.isEmpty() || part.equals(".") || part.equals(".."));
        Path file = plain ? into.resolve(name).normalize() : into;
        if (!plain || !file.startsWith(into)) {
            throw new InvalidDocumentException(
                    archive + ": the entry " + shown(name) + " has no name that leads into the bundle");
        }
        return file;
    }

    private void copy(InputStream in, long size, OutputStream out) throws IOException {
        byte[] chunk = new byte[1 << 16];
        long left = size;
        while (left > 0) {
            int got = in.read(chunk, 0, (int) Math.min(chunk.length, left));
            if (got < 0) {
                break;
            }
            bytes += got;
            if (bytes > most) {
                throw tooLarge(archive, limits);
            }
            out.write(chunk, 0, got);
            left -= got;
        }
        if (left > 0 && size != Long.MAX_VALUE) {
            throw new EOFException("an entry is not whole");
        }
    }

    private static String shown(String name) {
        String shown = HumanText.oneLine(name);
        return "`" + (shown.length() > 100 ? shown.substring(0, 100) + "..." : shown) + "`";
    }

    /** Returns an unpacked stream of a packed file in a bundle, which fails at more bytes than any measurement has. */
    static InputStream unpacked(Path file, UnpackLimits limits) throws IOException {
        InputStream packed = Files.newInputStream(file);
        try {
            return new Capped(new GZIPInputStream(packed, 1 << 16), file, limits);
        } catch (IOException damaged) {
            packed.close();
            throw damaged;
        }
    }

    private static final class Capped extends FilterInputStream {
        private final Path file;
        private final UnpackLimits limits;
        private final long most;
        private long taken;

        Capped(InputStream in, Path file, UnpackLimits limits) throws IOException {
            super(in);
            this.file = file;
            this.limits = limits;
            this.most = limits.unpacked(Files.size(file));
        }

        @Override
        public int read() throws IOException {
            int next = super.read();
            count(next < 0 ? 0 : 1);
            return next;
        }

        @Override
        public int read(byte[] to, int from, int length) throws IOException {
            int got = super.read(to, from, length);
            count(Math.max(0, got));
            return got;
        }

        private void count(int more) {
            taken += more;
            if (taken > most) {
                throw tooLarge(file, limits);
            }
        }
    }
}
