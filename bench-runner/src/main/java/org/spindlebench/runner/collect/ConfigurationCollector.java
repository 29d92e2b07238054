package org.spindlebench.runner.collect;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.conf.ConfigRedactor;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.TypeConverter;
import org.apache.hadoop.mapreduce.v2.util.MRWebAppUtil;
import org.spindlebench.runner.cluster.ResourceManagerWeb;

/**
 * The finished job's settings that differ from Hadoop's defaults, as the JobHistoryServer's web service gives them; empty
 * where it does not answer.
 */
final class ConfigurationCollector implements Collector<Map<String, String>> {
    @Override
    public Map<String, String> collect(HistoryJob job) {
        MRWebAppUtil.initialize(job.configuration());
        String url = MRWebAppUtil.getJHSWebappURLWithScheme(job.configuration()) + "/ws/v1/history/mapreduce/jobs/"
                + TypeConverter.fromYarn(job.id()) + "/conf";
        Optional<JsonNode> answer = ResourceManagerWeb.get(url);
        Configuration defaults = defaults();
        ConfigRedactor redactor = new ConfigRedactor(job.configuration());
        Map<String, String> different = new TreeMap<>();
        for (JsonNode property : answer.map(json -> json.path("conf").path("property"))
                .orElseGet(com.fasterxml.jackson.databind.node.MissingNode::getInstance)) {
            String name = property.path("name").asText();
            String value = property.path("value").asText();
            if (!value.equals(defaults.getRaw(name)) && !value.equals(defaults.get(name))) {
                different.put(name, redactor.redact(name, value));
            }
        }
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
