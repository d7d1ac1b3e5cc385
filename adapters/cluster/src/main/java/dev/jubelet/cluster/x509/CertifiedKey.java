package dev.jubelet.cluster.x509;

import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;

/**
 * A private key and the certificates that vouch for it.
 *
 * @param chain its own certificate first
 */
public record CertifiedKey(List<X509Certificate> chain, PrivateKey key) {
  public CertifiedKey {
    chain = List.copyOf(chain);
  }

  /** From texts that may be one and the same. */
  public static CertifiedKey read(String certificatePem, String keyPem)
      throws GeneralSecurityException {
    CertifiedKey read =
        new CertifiedKey(Certificates.read(certificatePem), PrivateKeys.read(keyPem));
    if (!read.belongTogether()) {
      throw new InvalidKeyException("the private key is not the one of the certificate");
    }
    return read;
  }

  public X509Certificate leaf() {
    return chain.getFirst();
  }

  public Instant notBefore() {
    return leaf().getNotBefore().toInstant();
  }

  public Instant notAfter() {
    return leaf().getNotAfter().toInstant();
  }

  public boolean expired(Instant wall) {
    return !wall.isBefore(notAfter());
  }

  /** What one signs the other recognises. */
  private boolean belongTogether() throws GeneralSecurityException {
    PublicKey open = leaf().getPublicKey();
    String name =
        switch (key.getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          default -> "Ed25519";
        };
    byte[] sample = {1, 2, 3};
    try {
      Signature signer = Signature.getInstance(name);
      signer.initSign(key);
      signer.update(sample);
      byte[] signed = signer.sign();
      signer.initVerify(open);
      signer.update(sample);
      return signer.verify(signed);
    } catch (GeneralSecurityException notOfThisKind) {
      return false;
    }
  }

  /** A certificate has one key only, which may be written in several ways. */
  @Override
  public boolean equals(Object other) {
    return other instanceof CertifiedKey(List<X509Certificate> otherChain, _)
        && otherChain.equals(chain);
  }

  @Override
  public int hashCode() {
    return chain.hashCode();
  }

  /** Nothing of the key. */
  @Override
  public String toString() {
    return leaf().getSubjectX500Principal() + " until " + notAfter();
  }
}
