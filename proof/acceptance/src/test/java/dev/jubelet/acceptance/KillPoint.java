package dev.jubelet.acceptance;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a process is killed.
 *
 * @param scene what it was about to do
 * @param type beneath {@code dev.jubelet}
 * @param method all of that name; {@code NAME@CALLED} for where it calls something of that name
 * @param hit which time that it comes by, from one on
 */
record KillPoint(KillScene scene, String type, String method, Side side, int hit) {
  enum Side {
    ENTRY,
    RETURN,
    CALL
  }

  /** An instruction of a method. */
  record Place(String method, String descriptor, long index) {}

  String className() {
    return "dev.jubelet." + type;
  }

  KillPoint at(int other) {
    return new KillPoint(scene, type, method, side, other);
  }

  /**
   * Looked up in the class itself, before anything is run: a name that nothing has is a mistake of
   * the test.
   */
  List<Place> places() {
    List<Place> found = new ArrayList<>();
    try (InputStream file =
        ClassLoader.getSystemResourceAsStream(className().replace('.', '/') + ".class")) {
      if (file == null) {
        throw new AssertionError("there is no class " + className());
      }
      for (MethodModel each : ClassFile.of().parse(file.readAllBytes()).methods()) {
        if (each.methodName().equalsString(name())) {
          each.code().ifPresent(code -> found.addAll(places(each, code)));
        }
      }
    } catch (IOException unreadable) {
      throw new AssertionError("cannot read " + className(), unreadable);
    }
    if (found.isEmpty()) {
      throw new AssertionError(className() + " has no code for " + this);
    }
    return found;
  }

  private String name() {
    return method.replaceFirst("@.*", "");
  }

  private List<Place> places(MethodModel model, CodeModel code) {
    String descriptor = model.methodType().stringValue();
    if (side == Side.ENTRY) {
      return List.of(new Place(name(), descriptor, 0));
    }
    List<Place> found = new ArrayList<>();
    long index = 0;
    for (CodeElement element : code) {
      if (side == Side.RETURN ? element instanceof ReturnInstruction : calls(element)) {
        found.add(new Place(name(), descriptor, index));
      }
      if (element instanceof Instruction instruction) {
        index += instruction.sizeInBytes();
      }
    }
    return found;
  }

  private boolean calls(CodeElement element) {
    String called = method.substring(method.indexOf('@') + 1);
    return element instanceof InvokeInstruction call && call.name().equalsString(called);
  }

  @Override
  public String toString() {
    return "%s: %s#%s %s %d".formatted(scene, type, method, side, hit);
  }
}
