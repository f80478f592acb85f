import {
  constants,
  createPrivateKey,
  createSign,
  createVerify,
  publicEncrypt,
  type KeyObject,
  type X509Certificate,
} from 'node:crypto'

/** What is needed of a certificate to verify a message. */
export type KeyCertificate = Pick<X509Certificate, 'publicKey' | 'serialNumber'>

/** What signs a message: a private key, and the number of its certificate. */
export type Signer = { readonly privateKey: string; readonly certId: string }

/** The algorithms of messages: all of them are of one kind. */
export type Signatures = {
  /** Their number in a message. */
  readonly signMethod: '01' | '21'
  /** The digest of a message, whose hexadecimal text is signed. */
  readonly hash: 'sha256' | 'sm3'
  readonly sign: (digest: string, signer: Signer) => Buffer
  readonly isSigned: (digest: string, signature: Buffer, certificate: KeyCertificate) => boolean
  readonly encrypt: (text: Buffer, certificate: X509Certificate) => Buffer
  /** Whether a certificate has a key of this kind. */
  readonly isOf: (publicKey: KeyObject) => boolean
  readonly isIssuedBy: (certificate: X509Certificate, issuer: X509Certificate) => boolean
}

const keys = new WeakMap<Signer, KeyObject>()

/** Parses the key of a signer once: that takes twice as long as to sign with it. */
function keyOf(signer: Signer): KeyObject {
  const key = keys.get(signer) ?? createPrivateKey(signer.privateKey)
  keys.set(signer, key)
  return key
}

export const rsaSignatures: Signatures = {
  signMethod: '01',
  hash: 'sha256',
  sign: (digest, signer) => createSign('RSA-SHA256').update(digest).sign(keyOf(signer)),
  isSigned: (digest, signature, { publicKey }) =>
    createVerify('RSA-SHA256').update(digest).verify(publicKey, signature),
  encrypt: (text, { publicKey: key }) =>
    publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, text),
  isOf: ({ asymmetricKeyType }) => asymmetricKeyType === 'rsa',
  isIssuedBy: (certificate, issuer) =>
    certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey),
}
