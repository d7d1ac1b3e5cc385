package dev.jubelet.images.registry;

import dev.jubelet.decide.image.ImageName;
import dev.jubelet.images.content.Digest;
import dev.jubelet.ports.MemoryBudget;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Finds the manifest of an image for a platform, through indexes where there are some. */
public final class Resolver {
  private static final int DEPTH_MAX = 3;

  private final Platform platform;
  private final DocumentMemory memory;

  public Resolver(Platform platform, DocumentMemory memory) {
    this.platform = platform;
    this.memory = memory;
  }

  /**
   * @param documents as they were sent, from what the name means to the manifest
   */
  public record Resolved(List<Repository.Document> documents, Manifest manifest) {
    public Resolved {
      documents = List.copyOf(documents);
    }

    /** What the name means: an index or the manifest. */
    public Digest target() {
      return documents.getFirst().digest();
    }
  }

  /**
   * @param share pays for the documents for as long as it is open
   */
  public Resolved resolve(ImageName name, Repository repository, MemoryBudget.Share share)
      throws IOException {
    Repository.Document document =
        name.digest().isEmpty()
            ? repository.byTag(name.tag(), share)
            : repository.byDigest(Documents.digest(name.digest()), share);
    List<Repository.Document> seen = new ArrayList<>();
    Set<Digest> digests = new HashSet<>();
    while (true) {
      seen.add(document);
      if (!digests.add(document.digest()) || seen.size() > DEPTH_MAX) {
        throw Documents.wrong("the index of " + name.repository() + " has too many nested indexes");
      }
      Repository.Document sent = document;
      switch (memory.read(() -> Documents.read(sent.content(), sent.mediaType()))) {
        case Documents.Answer.Image(Manifest manifest) -> {
          return new Resolved(seen, manifest);
        }
        case Documents.Answer.Index(List<Documents.Choice> choices) -> {
          Descriptor chosen = choose(name.repository(), choices);
          Repository.Document next = repository.byDigest(chosen.digest(), share);
          if (next.content().length != chosen.size()) {
            throw Documents.wrong("a manifest has another size than its index says");
          }
          document =
              chosen.mediaType().isEmpty()
                  ? next
                  : new Repository.Document(
                      next.content(), agreed(next.mediaType(), chosen.mediaType()));
        }
      }
    }
  }

  /** An image for another kind of machine would only fail later, and say less. */
  public void check(ImageConfig config) {
    boolean said = !config.os().isEmpty() && !config.architecture().isEmpty();
    if (said && platform.fit(config.os(), config.architecture(), platform.variant()) == 0) {
      throw Documents.wrong(
          "the image is for "
              + Documents.shown(config.os() + "/" + config.architecture())
              + ", this machine is "
              + platform);
    }
  }

  private static String agreed(String sent, String said) {
    if (!sent.isEmpty() && !sent.equals(said)) {
      throw Documents.wrong("a manifest is sent as another kind than its index says");
    }
    return said;
  }

  /** The best fit, and of equal ones the first; an index inside may stand without a platform. */
  public Descriptor choose(String what, List<Documents.Choice> choices) {
    Documents.Choice best = null;
    int bestFit = 0;
    for (Documents.Choice choice : choices) {
      int fit = platform.fit(choice.os(), choice.architecture(), choice.variant());
      if (fit > bestFit) {
        best = choice;
        bestFit = fit;
      }
    }
    if (best == null) {
      best =
          choices.stream()
              .filter(choice -> choice.os().isEmpty())
              .filter(choice ->
                  choices.size() == 1 || Documents.isIndex(choice.descriptor().mediaType()))
              .findFirst()
              .orElseThrow(
                  () -> Documents.wrong("there is no image of " + what + " for " + platform));
    }
    return best.descriptor();
  }
}
