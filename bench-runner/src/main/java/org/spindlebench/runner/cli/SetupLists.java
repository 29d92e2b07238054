package org.spindlebench.runner.cli;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.spindlebench.analysis.cost.StorageTerms;
import org.spindlebench.runner.conf.ConfFinder;
import org.spindlebench.runner.conf.ConfKind;
import org.spindlebench.runner.conf.Location;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.SetupReader;
import org.spindlebench.runner.conf.StorageSetup;
import org.spindlebench.runner.plan.MeasuredSetups;
import org.spindlebench.runner.plan.SetupFigures;
import org.spindlebench.runner.plan.SetupTable;

/** What {@code list setups} prints: names and descriptions, or what the nodes of each have. */
final class SetupLists {
    private final ConfFinder finder;
    private final Wiring wiring;
    private final Problems problems;

    SetupLists(Wiring wiring, Problems problems) {
        this.wiring = wiring;
        this.finder = new ConfFinder(ConfKind.SETUP, wiring.directory());
        this.problems = problems;
    }

    /** The list as text or JSON; empty, with problems, where a setup that it needs cannot be read. */
    Optional<String> print(Commands.ListNames command) {
        if (command.verbose) {
            MeasuredSetups measured = measured(command);
            List<SetupFigures> figures = figures(command.names.isEmpty() ? finder.names() : command.names).stream()
                    .map(setup -> setup.with(measured))
                    .toList();
            return Optional.of(command.json ? NameLists.json(figures) : SetupTable.text(figures));
        }
        Map<String, String> names = command.names.isEmpty() ? all() : chosen(command.names);
        return Optional.of(command.json ? NameLists.json(NameLists.named(names)) : NameLists.text(names));
    }

    /** What was measured of them; nothing, with a problem, where the file cannot be read. */
    private MeasuredSetups measured(Commands.ListNames command) {
        String out = Objects.requireNonNullElse(command.out, RunOptions.DEFAULT_OUT);
        return wiring.path("--out", out, problems)
                .flatMap(found -> new MeasuredFile(problems).read(found.resolve(MeasuredSetups.FILE)))
                .orElse(MeasuredSetups.NONE);
    }

    private List<SetupFigures> figures(Collection<String> names) {
        List<SetupFigures> figures = new ArrayList<>();
        for (String name : names) {
            setup(name, problems)
                    .map(setup -> SetupFigures.of(setup, StorageTerms.DEFAULT.replication()))
                    .ifPresent(figures::add);
        }
        return figures;
    }

    private Map<String, String> all() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put(RunOptions.DEFAULT_SETUP, "the cluster as it is; with --setup NAME it is recorded under another name");
        for (String name : finder.names()) {
            Optional<StorageSetup> setup = setup(name, new Problems());
            all.put(
                    name,
                    setup.map(StorageSetup::description)
                            .orElse("cannot be read; why: " + Invocation.of("list", "setups", "--verbose", name)));
        }
        return all;
    }

    private Map<String, String> chosen(List<String> names) {
        Map<String, String> chosen = new LinkedHashMap<>();
        names.forEach(name -> setup(name, problems).ifPresent(setup -> chosen.put(name, setup.description())));
        return chosen;
    }

    private Optional<StorageSetup> setup(String name, Problems found) {
        Problems notFound = new Problems();
        Optional<ConfFinder.Text> file = finder.find(name, notFound);
        // Here the name is no value of an option.
        notFound.list()
                .forEach(problem -> found.add(
                        problem.location().equals(Location.COMMAND_LINE) ? problem.withKey("list setups") : problem));
        return file.flatMap(text -> SetupReader.read(text.source(), text.content(), found));
    }
}
