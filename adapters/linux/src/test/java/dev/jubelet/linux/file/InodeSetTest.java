package dev.jubelet.linux.file;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class InodeSetTest {
  @Test
  void knowsWhatItHasSeen() {
    InodeSet seen = new InodeSet();
    for (long inode = 1; inode <= 10_000; inode++) {
      assertThat(seen.add(inode << 20)).isTrue();
    }
    for (long inode = 1; inode <= 10_000; inode++) {
      assertThat(seen.add(inode << 20)).isFalse();
    }
  }

  @Test
  void remembersNoMoreThanItsLimit() {
    InodeSet seen = new InodeSet(100);
    for (long inode = 1; inode <= 1000; inode++) {
      assertThat(seen.add(inode)).isTrue();
    }
    assertThat(seen.add(100)).isFalse();
    assertThat(seen.add(101)).isTrue();
  }
}
