package dev.jubelet.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.network.CniNetworks;
import dev.jubelet.testkit.Await;
import java.time.Duration;

/** What a process is about to do when it is killed, and what has to be true afterwards. */
enum KillScene {
  /** Only the life itself begins; what is true afterwards, whoever died before knows. */
  OPEN,

  PULL {
    @Override
    void act(KillStage stage) {
      stage.pull();
    }

    @Override
    void judge(KillStage stage) {
      if (stage.imageIsHere()) {
        everyFileIsRight(stage, "listed");
      }
      stage.pull();
      everyFileIsRight(stage, "pulled again");
      stage.removeImage();
    }

    private void everyFileIsRight(KillStage stage, String when) {
      KillStage pod = stage.with(stage.name() + "-" + when.replace(' ', '-'));
      pod.run();
      pod.create(LayeredImage.TEST);
      pod.start();
      assertThat(pod.exitCode()).as("files of the image, " + when).isZero();
      pod.runtime().sandboxes().remove(pod.sandbox().orElseThrow());
    }
  },

  REMOVE_IMAGE {
    @Override
    void prepare(KillStage stage) {
      stage.pull();
    }

    @Override
    void act(KillStage stage) {
      stage.removeImage();
    }

    @Override
    void judge(KillStage stage) {
      // Half of it gone is all of it gone, or all of it there.
      PULL.judge(stage);
    }
  },

  RUN {
    @Override
    void act(KillStage stage) {
      stage.run();
    }

    @Override
    void judge(KillStage stage) {
      if (stage.sandbox().isEmpty()) {
        stage.run();
      }
      assertThat(stage.ready()).isTrue();
      assertThat(stage.node().networks().check(stage.sandbox().orElseThrow().value()))
          .isEqualTo(new CniNetworks.Checked.Intact());
      stage.create("test -n \"$(ip route)\" && pidof pause");
      stage.start();
      assertThat(stage.exitCode()).isZero();
    }
  },

  CREATE {
    @Override
    void prepare(KillStage stage) {
      stage.run();
    }

    @Override
    void act(KillStage stage) {
      stage.create("exit 5");
    }

    @Override
    void judge(KillStage stage) {
      assertThat(stage.ready()).isTrue();
      if (stage.container().isEmpty()) {
        stage.create("exit 5");
      }
      assertThat(stage.condition()).isInstanceOf(ContainerCondition.Created.class);
      stage.start();
      assertThat(stage.exitCode()).isEqualTo(5);
      assertThat(stage.starts()).isOne();
    }
  },

  /** A program that goes on. */
  START {
    @Override
    void prepare(KillStage stage) {
      stage.run();
      stage.create("exec sleep 3600");
    }

    @Override
    void act(KillStage stage) {
      stage.start();
    }

    @Override
    void judge(KillStage stage) {
      if (stage.condition() instanceof ContainerCondition.Created) {
        assertThat(stage.starts()).as("starts of one that is said not to have begun").isZero();
        stage.startAndWait();
      }
      assertThat(stage.condition()).isInstanceOf(ContainerCondition.Running.class);
      Await.until("the program begins", Duration.ofSeconds(10), () -> stage.starts() > 0);
      stage.runtime().containers().stop(stage.container().orElseThrow(), Duration.ZERO);
      assertThat(stage.exitCode()).isEqualTo(137);
      assertThat(stage.starts()).isOne();
    }
  },

  /** A program that ends at once: it must not be run twice because nobody saw it. */
  START_SHORT {
    @Override
    void prepare(KillStage stage) {
      stage.run();
      stage.create("exit 5");
    }

    @Override
    void act(KillStage stage) {
      stage.start();
    }

    @Override
    void judge(KillStage stage) {
      if (stage.condition() instanceof ContainerCondition.Created) {
        assertThat(stage.starts()).as("starts of one that is said not to have begun").isZero();
        stage.start();
      }
      assertThat(stage.exitCode()).isEqualTo(5);
      assertThat(stage.starts()).isOne();
    }
  },

  /** A program that ends when it is told to. */
  START_LATE {
    @Override
    void prepare(KillStage stage) {
      stage.run();
      stage.create("until test -e /notes/go; do sleep 0.05; done; exit 5");
    }

    @Override
    void act(KillStage stage) {
      stage.start();
    }

    @Override
    void judge(KillStage stage) {
      assertThat(stage.exitCode()).isEqualTo(5);
      assertThat(stage.starts()).isOne();
    }
  },

  STOP {
    @Override
    void prepare(KillStage stage) {
      stage.run();
      stage.create("trap 'exit 7' TERM; while :; do sleep 0.1; done");
      stage.startAndWait();
    }

    @Override
    void act(KillStage stage) {
      stage.runtime().containers().stop(stage.container().orElseThrow(), GRACE);
    }

    @Override
    void judge(KillStage stage) {
      assertThat(stage.ready()).isTrue();
      stage.runtime().containers().stop(stage.container().orElseThrow(), GRACE);
      assertThat(stage.exitCode()).isEqualTo(7);
      assertThat(stage.starts()).isOne();
    }
  },

  STOP_POD {
    @Override
    void prepare(KillStage stage) {
      stage.run();
      stage.create("exec sleep 3600");
      stage.startAndWait();
    }

    @Override
    void act(KillStage stage) {
      stage.runtime().sandboxes().stop(stage.sandbox().orElseThrow());
    }

    @Override
    void judge(KillStage stage) {
      stage.runtime().sandboxes().stop(stage.sandbox().orElseThrow());
      assertThat(stage.ready()).isFalse();
      assertThat(stage.exitCode()).isEqualTo(137);
      assertThat(stage.node().networks().check(stage.sandbox().orElseThrow().value()))
          .isEqualTo(new CniNetworks.Checked.Broken("it has no network"));
    }
  },

  /** Of a container that runs. */
  REMOVE {
    @Override
    void prepare(KillStage stage) {
      STOP_POD.prepare(stage);
    }

    @Override
    void act(KillStage stage) {
      stage.runtime().containers().remove(stage.container().orElseThrow());
    }

    @Override
    void judge(KillStage stage) {
      assertThat(stage.ready()).isTrue();
      stage.container().ifPresent(stage.runtime().containers()::remove);
      assertThat(stage.container()).isEmpty();
      // Its name is free again.
      stage.create("exit 5");
      stage.start();
      assertThat(stage.exitCode()).isEqualTo(5);
    }
  },

  REMOVE_POD {
    @Override
    void prepare(KillStage stage) {
      STOP_POD.prepare(stage);
    }

    @Override
    void act(KillStage stage) {
      stage.runtime().sandboxes().remove(stage.sandbox().orElseThrow());
    }

    @Override
    void judge(KillStage stage) {
      stage.sandbox().ifPresent(stage.runtime().sandboxes()::remove);
      assertThat(stage.sandbox()).isEmpty();
      RUN.judge(stage);
    }
  };

  private static final Duration GRACE = Duration.ofSeconds(20);

  boolean pulls() {
    return this == PULL || this == REMOVE_IMAGE;
  }

  /** In a life that ends as it should: what is needed for it. */
  void prepare(KillStage stage) {}

  /** In the life that is killed. */
  void act(KillStage stage) {}

  /** In the life after it: what is said is true, and the same once more succeeds. */
  void judge(KillStage stage) {}
}
