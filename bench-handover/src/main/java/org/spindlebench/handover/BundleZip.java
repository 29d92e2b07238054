package org.spindlebench.handover;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDateTime;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.document.InvalidDocumentException;

/**
 * Writes archives, and unpacks other people's archives. It refuses entries that lead out of the directory, and archives
 * with too many entries or bytes, before it writes them. A link in an archive becomes a file with the link's text.
 */
final class BundleZip {
    private static final int LONGEST_NAME = 1000;
    private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

    private final Path archive;
    private final Path into;
    private final UnpackLimits limits;
    private final long most;
    private int entries;
    private long bytes;

    /**
     * The limits of an archive's content.
     *
     * @param entries the greatest number of entries
     * @param bytes the greatest number of unpacked bytes
     * @param ratio the greatest number of unpacked bytes for each packed byte
     */
    record UnpackLimits(int entries, long bytes, int ratio) {
        /** Space for a campaign of thousands of runs on hundreds of hosts. */
        static final UnpackLimits USUAL = new UnpackLimits(200_000, 1L << 34, 400);

        private static final long SMALL = 1 << 28;

        /** Returns limits by which the unpacked files take at most half of the free space at a directory's place. */
        UnpackLimits within(Path directory) throws IOException {
            return new UnpackLimits(
                    entries, Math.min(bytes, Files.getFileStore(directory).getUsableSpace() / 2), ratio);
        }

        /** Returns the number of bytes that a file of this size may have when it is unpacked. */
        long unpacked(long packed) {
            return Math.min(bytes, Math.max(SMALL, packed * ratio));
        }
    }

    private BundleZip(Path archive, Path into, UnpackLimits limits) throws IOException {
        this.archive = archive;
        this.into = into.toAbsolutePath().normalize();
        this.limits = limits;
        this.most = limits.unpacked(Files.size(archive));
    }

    /**
     * Writes an archive without times, owners and modes, so that equal files make equal bytes.
     *
     * @param root the directory in the archive that holds all entries
     * @param files the directory with the entries' files
     * @param names the entries, sorted
     */
    static void write(OutputStream to, String root, Path files, List<String> names) throws IOException {
        ZipOutputStream zip = new ZipOutputStream(to, StandardCharsets.UTF_8);
        for (String name : names) {
            ZipEntry entry = new ZipEntry(root + "/" + name);
            entry.setTimeLocal(NO_TIME);
            zip.putNextEntry(entry);
            Files.copy(files.resolve(name), zip);
            zip.closeEntry();
        }
        zip.finish();
    }

    /** Refuses to replace a file that is not a bundle of the same campaign. Such a bundle may be written anew. */
    static void requireNoOther(Path archive, String campaign) throws IOException {
        if (!Files.exists(archive)) {
            return;
        }
        boolean isBundle;
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            isBundle = zip.getEntry(campaign + "/" + BundleInfo.FILE) != null;
        } catch (ZipException notAnArchive) {
            isBundle = false;
        }
        if (!isBundle) {
            throw new InvalidDocumentException(archive + ": exists, and is not a bundle of " + campaign
                    + "; name another file with --out, or remove it");
        }
    }

    /**
     * Unpacks an archive into an empty directory.
     *
     * @throws InvalidDocumentException if the archive is damaged, too large or hostile
     */
    static void unpack(Path archive, Path into, UnpackLimits limits) throws IOException {
        BundleZip unpacking = new BundleZip(archive, into, limits);
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(archive), StandardCharsets.UTF_8)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                unpacking.take(entry.getName(), entry.isDirectory(), zip);
            }
            // Without its directory at the end, most programs cannot unpack an archive.
            new ZipFile(archive.toFile()).close();
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
                + " times as large unpacked as packed: not a bundle of Spindle, or no room for it here");
    }

    private void take(String name, boolean directory, InputStream in) throws IOException {
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
            copy(in, out);
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

    private void copy(InputStream in, OutputStream out) throws IOException {
        byte[] chunk = new byte[1 << 16];
        for (int got = in.read(chunk); got >= 0; got = in.read(chunk)) {
            bytes += got;
            if (bytes > most) {
                throw tooLarge(archive, limits);
            }
            out.write(chunk, 0, got);
        }
    }

    private static String shown(String name) {
        String shown = HumanText.oneLine(name);
        return "`" + (shown.length() > 100 ? shown.substring(0, 100) + "..." : shown) + "`";
    }
}
