package dev.jubelet.decide.volume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.meta.LabelSelector;
import dev.jubelet.model.meta.ObjectMeta;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.node.NodeFacts;
import dev.jubelet.model.objects.LocalVolumeSource;
import dev.jubelet.model.objects.PersistentVolume;
import dev.jubelet.model.objects.PersistentVolumeClaim;
import dev.jubelet.model.objects.PersistentVolumeSpec;
import dev.jubelet.model.scheduling.NodeSelector;
import dev.jubelet.model.scheduling.NodeSelectorOperator;
import dev.jubelet.model.scheduling.NodeSelectorRequirement;
import dev.jubelet.model.scheduling.NodeSelectorTerm;
import dev.jubelet.model.volume.PersistentVolumeAccessMode;
import dev.jubelet.model.volume.PersistentVolumeClaimSpec;
import dev.jubelet.model.volume.PersistentVolumeMode;
import dev.jubelet.model.volume.VolumeResourceRequirements;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ClaimBindingTest {
  private static final NodeFacts NODE =
      new NodeFacts("node-1", Map.of("disk", "ssd"), Map.of(), Map.of(), "linux", "amd64");

  /** Words such as {@code size=1Gi class=fast mode=RWO,ROX block ref=shop/data on=hdd tier=a}. */
  private record Words(Map<String, String> map) {
    static Words of(@Nullable String text) {
      Map<String, String> map = new LinkedHashMap<>();
      for (String word : text == null ? List.<String>of() : Arrays.asList(text.split(" ", -1))) {
        int at = word.indexOf('=');
        map.put(at < 0 ? word : word.substring(0, at), at < 0 ? "" : word.substring(at + 1));
      }
      return new Words(map);
    }

    String get(String key, String otherwise) {
      return map.getOrDefault(key, otherwise);
    }

    List<PersistentVolumeAccessMode> modes() {
      return Arrays.stream(get("mode", "RWO").split(",", -1))
          .map(mode ->
              switch (mode) {
                case "RWO" -> PersistentVolumeAccessMode.READ_WRITE_ONCE;
                case "ROX" -> PersistentVolumeAccessMode.READ_ONLY_MANY;
                default -> PersistentVolumeAccessMode.READ_WRITE_MANY;
              })
          .toList();
    }

    PersistentVolumeMode volumeMode() {
      return map.containsKey("block")
          ? PersistentVolumeMode.BLOCK
          : PersistentVolumeMode.FILESYSTEM;
    }

    Map<String, Quantity> storage() {
      return Map.of("storage", Quantity.parse(get("size", "1Gi")));
    }
  }

  private static ObjectMeta meta(String name, String namespace, Map<String, String> labels) {
    return new ObjectMeta(
        name, "", namespace, "", "", 0, null, null, null, labels, Map.of(), List.of(), List.of());
  }

  private static PersistentVolume volume(String text) {
    Words words = Words.of(text);
    String name = words.map().keySet().iterator().next();
    String ref = words.get("ref", "");
    String on = words.get("on", "");
    return new PersistentVolume(
        meta(name, "", Map.of("tier", words.get("tier", "none"))),
        new PersistentVolumeSpec(
            words.storage(),
            words.modes(),
            "Retain",
            words.get("class", ""),
            words.volumeMode(),
            List.of(),
            ref.isEmpty()
                ? null
                : new PersistentVolumeSpec.ClaimReference(
                    ref.split("/", -1)[0], ref.split("/", -1)[1], ""),
            on.isEmpty() ? null : new PersistentVolumeSpec.VolumeNodeAffinity(selector(on)),
            new LocalVolumeSource("/mnt/" + name, null),
            null,
            null));
  }

  private static NodeSelector selector(String disk) {
    return new NodeSelector(
        List.of(
            new NodeSelectorTerm(
                List.of(
                    new NodeSelectorRequirement("disk", NodeSelectorOperator.IN, List.of(disk))),
                List.of())));
  }

  private static PersistentVolumeClaim claim(@Nullable String text) {
    Words words = Words.of(text);
    String tier = words.get("tier", "");
    return new PersistentVolumeClaim(
        meta("data", "shop", Map.of()),
        new PersistentVolumeClaimSpec(
            words.modes(),
            tier.isEmpty() ? null : new LabelSelector(Map.of("tier", tier), List.of()),
            new VolumeResourceRequirements(Map.of(), words.storage()),
            words.get("volume", ""),
            words.map().get("class"),
            words.volumeMode(),
            null,
            null,
            null));
  }

  private static String told(Binding binding) {
    return switch (binding) {
      case Binding.Bound bound -> bound.volume().metadata().name();
      case Binding.OwnDirectory _ -> "own";
      case Binding.Refused(String why) -> "! " + why;
    };
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // the claim names a volume
        "volume=b|a;b||b",
        "volume=c|a;b||! persistentvolume \"c\" not found",
        "volume=b|a;b ref=shop/data||b",
        "volume=b|a;b ref=shop/other||! persistentvolume \"b\" is reserved for claim shop/other",
        "volume=b|a;b|b=shop/other|! persistentvolume \"b\" is bound to claim shop/other",
        "volume=b size=2Gi|b||! persistentvolume \"b\" does not fit claim shop/data:"
            + " requested PV is too small",
        "volume=b class=fast|b||! persistentvolume \"b\" does not fit claim shop/data:"
            + " storageClassName does not match",
        "volume=b mode=RWX|b||! persistentvolume \"b\" does not fit claim shop/data:"
            + " incompatible accessMode",
        "volume=b block|b||! persistentvolume \"b\" does not fit claim shop/data:"
            + " incompatible volumeMode",
        "volume=b|b on=hdd||! persistentvolume \"b\" is not for this node:"
            + " volume node affinity conflict",
        // a volume names the claim
        "|a;b ref=shop/data||b",
        "|a;b ref=other/data||a",
        "|b ref=shop/data on=hdd||! persistentvolume \"b\" is not for this node:"
            + " volume node affinity conflict",
        // what was bound before stays
        "|a;b size=5Gi|b=shop/data|b",
        "|a|a=shop/other|own",
        "|a ref=shop/data;b|b=shop/data|a",
        // the smallest that fits
        "|a size=3Gi;b size=2Gi;c size=2Gi||b",
        "size=3Gi|a size=2Gi;b size=5Gi||b",
        "mode=RWX|a;b mode=RWO,RWX||b",
        "class=fast|a;b class=fast||b",
        "|a class=fast||own",
        "|a on=hdd;b on=ssd||b",
        "block|a;b block||b",
        "tier=x|a tier=y;b tier=x||b",
        // a directory of the node
        "|||own",
        "class=jubelet-local|||own",
        "class=fast|||! no persistent volume fits claim shop/data:"
            + " storage class \"fast\" is not one of this node",
        "block|||! no persistent volume fits claim shop/data:"
            + " volumeMode Block needs a volume of its own",
        "tier=x|||! no persistent volume fits claim shop/data:"
            + " none has the labels that it selects",
      })
  void claimGetsItsVolume(
      @Nullable String claim, @Nullable String volumes, @Nullable String before, String told) {
    List<PersistentVolume> all =
        volumes == null
            ? List.of()
            : Arrays.stream(volumes.split(";", -1)).map(ClaimBindingTest::volume).toList();
    Map<String, String> bound = before == null ? Map.of() : Words.of(before).map();
    assertThat(told(new ClaimBinding(all, bound, NODE).of(claim(claim)))).isEqualTo(told);
    assertThat(told(new ClaimBinding(all.reversed(), bound, NODE).of(claim(claim))))
        .as("in another order")
        .isEqualTo(told);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "|own",
        "class=jubelet-local|own",
        "class=fast|! no persistent volume fits claim shop/data:"
            + " storage class \"fast\" is not one of this node",
      })
  void ephemeralClaimGetsADirectory(@Nullable String claim, String told) {
    assertThat(told(ClaimBinding.ofEphemeral(claim(claim)))).isEqualTo(told);
  }
}
