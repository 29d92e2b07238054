package org.spindlebench.analysis.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.document.DigestJournal.Event;
import org.spindlebench.analysis.document.DigestJournal.Line;

class DigestJournalTest {
    @TempDir
    Path directory;

    private Path write(String name, String text) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private void keep(Set<Path> written, Set<Path> removed) throws IOException {
        DigestJournal.keep(
                directory,
                List.of(directory.resolve("plan.json")),
                List.of(directory.resolve("runs")),
                written,
                removed);
    }

    private List<String> events() throws IOException {
        return DigestJournal.read(directory.resolve("digests")).lines().stream()
                .map(line -> line.event() + " " + line.file())
                .toList();
    }

    @Test
    void whatIsWrittenIsNotedOnceAndWhatIsFoundLaterIsLate() throws IOException {
        write("plan.json", "plan");
        keep(Set.of(), Set.of());
        Path one = write("runs/one.json", "one");
        keep(Set.of(one), Set.of());
        keep(Set.of(), Set.of());
        write("runs/found.gz", "found");
        write("runs/.hidden.json", "hidden");
        write("plan.json", "changed");
        Path two = write("runs/two.json", "two");
        keep(Set.of(two), Set.of());
        Files.delete(one);
        keep(Set.of(), Set.of(one));
        write("runs/one.json", "again");
        keep(Set.of(), Set.of());

        assertThat(events())
                .containsExactly(
                        "WRITTEN plan.json",
                        "WRITTEN runs/one.json",
                        "LATE plan.json",
                        "LATE runs/found.gz",
                        "WRITTEN runs/two.json",
                        "REMOVED runs/one.json",
                        "LATE runs/one.json");
        Line last = DigestJournal.read(directory.resolve("digests"))
                .last("runs/two.json")
                .orElseThrow();
        assertThat(last.digest()).isEqualTo(DigestJournal.sha256(two));
        assertThat(DigestJournal.sha256(write("x/empty", "")))
                .isEqualTo("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    }

    @Test
    void aLineThatIsChangedRemovedInsertedOrMovedIsFound() throws IOException {
        DigestJournal journal = new DigestJournal();
        for (int line = 1; line <= 4; line++) {
            journal.add(Event.WRITTEN, "file-" + line, "0".repeat(63) + line);
        }
        Path file = write("digests", journal.text());
        assertThat(DigestJournal.read(file).end()).isEqualTo(journal.end());
        List<String> lines = journal.text().lines().toList();

        List<List<String>> forged = new ArrayList<>();
        forged.add(List.of(lines.get(0), lines.get(1).replace("file-2", "file-9"), lines.get(2), lines.get(3)));
        forged.add(List.of(lines.get(0), lines.get(1).replace("0002 ", "0003 "), lines.get(2), lines.get(3)));
        forged.add(List.of(lines.get(0), lines.get(2), lines.get(3)));
        forged.add(List.of(lines.get(1), lines.get(2), lines.get(3)));
        forged.add(List.of(lines.get(1), lines.get(0), lines.get(2), lines.get(3)));
        forged.add(List.of(lines.get(0), lines.get(0), lines.get(1)));
        forged.add(List.of(lines.get(0).replace("written", "late"), lines.get(1)));
        forged.add(List.of("no line"));
        for (List<String> forgery : forged) {
            Files.writeString(file, String.join("\n", forgery) + "\n");
            assertThatThrownBy(() -> DigestJournal.read(file)).isInstanceOf(InvalidDocumentException.class);
        }
    }

    @Test
    void aDamagedJournalIsLeftAsItIs() throws IOException {
        write("plan.json", "plan");
        Path journal = write("digests", "damaged\n");

        assertThatThrownBy(() -> keep(Set.of(), Set.of())).isInstanceOf(InvalidDocumentException.class);
        assertThat(journal).hasContent("damaged\n");
    }
}
