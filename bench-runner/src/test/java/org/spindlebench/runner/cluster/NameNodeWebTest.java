package org.spindlebench.runner.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.spindlebench.runner.cluster.NameNodeWeb.DataNodeAddress;

class NameNodeWebTest {
    private static final String LIVE = "{\"worker-1:9866\":{\"infoAddr\":\"10.0.0.1:9864\","
            + "\"infoSecureAddr\":\"10.0.0.1:9865\",\"adminState\":\"In Service\"},"
            + "\"worker-2:9866\":{\"adminState\":\"Decommissioned\"}}";

    @Test
    void dataNodesGoByTheirHostsWithThePortOfTheirWebService() {
        assertThat(NameNodeWeb.dataNodes(LIVE, "http"))
                .containsExactly(
                        new DataNodeAddress("worker-1", "worker-1:9866", "http://worker-1:9864", true),
                        new DataNodeAddress("worker-2", "worker-2:9866", null, false));
        assertThat(NameNodeWeb.dataNodes(LIVE, "https"))
                .first()
                .isEqualTo(new DataNodeAddress("worker-1", "worker-1:9866", "https://worker-1:9865", true));
    }

    @Test
    void nothingIsKnownFromWhatIsNoJson() {
        assertThat(NameNodeWeb.dataNodes("<html>", "http")).isEmpty();
        assertThat(NameNodeWeb.dataNodes("{}", "http")).isEmpty();
    }

    @Test
    void whatIsLeftIsToldByTypeOfStorage() throws Exception {
        String stats = "{\"beans\":[{\"name\":\"Hadoop:service=NameNode,name=BlockStats\",\"StorageTypeStats\":["
                + "{\"key\":\"SSD\",\"value\":{\"capacityRemaining\":70,\"capacityTotal\":100,\"nodesInService\":2}},"
                + "{\"key\":\"DISK\",\"value\":{\"capacityRemaining\":9000000000000}},{\"key\":\"ARCHIVE\",\"value\":{}}]}]}";
        assertThat(NameNodeWeb.remainingByType(new ObjectMapper().readTree(stats)))
                .containsOnly(Map.entry("SSD", 70L), Map.entry("DISK", 9_000_000_000_000L));
        assertThat(NameNodeWeb.remainingByType(new ObjectMapper().readTree("{\"beans\":[]}")))
                .isEmpty();
    }

    @Test
    void theBytesOfAHostsDataNodesAreAddedUpWhereAllAreKnown() {
        String live = "{\"a:1\":{\"capacity\":10,\"remaining\":1},\"a:2\":{\"capacity\":20,\"remaining\":2},"
                + "\"b:1\":{\"capacity\":5,\"remaining\":3},\"b:2\":{\"remaining\":4}}";
        assertThat(NameNodeWeb.byHost(live, "capacity")).containsOnly(Map.entry("a", 30L));
        assertThat(NameNodeWeb.byHost(live, "remaining")).containsOnly(Map.entry("a", 3L), Map.entry("b", 7L));
        assertThat(NameNodeWeb.byHost("<html>", "capacity")).isEmpty();
    }
}
