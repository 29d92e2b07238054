package org.spindlebench.runner.plan;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.spindlebench.runner.conf.ByteSize;
import org.spindlebench.runner.conf.RunSetting;

/** Names runs so that they sort in the order of execution and show what they are. */
final class RunIds {
    private static final int LEAST_DIGITS = 3;

    private final int digits;
    private final boolean showSize;
    private final Set<String> varied;

    RunIds(int total, List<Cell> cells) {
        digits = Math.max(LEAST_DIGITS, Integer.toString(total).length());
        showSize = cells.stream().map(Cell::size).distinct().count() > 1;
        varied = RunSetting.byLabel().keySet().stream()
                .filter(name -> cells.stream()
                                .map(cell -> cell.settings().getOrDefault(name, ""))
                                .distinct()
                                .count()
                        > 1)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    String of(int index, Cell cell) {
        String number = Integer.toString(index);
        StringBuilder id = new StringBuilder("0".repeat(digits - number.length()))
                .append(number)
                .append('-')
                .append(cell.job())
                .append('-')
                .append(cell.compression().label());
        Map<String, String> settings = cell.settings();
        varied.stream()
                .filter(settings::containsKey)
                .forEach(name -> id.append('-').append(name).append('-').append(fileSafe(settings.get(name))));
        return showSize
                ? id.append('-').append(ByteSize.format(cell.size().bytes())).toString()
                : id.toString();
    }

    private static String fileSafe(String value) {
        return value.replaceAll("[^A-Za-z0-9._]", "_");
    }
}
