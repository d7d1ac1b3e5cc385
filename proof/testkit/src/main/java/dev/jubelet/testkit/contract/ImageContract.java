package dev.jubelet.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedImage;
import dev.jubelet.model.runtime.config.ImageSpec;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.Images;
import org.junit.jupiter.api.Test;

/** Images; the contract never needs a registry. */
public interface ImageContract extends ContractPart {
  private Images images() {
    return bench().runtime().images();
  }

  private ImageSpec busybox() {
    return ImageSpec.of(bench().subject().busybox());
  }

  private ImageSpec absent() {
    return ImageSpec.of(bench().subject().absentImage());
  }

  @Test
  default void presentImageIsFoundByItsName() {
    ObservedImage image = images().status(busybox()).orElseThrow();
    assertThat(image.repoTags()).contains(busybox().image());
    assertThat(image.sizeBytes()).isPositive();
  }

  @Test
  default void presentImageIsFoundByItsId() {
    ObservedImage image = images().status(busybox()).orElseThrow();
    assertThat(images().status(ImageSpec.of(image.id())).map(ObservedImage::id))
        .contains(image.id());
  }

  @Test
  default void presentImageIsListed() {
    ObservedImage image = images().status(busybox()).orElseThrow();
    assertThat(images().list()).extracting(ObservedImage::id).contains(image.id());
  }

  @Test
  default void absentImageHasNoStatus() {
    assertThat(images().status(absent())).isEmpty();
  }

  @Test
  default void pullOfAbsentImageFailsAndNamesIt() {
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(() -> images().pull(absent(), null, null))
        .withMessageContaining(absent().image());
    assertThat(images().status(absent())).isEmpty();
  }

  @Test
  default void removingAbsentImageSucceeds() {
    assertThatCode(() -> images().remove(absent())).doesNotThrowAnyException();
  }

  @Test
  default void imagesLieOnAFilesystem() {
    assertThat(images().filesystems())
        .isNotEmpty()
        .allSatisfy(filesystem -> assertThat(filesystem.mountpoint()).startsWith("/"));
  }

  @Test
  default void containerNamesItsImage() {
    ContainerId id = bench().created(bench().sandbox(), Scripts.SLEEP);
    ObservedContainer container = bench().status(id);
    assertThat(container.image()).isEqualTo(busybox().image());
    assertThat(container.imageRef()).isNotEmpty();
    assertThat(container.imageId()).isNotEmpty();
  }

  @Test
  default void containerMayBeCreatedByTheIdOfItsImage() {
    String imageId = images().status(busybox()).orElseThrow().id();
    var config =
        ContractConfigs.container("main", 0, imageId, Scripts.shell(Scripts.SLEEP), bench().pod(0));
    ContainerId id =
        bench().runtime().containers().create(bench().sandbox(), config, bench().pod(0));
    bench().runtime().containers().start(id);
    assertThat(bench().status(id).running()).isTrue();
  }
}
