package org.spindlebench.runner.collect;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.conf.ConfigRedactor;
import org.apache.hadoop.conf.Configuration;
import org.spindlebench.runner.conf.HadoopValue;

/** The finished job's settings, as the JobHistoryServer's web service gives them; null where it does not answer. */
final class ConfigurationCollector implements Collector<Map<String, String>> {
    @Override
    public Map<String, String> collect(HistoryJob job) {
        Optional<JsonNode> properties =
                job.web("conf").map(json -> json.path("conf").path("property"));
        if (properties.isEmpty()) {
            return null;
        }
        Map<String, String> settings = new TreeMap<>();
        for (JsonNode property : properties.get()) {
            settings.put(property.path("name").asText(), property.path("value").asText());
        }
        return settings;
    }

    /** Those that differ from Hadoop's defaults, without secrets. */
    static Map<String, String> different(HistoryJob job, Map<String, String> settings) {
        Configuration defaults = defaults();
        ConfigRedactor redactor = new ConfigRedactor(job.configuration());
        Map<String, String> different = new TreeMap<>();
        settings.forEach((name, value) -> {
            if (!HadoopValue.same(value, defaults.getRaw(name)) && !HadoopValue.same(value, defaults.get(name))) {
                different.put(name, redactor.redact(name, value));
            }
        });
        return different;
    }

    private static Configuration defaults() {
        Configuration defaults = new Configuration(false);
        for (String resource :
                new String[] {"core-default.xml", "hdfs-default.xml", "mapred-default.xml", "yarn-default.xml"}) {
            defaults.addResource(resource);
        }
        return defaults;
    }
}
