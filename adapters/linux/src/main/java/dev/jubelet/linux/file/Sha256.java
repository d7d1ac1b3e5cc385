package dev.jubelet.linux.file;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * SHA-256 by OpenSSL's library where the machine has it, and by Java elsewhere. Java's own is
 * thirty times slower without the JVM's second compiler, which a node agent does without; whole
 * images go through it, twice.
 */
public final class Sha256 {
  private static final String[] LIBRARIES = {"libcrypto.so.3", "libcrypto.so.1.1"};
  private static final Optional<Library> LIBRARY = library();

  private Sha256() {}

  /** A new, empty hash. */
  public static MessageDigest begin() {
    return LIBRARY.<MessageDigest>map(OfLibrary::new).orElseGet(Sha256::ofJava);
  }

  static MessageDigest ofJava() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every JDK has SHA-256", impossible);
    }
  }

  /** Its functions, which all versions have in the same form. */
  private record Library(
      MemorySegment kind,
      MethodHandle make,
      MethodHandle free,
      MethodHandle begin,
      MethodHandle update,
      MethodHandle end) {}

  private static Optional<Library> library() {
    for (String name : LIBRARIES) {
      try {
        SymbolLookup found = SymbolLookup.libraryLookup(name, Arena.global());
        MethodHandle kind = handle(found, "EVP_sha256", FunctionDescriptor.of(ADDRESS));
        return Optional.of(
            new Library(
                (MemorySegment) kind.invokeExact(),
                handle(found, "EVP_MD_CTX_new", FunctionDescriptor.of(ADDRESS)),
                handle(found, "EVP_MD_CTX_free", FunctionDescriptor.ofVoid(ADDRESS)),
                handle(found, "EVP_DigestInit_ex", answering(ADDRESS, ADDRESS, ADDRESS)),
                handle(
                    found,
                    "EVP_DigestUpdate",
                    answering(ADDRESS, ADDRESS, JAVA_LONG),
                    // Bytes of Java's heap, without a copy; a call is over in some microseconds.
                    Linker.Option.critical(true)),
                handle(found, "EVP_DigestFinal_ex", answering(ADDRESS, ADDRESS, ADDRESS))));
      } catch (IllegalArgumentException | NoSuchElementException absent) {
        // The next one, or Java's.
      } catch (Throwable broken) {
        throw new IllegalStateException(name + " cannot be called", broken);
      }
    }
    return Optional.empty();
  }

  private static FunctionDescriptor answering(MemoryLayout... arguments) {
    return FunctionDescriptor.of(JAVA_INT, arguments);
  }

  private static MethodHandle handle(
      SymbolLookup library, String name, FunctionDescriptor form, Linker.Option... options) {
    return Linker.nativeLinker().downcallHandle(library.findOrThrow(name), form, options);
  }

  private static final class OfLibrary extends MessageDigest {
    private static final int LENGTH = 32;
    // More at once would keep the collector waiting.
    private static final int PIECE = 128 * 1024;

    private final Library library;
    private final MemorySegment context;

    OfLibrary(Library library) {
      super("SHA-256");
      this.library = library;
      MemorySegment made = called(() -> (MemorySegment) library.make().invokeExact());
      if (made.address() == 0) {
        throw new OutOfMemoryError("no memory for a hash");
      }
      // Freed when nobody has it any more: hashes of pulls that are given up are just dropped.
      this.context = made.reinterpret(Arena.ofAuto(), segment -> free(library, segment));
      engineReset();
    }

    private static void free(Library library, MemorySegment segment) {
      called(() -> {
        library.free().invokeExact(segment);
        return segment;
      });
    }

    private interface Call<T> {
      T make() throws Throwable;
    }

    private static <T> T called(Call<T> call) {
      try {
        return call.make();
      } catch (RuntimeException | Error failed) {
        throw failed;
      } catch (Throwable impossible) {
        throw new IllegalStateException(impossible);
      }
    }

    @Override
    protected int engineGetDigestLength() {
      return LENGTH;
    }

    @Override
    protected void engineUpdate(byte input) {
      engineUpdate(new byte[] {input}, 0, 1);
    }

    @Override
    protected void engineUpdate(byte[] input, int from, int length) {
      MemorySegment bytes = MemorySegment.ofArray(input);
      for (int at = from; at < from + length; at += PIECE) {
        MemorySegment piece = bytes.asSlice(at, Math.min(PIECE, from + length - at));
        require(() -> (int) library.update().invokeExact(context, piece, piece.byteSize()));
      }
    }

    @Override
    protected byte[] engineDigest() {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment out = arena.allocate(LENGTH);
        require(() -> (int) library.end().invokeExact(context, out, MemorySegment.NULL));
        byte[] hash = out.toArray(JAVA_BYTE);
        engineReset();
        return hash;
      }
    }

    @Override
    protected void engineReset() {
      require(() -> (int) library.begin().invokeExact(context, library.kind(), MemorySegment.NULL));
    }

    private static void require(Call<Integer> call) {
      if (called(call) != 1) {
        throw new IllegalStateException("OpenSSL refused to compute a hash");
      }
    }
  }
}
