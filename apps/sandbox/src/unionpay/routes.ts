import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { Faults } from '#faults.ts'
import { formBodies, programsOnly } from '#pages/browser-requests.ts'
import { orderTypes, unionPayCalls, UnionPayRefusal, type Parts } from './calls.ts'
import { UNIONPAY_MERCHANT_ID, type Fields } from './keys.ts'

const LATE_MAX_MS = 70 * 60_000
const EARLY_MAX_MS = 10 * 60_000

/** Every request of the lender has these. */
const common = z.looseObject({
  version: z.literal('5.1.0'),
  encoding: z.literal('UTF-8'),
  signMethod: z.enum(['01', '21']),
  merId: z.literal(UNIONPAY_MERCHANT_ID),
  accessType: z.literal('0'),
  txnTime: z.string().regex(/^\d{14}$/),
})

const numbered = z.looseObject({ orderId: z.string().regex(/^[0-9A-Za-z]{8,40}$/) })

/** Not zero, in renminbi. */
const priced = z.looseObject({
  txnAmt: z.string().regex(/^[1-9]\d{0,11}$/),
  currencyCode: z.literal('156'),
  backUrl: z.url(),
})

/** Transactions of money. */
const PRICED = new Set(['11', '12', '04'])

/** The gateway of the clearing house UnionPay, in its own protocol, with the books of the bank. */
export async function unionPayRoutes(
  app: FastifyInstance,
  parts: Parts & { readonly faults: Faults },
): Promise<void> {
  const { keys, faults } = parts
  formBodies(app)

  for (const path of ['backTransReq.do', 'queryTrans.do', 'files']) {
    app.post(`/unionpay/gateway/api/${path}`, async (request, reply) => {
      const input = z.record(z.string(), z.string()).safeParse(request.body).data ?? {}
      const { down, delayMs, cutAfter } = faults.ofRequest('bank', input['orderId'] ?? '')
      if (down) return hangUp(request, reply)
      if (faults.takeFailure('bank')) return reply.code(500).send('')
      const answer = answerTo(parts, input)
      if (cutAfter && orderTypes.has(input['txnType'] ?? '')) return hangUp(request, reply)
      if (delayMs > 0) await sleep(delayMs)
      // Not percent-encoded, as the real answers.
      const text = Object.entries(keys.signed(answer))
        .map(([name, value]) => `${name}=${value}`)
        .join('&')
      return reply.type('text/html;charset=UTF-8').send(text)
    })
  }

  // What the lender gets when it applies, and the certificate for its key.
  app.get('/unionpay/merchant', { onRequest: programsOnly }, async () => keys.published())
  app.post('/unionpay/merchant', { onRequest: programsOnly }, async (request) => {
    const { publicKey } = z.object({ publicKey: z.string().max(4096) }).parse(request.body)
    return { certificate: keys.register(publicKey) }
  })
}

/** Fields of the request that an answer repeats. */
const REPEATED = [
  'version',
  'encoding',
  'signMethod',
  'accessType',
  'merId',
  'orderId',
  'txnTime',
  'txnType',
  'txnSubType',
  'bizType',
  'txnAmt',
  'origQryId',
  'currencyCode',
  'reqReserved',
  'settleDate',
]

function answerTo(parts: Parts, input: Fields): Fields {
  const repeated = Object.fromEntries(
    REPEATED.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]])),
  )
  const header = { ...repeated, version: '5.1.0' }
  try {
    requireGenuine(parts, input)
    const call = unionPayCalls[`${input['txnType']}/${input['txnSubType']}`]
    if (!call) throw new UnionPayRefusal('10', '交易类型不支持')
    return { ...header, ...call(parts, input) }
  } catch (error) {
    if (!(error instanceof UnionPayRefusal)) throw error
    return { ...header, respCode: error.code, respMsg: `${error.message}[0000000]` }
  }
}

function requireGenuine({ keys, bank, orders, now }: Parts, input: Fields): void {
  if (!common.safeParse(input).success) throw new UnionPayRefusal('10', '报文格式错误')
  if (!keys.isFromMerchant(input)) throw new UnionPayRefusal('11', '验证签名失败')
  const { txnType = '', txnTime = '', orderId = '' } = input
  if (txnType === '76') return
  if (!numbered.safeParse(input).success) throw new UnionPayRefusal('10', 'orderId 无效')
  if (txnType === '00') return
  const ageMs = now() - timeIn(txnTime)
  if (!(ageMs <= LATE_MAX_MS && ageMs >= -EARLY_MAX_MS)) {
    throw new UnionPayRefusal('10', 'txnTime 无效')
  }
  if (!PRICED.has(txnType)) return
  if (!priced.safeParse(input).success) throw new UnionPayRefusal('10', '金额、币种或通知地址无效')
  if (orders.get(orderId) ?? bank.transfers.get(orderId))
    throw new UnionPayRefusal('12', '重复交易')
}

function timeIn(txnTime: string): number {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(txnTime) ?? []
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}+08:00`)
}

function hangUp(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.raw.socket.destroy()
  return reply.hijack()
}
