package org.spindlebench.jobs.probe.layout;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads a host's files below a root and lists those that could not be read. Paths are absolute, as on the host itself.
 */
class HostFiles {
    private static final int MOST_LINKS = 40;
    private static final int BUFFER = 1 << 14;

    private final Path root;
    private final SortedMap<String, Finding> hidden = new TreeMap<>();

    HostFiles(Path root) {
        this.root = root;
    }

    /** A path with its links resolved, and whether anything exists there. */
    static final class Real {
        /** Whether a path exists. {@code HIDDEN} means that permissions prevent checking it. */
        enum State {
            EXISTS,
            MISSING,
            HIDDEN
        }

        private final String path;
        private final State state;

        Real(String path, State state) {
            this.path = path;
            this.state = state;
        }

        String path() {
            return path;
        }

        State state() {
            return state;
        }

        boolean exists() {
            return state == State.EXISTS;
        }
    }

    /** Returns a finding for each path that could not be read. */
    Collection<Finding> hidden() {
        return hidden.values();
    }

    Path local(String path) {
        return root.resolve(path.replaceFirst("^/+", ""));
    }

    /**
     * Returns a file's text, trimmed.
     *
     * @param tells the information that is unknown if the file cannot be read
     * @return null if the file does not exist or cannot be read
     */
    String text(String path, String tells) {
        return text(path, tells, true);
    }

    /** Returns the text like {@link #text}, for a file that some kernels refuse to read if it has no content. */
    String textIfAny(String path, String tells) {
        return text(path, tells, false);
    }

    private String text(String path, String tells, boolean failureCounts) {
        try {
            return new String(bytes(open(local(path))), StandardCharsets.UTF_8).trim();
        } catch (NoSuchFileException notThere) {
            return null;
        } catch (IOException e) {
            if (e instanceof AccessDeniedException || (failureCounts && !isBeneathAFile(e))) {
                hide(path, tells, e);
            }
            return null;
        }
    }

    // Files.readAllBytes does not work here. If a file's size appears to be 0, it first requests one byte, and files in
    // /proc/sys return no more than the first request asks for.
    private static byte[] bytes(InputStream file) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (InputStream in = file) {
            byte[] buffer = new byte[BUFFER];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                bytes.write(buffer, 0, read);
            }
        }
        return bytes.toByteArray();
    }

    /** Returns the sorted names of a directory's entries; none if the directory does not exist. */
    List<String> names(String directory, String tells) {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(local(directory))) {
            for (Path entry : entries) {
                names.add(entry.getFileName().toString());
            }
        } catch (NoSuchFileException | NotDirectoryException notThere) {
            return names;
        } catch (IOException e) {
            hide(directory, tells, e);
        }
        Collections.sort(names);
        return names;
    }

    boolean exists(String path) {
        return Files.exists(local(path));
    }

    /** Resolves links as the host would, where absolute links start at the host's root. */
    Real real(String path) {
        Deque<String> left = new ArrayDeque<>();
        push(path, left);
        List<String> done = new ArrayList<>();
        Real.State state = Real.State.EXISTS;
        int links = 0;
        while (!left.isEmpty()) {
            String name = left.pop();
            if (name.equals("..")) {
                done.subList(Math.max(0, done.size() - 1), done.size()).clear();
                continue;
            }
            done.add(name);
            String link = null;
            if (state == Real.State.EXISTS) {
                try {
                    link = target(joined(done));
                } catch (AccessDeniedException e) {
                    state = Real.State.HIDDEN;
                    hide(path, "whether it exists, and whether it is a link", e);
                } catch (IOException notThere) {
                    state = Real.State.MISSING;
                }
            }
            if (link != null) {
                if (++links > MOST_LINKS) {
                    return new Real(joined(done), Real.State.MISSING);
                }
                done.subList(link.startsWith("/") ? 0 : done.size() - 1, done.size())
                        .clear();
                push(link, left);
            }
        }
        return new Real(joined(done), state);
    }

    private String target(String path) throws IOException {
        Path local = local(path);
        return attributes(local).isSymbolicLink()
                ? Files.readSymbolicLink(local).toString()
                : null;
    }

    InputStream open(Path file) throws IOException {
        return Files.newInputStream(file);
    }

    /** Returns the attributes of a file. If the file is a link, returns the attributes of the link itself. */
    BasicFileAttributes attributes(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }

    private static void push(String path, Deque<String> to) {
        String[] names = path.split("/");
        for (int i = names.length - 1; i >= 0; i--) {
            if (!names[i].isEmpty() && !names[i].equals(".")) {
                to.push(names[i]);
            }
        }
    }

    private static String joined(List<String> names) {
        return "/" + String.join("/", names);
    }

    /** Returns whether an element of the path is a file. Then the path is missing, not hidden. */
    private static boolean isBeneathAFile(IOException e) {
        return e instanceof FileSystemException && "Not a directory".equals(((FileSystemException) e).getReason());
    }

    private void hide(String path, String tells, IOException e) {
        String reason = e instanceof AccessDeniedException ? "permission denied" : reason(e);
        hidden.putIfAbsent(
                path,
                new Finding.Builder("hidden", path)
                        .with("unknown", tells)
                        .with("reason", reason)
                        .build());
    }

    private static String reason(IOException e) {
        String reason = e instanceof FileSystemException ? ((FileSystemException) e).getReason() : e.getMessage();
        return reason == null ? e.getClass().getSimpleName() : reason;
    }
}
