import { X509Certificate } from 'node:crypto'
import type { UnionPaySettings } from '@qingzhou/platform/config/adapters/adapters'
import type { Bulkhead } from '#bulkhead.ts'
import { ProviderFault, ProviderOutage } from '@qingzhou/platform/provider-fault'
import type { WireOrder } from '#wire-order.ts'
import { certIdOf, createVerify } from './certificates.ts'
import {
  customerInfo,
  fieldsInAnswer,
  signFields,
  txnTimeOf,
  VERSION,
  type Encrypt,
  type Fields,
} from './message.ts'
import type { Signatures } from './signatures.ts'

/** A day file of a large lender has tens of thousands of lines of 700 characters, compressed. */
const ANSWER_MAX_BYTES = 32 * 1024 * 1024

/** Renminbi. */
export const CURRENCY = '156'

/** Fields that an answer repeats from its request: with others it answers something else. */
const repeated = {
  order: ['merId', 'orderId', 'txnTime', 'txnType', 'txnAmt', 'currencyCode'],
  // The other fields are those of the order that was asked for.
  query: ['merId', 'orderId', 'txnTime'],
  file: ['merId', 'txnTime', 'settleDate'],
} as const

export type Transaction = {
  readonly txnType: string
  readonly txnSubType: string
  readonly bizType: string
}

export type UnionPayClient = ReturnType<typeof createUnionPayClient>

type Settings = UnionPaySettings & {
  readonly timeoutMs: number
  readonly now: () => Date
  readonly bulkhead: Bulkhead
  readonly signatures: Signatures
}

/** Calls of the clearing house, in its form protocol. Nothing of an answer is used unverified. */
export function createUnionPayClient(settings: Settings) {
  const { merchantId, privateKey, gateway, files, now, signatures } = settings
  const verify = createVerify(settings)
  const certId = certIdOf(new X509Certificate(settings.certificate))
  const signer = { privateKey, certId }
  const { encryptCertId, encrypt } = encryptionOf(settings)
  const addresses = {
    order: `${gateway}/gateway/api/backTransReq.do`,
    query: `${gateway}/gateway/api/queryTrans.do`,
    file: files,
  }

  async function call(
    kind: keyof typeof addresses,
    transaction: Transaction,
    input: Fields,
  ): Promise<Fields> {
    const name = `unionpay ${transaction.txnType}/${transaction.txnSubType}`
    const request = signFields(
      {
        version: VERSION,
        encoding: 'UTF-8',
        signMethod: signatures.signMethod,
        certId,
        merId: merchantId,
        accessType: '0',
        ...transaction,
        ...input,
      },
      signer,
      signatures,
    )
    return settings.bulkhead.run(name, async () => {
      const text = await post(addresses[kind], { name, request, timeoutMs: settings.timeoutMs })
      const answer = fieldsInAnswer(text)
      if (!answer) throw new ProviderOutage(name, 'answer not understood')
      if (!verify(answer)) throw new ProviderOutage(name, 'answer not signed')
      if (repeated[kind].some((field) => request[field] !== answer[field])) {
        throw new ProviderFault(name, 'answer to another request')
      }
      return answer
    })
  }

  return {
    verify,
    merchantId,
    now,
    call,
    /** The number and time of an order: the same in every later question about it. */
    numbersOf: ({ wireNo, orderedAt }: WireOrder): Fields => ({
      orderId: wireNo,
      txnTime: txnTimeOf(orderedAt),
    }),
    /** A card number, encrypted, with the certificate that it is encrypted for. */
    accountFields: (accountNumber: string): Fields => ({
      accNo: encrypt(accountNumber),
      encryptCertId,
    }),
    holderFields: (holder: Fields, phone?: string): Fields => ({
      customerInfo: customerInfo(holder, phone, encrypt),
    }),
  }
}

/** For the clearing house, as it wants card numbers and phones. */
function encryptionOf({ signatures, encryptionCertificate }: Settings) {
  const certificate = new X509Certificate(encryptionCertificate)
  const encrypt: Encrypt = (text) =>
    signatures.encrypt(Buffer.from(text, 'utf8'), certificate).toString('base64')
  return { encryptCertId: certIdOf(certificate), encrypt }
}

async function post(
  address: string,
  { name, request, timeoutMs }: { name: string; request: Fields; timeoutMs: number },
): Promise<string> {
  let status: number
  let text: string
  try {
    const response = await fetch(address, {
      method: 'POST',
      body: new URLSearchParams(request),
      // The clearing house never redirects a call.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    status = response.status
    text = await response.text()
  } catch (cause) {
    throw new ProviderOutage(name, 'no answer', cause)
  }
  if (status !== 200) throw new ProviderOutage(name, `status ${status}`)
  if (text.length > ANSWER_MAX_BYTES) throw new ProviderFault(name, 'answer too long')
  return text
}
