package org.spindlebench.runner.console;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import org.spindlebench.analysis.cost.PriceList;

/** Writes campaigns as a site of files. The module bench-site implements it. */
public interface Site {
    /**
     * What a site is made of.
     *
     * @param results campaigns, directories of campaigns, and files of other tools
     * @param prices the prices of setups; null for those that each campaign names
     * @param hidesNames whether made-up names replace those of hosts, users, queues, paths and clusters
     * @param follows whether to write anew until every campaign has ended
     */
    record SiteRequest(List<Path> results, Path out, PriceList prices, boolean hidesNames, boolean follows) {
        public SiteRequest {
            results = List.copyOf(results);
        }
    }

    /** Writes the site, or what is new in it. Prints what it has, or why there is none. */
    ExitCode write(Console console, SiteRequest request);

    /** Returns the implementation on the class path; empty if there is none. */
    static Optional<Site> find() {
        return ServiceLoader.load(Site.class, Site.class.getClassLoader()).findFirst();
    }
}
