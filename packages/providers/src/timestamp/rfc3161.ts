import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Integer, OctetString } from 'asn1js'
import {
  AlgorithmIdentifier,
  type ContentInfo,
  Certificate,
  MessageImprint,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs'
import { sha256 } from '@qingzhou/platform/canonical-json'
import type { TimestampSettings } from '@qingzhou/platform/config/adapters/adapters'
import { certificatesIn } from '@qingzhou/platform/documents/signing/signing-key'
import type { Stamp } from '@qingzhou/platform/documents/signing/signer'
import { ProviderFault, ProviderOutage } from '@qingzhou/platform/provider-fault'

const PATH = 'rfc3161'
const SHA256 = '2.16.840.1.101.3.4.2.1'
const TIMEOUT_MS = 10_000
const ANSWER_MAX_BYTES = 64_000
/** Granted, and granted with modifications. */
const GRANTED = [0, 1]

/**
 * Asks a time stamp authority (RFC 3161). A stamp that is not over these bytes, not an answer to
 * this question, or not signed by one of the given authorities is refused.
 */
export function createStamp({ url, certificatesFile }: TimestampSettings): Stamp {
  const trusted = readTrusted(certificatesFile)
  return async (bytes) => {
    const nonce = newNonce()
    const { status, timeStampToken: token } = await ask(url, questionOf(bytes, nonce))
    if (!GRANTED.includes(status.status) || !token) {
      throw new ProviderFault(PATH, `refused with status ${status.status}`)
    }
    await checkToken(token, { bytes, nonce, trusted })
    return token
  }
}

function readTrusted(file: string): Certificate[] {
  const found = certificatesIn(readFileSync(file, 'utf8'))
  if (found.length === 0) throw new Error('TIMESTAMP_CERTIFICATES_FILE has no certificate')
  return found.map(({ raw }) => Certificate.fromBER(new Uint8Array(raw)))
}

/** Positive, as encoders differ on negative numbers. */
function newNonce(): Integer {
  const bytes = randomBytes(8)
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40
  return new Integer({ valueHex: new Uint8Array(bytes).buffer })
}

function questionOf(bytes: Buffer, nonce: Integer): ArrayBuffer {
  const question = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA256 }),
      hashedMessage: new OctetString({ valueHex: new Uint8Array(sha256(bytes)).buffer }),
    }),
    nonce,
    // The certificates are part of the stamp, so that a reader needs no others.
    certReq: true,
  })
  return question.toSchema().toBER()
}

async function ask(url: string, question: ArrayBuffer): Promise<TimeStampResp> {
  let answer: Uint8Array<ArrayBuffer>
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query' },
      body: question,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) throw new Error(`status ${response.status}`)
    answer = new Uint8Array(await response.arrayBuffer())
  } catch (cause) {
    throw new ProviderOutage(PATH, 'no answer', cause)
  }
  if (answer.length > ANSWER_MAX_BYTES) throw new ProviderOutage(PATH, 'answer too long')
  try {
    return TimeStampResp.fromBER(answer)
  } catch (cause) {
    throw new ProviderOutage(PATH, 'answer not understood', cause)
  }
}

async function checkToken(
  token: ContentInfo,
  wanted: {
    readonly bytes: Buffer
    readonly nonce: Integer
    readonly trusted: Certificate[]
  },
): Promise<void> {
  let isGood = false
  try {
    // The constructor throws unless the token contains signed data.
    const signed = new SignedData({ schema: token.content as unknown })
    const content = signed.encapContentInfo.eContent?.getValue()
    const stamped = content && TSTInfo.fromBER(content)
    const isAnswer = stamped?.nonce?.isEqual(wanted.nonce) === true
    // Verifies the digest of the bytes, the signature, and the chain up to a trusted certificate.
    const isVerified =
      isAnswer &&
      (await signed.verify({
        signer: 0,
        data: new Uint8Array(wanted.bytes).buffer,
        checkChain: true,
        trustedCerts: wanted.trusted,
      }))
    isGood = isVerified
  } catch (cause) {
    throw new ProviderOutage(PATH, 'stamp not valid', cause)
  }
  if (!isGood) throw new ProviderOutage(PATH, 'stamp not valid')
}
