import { randomInt } from 'node:crypto'
import { fen } from '@qingzhou/domain/money/money'
import { hasLuhnCheckDigit } from '@qingzhou/domain/people/card-number'
import { dayInShanghai } from '@qingzhou/platform/clock'
import type { TransferOrder } from '#bank/port.ts'
import { startUnionPaySandbox } from '#unionpay/testing/unionpay-sandbox.ts'
import { providersOf } from './two-banks.ts'

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
  const now = () => new Date(nowMs())
  const name = adapter === 'gateway' ? 'gateway' : 'unionpay'
  const kind = adapter === 'unionpay with SM2' ? 'sm2' : 'rsa'
  const sandbox = await startUnionPaySandbox(nowMs, kind)
  const { bank, mall } = await providersOf(sandbox, { name, now, timeoutMs: 30_000 })
  const { bank: impatientBank } = await providersOf(sandbox, {
    name,
    now,
    timeoutMs: SHORT_LIMIT_MS,
  })
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
      kind: TransferOrder['kind'] = 'disbursement',
      amount = 123_456n,
    ): TransferOrder => ({ ...newWire(), ...card, kind, amount: fen(amount) }),
    linesOf: async (wireNo: string) =>
      (await bank.dayFile(today())).filter((line) => line.wireNo === wireNo),
  }
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
