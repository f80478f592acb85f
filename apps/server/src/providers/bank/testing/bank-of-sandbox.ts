import { randomInt } from 'node:crypto'
import { fen } from '@qingzhou/domain/money/money'
import { hasLuhnCheckDigit } from '@qingzhou/domain/people/card-number'
import { createSettings } from '#platform/config/settings.ts'
import { unionPayOf } from '#platform/config/unionpay-settings.ts'
import { createLog } from '#platform/log.ts'
import { dayInShanghai } from '#platform/clock.ts'
import { createProviders, type Providers } from '#providers/providers.ts'
import type { TransferOrder } from '#providers/bank/port.ts'
import {
  SANDBOX_SECRET,
  startUnionPaySandbox,
} from '#providers/unionpay/testing/unionpay-sandbox.ts'

export const adapters = ['gateway', 'unionpay', 'unionpay with SM2'] as const
type Adapter = (typeof adapters)[number]
/** A short time limit, and how slow a bank is that exceeds it. */
const SHORT_LIMIT_MS = 300
export const SLOW_MS = 1_000
export type BankOfSandbox = Awaited<ReturnType<typeof startBank>>

/** One sandbox, asked through an adapter, with a clock that a test moves. */
export async function startBank(adapter: Adapter) {
  let offsetMs = 0
  const nowMs = () => Date.now() + offsetMs
  const kind = adapter === 'unionpay with SM2' ? 'sm2' : 'rsa'
  const sandbox = await startUnionPaySandbox(nowMs, kind)
  const { bank, mall } = await openedBy(adapter, sandbox, { nowMs, limitMs: 30_000 })
  const short = { nowMs, limitMs: SHORT_LIMIT_MS }
  const { bank: impatientBank } = await openedBy(adapter, sandbox, short)
  const advance = (seconds: number) => void (offsetMs += seconds * 1_000)
  const today = () => dayInShanghai(new Date(nowMs()))
  const newWire = () => ({
    wireNo: crypto.randomUUID().replaceAll('-', ''),
    orderedAt: new Date(nowMs()),
  })

  async function boundCard() {
    const holder = newHolder()
    const order = { ...newWire(), ...holder }
    await bank.startBinding(order)
    const code = await sandbox.codeFor(holder.phone)
    await bank.confirmBinding({ ...order, code })
    advance(3)
    const answer = await bank.binding(order)
    if (answer.state !== 'bound') throw new Error(`binding ${answer.state}`)
    return { holder, cardToken: answer.cardToken }
  }

  return {
    bank,
    /** The same bank with a time limit below `SLOW_MS`. */
    impatientBank,
    mall,
    sandbox,
    advance,
    today,
    newWire,
    boundCard,
    newTransfer: (
      card: Awaited<ReturnType<typeof boundCard>>,
      kind: TransferOrder['kind'] = 'payout',
      amount = 123_456n,
    ): TransferOrder => ({ ...newWire(), ...card, kind, amount: fen(amount) }),
    linesOf: async (wireNo: string) =>
      (await bank.dayFile(today())).filter((line) => line.wireNo === wireNo),
  }
}

function openedBy(
  adapter: Adapter,
  { url, settings }: Awaited<ReturnType<typeof startUnionPaySandbox>>,
  { nowMs, limitMs }: { readonly nowMs: () => number; readonly limitMs: number },
): Promise<Providers> {
  return createProviders({
    url,
    secret: SANDBOX_SECRET,
    consentUrl: url,
    timeoutsMs: { bank: limitMs },
    outagesMax: 1_000_000,
    now: () => new Date(nowMs()),
    // Nothing listens there: the state is asked for.
    ownOrigin: () => 'http://127.0.0.1:0',
    log: createLog({ level: 'silent' }),
    adapters: {
      sms: 'gateway',
      mail: 'gateway',
      ip: 'gateway',
      wallet: 'gateway',
      identity: 'gateway',
      bank: adapter === 'gateway' ? 'gateway' : unionPayOf(createSettings(settings), 'sandbox'),
    },
  })
}

function newCardNumber(): string {
  const start = `622202${String(randomInt(1e9)).padStart(9, '0')}${randomInt(100, 999)}`
  const digits = Array.from({ length: 10 }, (_, digit) => `${start}${digit}`)
  return digits.find(hasLuhnCheckDigit) ?? ''
}

export const newHolder = () => ({
  name: '王小明',
  idNumber: '11010519491231002X',
  cardNumber: newCardNumber(),
  phone: `139${String(randomInt(1e8)).padStart(8, '0')}`,
})
