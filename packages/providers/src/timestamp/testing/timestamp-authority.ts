import { createPrivateKey } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { GeneralizedTime, Integer, ObjectIdentifier, OctetString } from 'asn1js'
import {
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  PKIStatusInfo,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs'
import { sha256 } from '@qingzhou/platform/canonical-json'
import { certificatesIn } from '@qingzhou/platform/documents/signing/signing-key'
import { issueTestKey } from '@qingzhou/platform/documents/signing/sandbox-signing-key'

const TST_INFO = '1.2.840.113549.1.9.16.1.4'
const SIGNED_DATA = '1.2.840.113549.1.7.2'

function identity<Value>(value: Value): Value {
  return value
}

/** A time stamp authority (RFC 3161) with a key of its own. The test may change its answers. */
export async function startTimestampAuthority() {
  const { key, certificates, authority } = await issueTestKey(new Date(), 'timestamps')
  const [own, issuer] = certificatesIn(certificates).map(({ raw }) =>
    Certificate.fromBER(new Uint8Array(raw)),
  )
  if (!own || !issuer) throw new Error('the authority has no certificate')
  const signingKey = await crypto.subtle.importKey(
    'pkcs8',
    new Uint8Array(createPrivateKey(key).export({ type: 'pkcs8', format: 'der' })),
    { name: 'ECDSA', namedCurve: 'P-256' },
    false,
    ['sign'],
  )
  let change: (answer: Buffer) => Buffer = identity
  let changeInfo: (info: TSTInfo) => TSTInfo = identity
  const server = createServer((request, response) => {
    void (async () => {
      const body = Buffer.concat(await request.toArray())
      const info = changeInfo(infoOf(TimeStampReq.fromBER(new Uint8Array(body))))
      const token = await signedInfo(info, { own, issuer, signingKey })
      const answer = new TimeStampResp({
        status: new PKIStatusInfo({ status: 0 }),
        timeStampToken: token,
      })
      response.writeHead(200, { 'content-type': 'application/timestamp-reply' })
      response.end(change(Buffer.from(answer.toSchema().toBER())))
    })()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  // A TCP server has an address object.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    authority,
    changeAnswers: (to: typeof change) => void (change = to),
    changeStamps: (to: typeof changeInfo) => void (changeInfo = to),
    stop: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}

function infoOf({ messageImprint, nonce }: TimeStampReq): TSTInfo {
  return new TSTInfo({
    version: 1,
    policy: '1.2.3.4.1',
    messageImprint,
    serialNumber: new Integer({ value: Date.now() % 2 ** 31 }),
    genTime: new Date(),
    ...(nonce && { nonce }),
  })
}

async function signedInfo(
  info: TSTInfo,
  by: { readonly own: Certificate; readonly issuer: Certificate; readonly signingKey: CryptoKey },
): Promise<ContentInfo> {
  const content = info.toSchema().toBER()
  const digest = sha256(new Uint8Array(content))
  const signed = new SignedData({
    version: 3,
    encapContentInfo: new EncapsulatedContentInfo({
      eContentType: TST_INFO,
      eContent: new OctetString({ valueHex: content }),
    }),
    certificates: [by.own, by.issuer],
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({
          issuer: by.own.issuer,
          serialNumber: by.own.serialNumber,
        }),
        signedAttrs: new SignedAndUnsignedAttributes({
          type: 0,
          attributes: [
            new Attribute({
              type: '1.2.840.113549.1.9.3',
              values: [new ObjectIdentifier({ value: TST_INFO })],
            }),
            new Attribute({
              type: '1.2.840.113549.1.9.4',
              values: [new OctetString({ valueHex: new Uint8Array(digest).buffer })],
            }),
            new Attribute({
              type: '1.2.840.113549.1.9.5',
              values: [new GeneralizedTime({ valueDate: new Date() })],
            }),
          ],
        }),
      }),
    ],
  })
  await signed.sign(by.signingKey, 0, 'SHA-256')
  return new ContentInfo({ contentType: SIGNED_DATA, content: signed.toSchema(true) })
}
