package dev.jubelet.runtime.oci;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.runtime.config.LinuxResources;
import dev.jubelet.runtime.oci.input.HostFacts;
import dev.jubelet.runtime.oci.input.Rlimit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResourceLimitsTest {
  private static final List<String> WITHOUT_SYS_RESOURCE =
      SpecCapabilities.named(-1).stream().filter(name -> !name.equals("CAP_SYS_RESOURCE")).toList();
  private final Requests request = new Requests();

  @Test
  void saysNothingWhereNothingIsSaid() {
    assertThat(text().at("linux.resources"))
        .isEqualTo("{\"devices\":[{\"allow\":false,\"access\":\"rwm\"}]}");
  }

  @Test
  void limitsCpuAndMemory() {
    request.resources =
        new LinuxResources(100000, 50000, 512, 1024, 2048, 0, "0-1", "0", Map.of(), Map.of());
    assertThat(text().at("linux.resources.cpu"))
        .isEqualTo(
            "{\"shares\":512,\"quota\":50000,\"period\":100000,\"cpus\":\"0-1\",\"mems\":\"0\"}");
    assertThat(text().at("linux.resources.memory")).isEqualTo("{\"limit\":1024,\"swap\":2048}");
  }

  @ParameterizedTest
  @CsvSource({
    "1024,0,true,'{\"limit\":1024,\"swap\":1024}'",
    "1024,-1,true,'{\"limit\":1024,\"swap\":-1}'",
    "1024,2048,false,'{\"limit\":1024}'",
    "0,2048,true,''",
  })
  void swapsOnlyWhenAskedAndCounted(long memory, long swap, boolean counted, String json) {
    request.resources = new LinuxResources(0, 0, 0, memory, swap, 0, "", "", Map.of(), Map.of());
    request.swapAccounting = counted;
    assertThat(text().at("linux.resources.memory")).isEqualTo(json);
  }

  @Test
  void limitsHugePagesWhereTheNodeCan() {
    request.resources = hugepages(Map.of("2MB", 4194304L));
    assertThat(text().at("linux.resources.hugepageLimits"))
        .isEqualTo("[{\"pageSize\":\"2MB\",\"limit\":4194304}]");
    request.hugetlb = false;
    assertThat(text().at("linux.resources.hugepageLimits")).isEmpty();
    assertThat(request.spec().notes()).singleElement().asString().contains("2MB");
    request.resources = hugepages(Map.of("2MB", 0L));
    assertThat(request.spec().notes()).isEmpty();
  }

  @Test
  void passesValuesOfTheOneTreeOnlyToIt() {
    request.resources =
        new LinuxResources(0, 0, 0, 0, 0, 0, "", "", Map.of(), Map.of("memory.high", "1024"));
    assertThat(text().at("linux.resources.unified")).isEqualTo("{\"memory.high\":\"1024\"}");
    request.unified = false;
    assertThat(text().at("linux.resources.unified")).isEmpty();
    assertThat(request.spec().notes()).singleElement().asString().contains("memory.high");
  }

  @Test
  void tellsWhatToUpdate() {
    LinuxResources wanted =
        new LinuxResources(0, 0, 512, 1024, 0, -500, "", "", Map.of(), Map.of());
    assertThat(ResourceLimits.update(wanted, request.machine()).json())
        .isEqualTo("{\"memory\":{\"limit\":1024,\"swap\":1024},\"cpu\":{\"shares\":512}}");
  }

  @ParameterizedTest
  @CsvSource({
    "-997,0,true,-997,0",
    "-997,0,false,0,1",
    "-997,-998,false,-997,0",
    "500,100,false,500,0",
    "50,100,false,100,1",
    "5000,0,true,1000,0",
  })
  void sparesNobodyMoreThanItMay(int wanted, int own, boolean may, int given, int notes) {
    request.resources = new LinuxResources(0, 0, 0, 0, 0, wanted, "", "", Map.of(), Map.of());
    request.ownOomScoreAdj = own;
    request.capabilities = may ? SpecCapabilities.named(-1) : WITHOUT_SYS_RESOURCE;
    assertThat(text().at("process.oomScoreAdj")).isEqualTo(Integer.toString(given));
    assertThat(request.spec().notes()).hasSize(notes);
  }

  @Test
  void raisesNoLimitThatItMayNot() {
    request.limits =
        new HostFacts.Limits(
            List.of(new Rlimit("RLIMIT_NOFILE", 2048, -1), new Rlimit("RLIMIT_CORE", 0, 0)),
            List.of(new Rlimit("RLIMIT_NOFILE", 256, 1024)));
    assertThat(text().objects("process.rlimits"))
        .contains("{\"type\":\"RLIMIT_NOFILE\",\"soft\":2048,\"hard\":18446744073709551615}");
    request.capabilities = WITHOUT_SYS_RESOURCE;
    assertThat(text().objects("process.rlimits"))
        .containsExactly(
            "{\"type\":\"RLIMIT_NOFILE\",\"soft\":1024,\"hard\":1024}",
            "{\"type\":\"RLIMIT_CORE\",\"soft\":0,\"hard\":0}");
    assertThat(request.spec().notes()).singleElement().asString().contains("RLIMIT_NOFILE is 1024");
  }

  private static LinuxResources hugepages(Map<String, Long> limits) {
    return new LinuxResources(0, 0, 0, 0, 0, 0, "", "", limits, Map.of());
  }

  private SpecText text() {
    return new SpecText(request.spec());
  }
}
