package org.spindlebench.it.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Writes one of Hadoop's `*-site.xml` files. */
final class SiteXml {
    private SiteXml() {}

    static void write(Path file, Map<String, String> settings) throws IOException {
        StringBuilder xml = new StringBuilder("<?xml version=\"1.0\"?>\n<configuration>\n");
        new TreeMap<>(settings).forEach((key, value) -> xml.append("  <property><name>")
                .append(key)
                .append("</name><value>")
                .append(escape(value))
                .append("</value></property>\n"));
        Files.createDirectories(file.getParent());
        Files.writeString(file, xml.append("</configuration>\n"));
    }

    private static String escape(String value) {
        return value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
