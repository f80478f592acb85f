import { randomInt } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { fen } from '@qingzhou/domain/money/money'
import { hasLuhnCheckDigit } from '@qingzhou/domain/people/card-number'
import { createSettings } from '#platform/config/settings.ts'
import { unionPayOf } from '#platform/config/unionpay-settings.ts'
import { createLog } from '#platform/log.ts'
import { dayInShanghai } from '#platform/clock.ts'
import { ProviderFault } from '#providers/provider-fault.ts'
import { createProviders } from '#providers/providers.ts'
import {
  SANDBOX_SECRET,
  startUnionPaySandbox,
  type UnionPaySandbox,
} from '#providers/unionpay/testing/unionpay-sandbox.ts'
import type { Bank, TransferOrder } from './port.ts'

let sandbox: UnionPaySandbox
let offsetMs = 0
const nowMs = () => Date.now() + offsetMs
const advance = (seconds: number) => void (offsetMs += seconds * 1_000)
const adapters = ['gateway', 'unionpay'] as const
const banks = new Map<string, Bank>()

beforeAll(async () => {
  sandbox = await startUnionPaySandbox(nowMs)
  for (const adapter of adapters) {
    const { bank } = await createProviders({
      url: sandbox.url,
      secret: SANDBOX_SECRET,
      consentUrl: sandbox.url,
      timeoutsMs: { bank: 3_000 },
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
        bank:
          adapter === 'unionpay'
            ? unionPayOf(createSettings(sandbox.settings), 'sandbox')
            : 'gateway',
      },
    })
    banks.set(adapter, bank)
  }
})
afterAll(() => sandbox.stop())

const well = {
  down: false,
  cutAfter: false,
  decline: false,
  failNext: 0,
  delayMs: 0,
  settleMs: null,
}
afterEach(() => sandbox.setFault(well))

const today = () => dayInShanghai(new Date(nowMs()))

const newWire = () => ({
  wireNo: crypto.randomUUID().replaceAll('-', ''),
  orderedAt: new Date(nowMs()),
})

function newCardNumber(): string {
  const start = `622202${String(randomInt(1e9)).padStart(9, '0')}${randomInt(100, 999)}`
  const digits = Array.from({ length: 10 }, (_, digit) => `${start}${digit}`)
  return digits.find(hasLuhnCheckDigit) ?? ''
}

const newHolder = () => ({
  name: '王小明',
  idNumber: '11010519491231002X',
  cardNumber: newCardNumber(),
  phone: `139${String(randomInt(1e8)).padStart(8, '0')}`,
})

describe.each(adapters)('the bank by %s', (adapter) => {
  const bank = (): Bank => {
    const found = banks.get(adapter)
    if (!found) throw new Error(`${adapter}: no adapter`)
    return found
  }
  const linesOf = async (wireNo: string) =>
    (await bank().dayFile(today())).filter((line) => line.wireNo === wireNo)

  async function boundCard() {
    const holder = newHolder()
    const order = { ...newWire(), ...holder }
    expect(await bank().startBinding(order)).toEqual({ state: 'codeSent' })
    const code = await sandbox.codeFor(holder.phone)
    expect(await bank().confirmBinding({ ...order, code })).toEqual({ state: 'processing' })
    advance(3)
    const answer = await bank().binding(order)
    if (answer.state !== 'bound') throw new Error(`binding ${answer.state}`)
    return { holder, cardToken: answer.cardToken }
  }

  const newTransfer = (
    card: Awaited<ReturnType<typeof boundCard>>,
    kind: TransferOrder['kind'] = 'payout',
    amount = 123_456n,
  ): TransferOrder => ({ ...newWire(), ...card, kind, amount: fen(amount) })

  it('binds a card with the code of its bank, which is asked again after a wrong one', async () => {
    const holder = newHolder()
    const order = { ...newWire(), ...holder }
    expect(await bank().binding(order)).toEqual({ state: 'unknown' })
    await bank().startBinding(order)
    const code = await sandbox.codeFor(holder.phone)
    const wrong = code === '11111' ? '22222' : '11111'
    expect(await bank().confirmBinding({ ...order, code: wrong })).toEqual({ state: 'codeSent' })
    expect(await bank().confirmBinding({ ...order, code })).toEqual({ state: 'processing' })
    advance(3)
    expect(await bank().binding(order)).toMatchObject({ state: 'bound' })
  })

  it('declines another person’s card with the reason of its bank', async () => {
    const { holder } = await boundCard()
    const other = { ...newWire(), ...holder, name: '李四', idNumber: '110105194912310038' }
    const answer = await bank().startBinding(other)
    expect(answer).toMatchObject({ state: 'declined', reason: expect.stringContaining('户名') })
  })

  it.each(['payout', 'debit', 'refund'] as const)(
    'carries out a %s once, and has it in the day file',
    async (kind) => {
      const order = newTransfer(await boundCard(), kind)
      expect(await bank().transferState(order)).toEqual({ state: 'unknown' })
      for (const _ of [1, 2, 3]) {
        expect(await bank().transfer(order)).toEqual({ state: 'processing' })
      }
      advance(3)
      expect(await bank().transferState(order)).toEqual({ state: 'done', on: today() })
      const { wireNo, amount } = order
      expect(await linesOf(wireNo)).toEqual([{ wireNo, kind, amount }])
      expect(await sandbox.transfersOf(wireNo)).toHaveLength(1)
    },
  )

  it('does not confirm another amount than was ordered', async () => {
    const order = newTransfer(await boundCard())
    await bank().transfer(order)
    advance(3)
    await expect(bank().transferState({ ...order, amount: fen(1n) })).rejects.toThrow(ProviderFault)
  })

  it('declines a debit without cover and one above the limit, with the reason', async () => {
    const card = await boundCard()
    const poor = newTransfer(card, 'debit', 50_001_00n)
    await bank().transfer(poor)
    await sandbox.post('/bank/limits', {
      cardNumber: card.holder.cardNumber,
      singleFen: '100',
      dayFen: '100',
    })
    const large = newTransfer(card, 'debit', 101n)
    await bank().transfer(large)
    advance(3)
    expect(await bank().transferState(poor)).toEqual({ state: 'declined', reason: '余额不足' })
    const limited = await bank().transferState(large)
    expect(limited).toMatchObject({ state: 'declined', reason: expect.stringContaining('限额') })
  })

  it('declines everything it does not take at the moment, and moves nothing', async () => {
    const order = newTransfer(await boundCard())
    await sandbox.setFault({ decline: true })
    await bank().transfer(order)
    advance(3)
    expect(await bank().transferState(order)).toMatchObject({ state: 'declined' })
    expect(await linesOf(order.wireNo)).toEqual([])
  })

  it('signs an agreement with a code, and ends it for good', async () => {
    const { holder, cardToken } = await boundCard()
    const order = { ...newWire(), cardToken, holder }
    expect(await bank().startDebitAgreement(order)).toEqual({ state: 'codeSent' })
    const code = await sandbox.codeFor(holder.phone)
    const wrong = code === '11111' ? '22222' : '11111'
    const confirm = (tried: string) => bank().confirmDebitAgreement({ ...order, code: tried })
    expect(await confirm(wrong)).toEqual({ state: 'codeSent' })
    expect(await confirm(code)).toEqual({ state: 'signed' })
    await bank().endDebitAgreement(order)
    await bank().endDebitAgreement(order)
    expect(await confirm(code)).toMatchObject({ state: 'declined' })
  })

  it('ends an agreement that it has never seen', async () => {
    const { holder, cardToken } = await boundCard()
    const order = { ...newWire(), cardToken, holder }
    await bank().endDebitAgreement(order)
    const code = { ...order, code: '11111' }
    expect(await bank().confirmDebitAgreement(code)).toMatchObject({ state: 'declined' })
  })

  it('pays an account that is no card', async () => {
    const order = { ...newWire(), kind: 'payout', cardToken: 'account-of-the-mall' } as const
    await bank().transfer({ ...order, amount: fen(100n) })
    advance(3)
    const asked = { ...order, amount: fen(100n) }
    expect(await bank().transferState(asked)).toMatchObject({ state: 'done' })
  })

  const faults: readonly [string, object][] = [
    ['is down', { down: true }],
    ['fails once', { failNext: 1 }],
    ['is too slow', { delayMs: 3_500 }],
    ['is cut off after the order arrived', { cutAfter: true }],
  ]

  it.each(faults)('that %s moves money once at most', { timeout: 20_000 }, async (_, fault) => {
    const order = newTransfer(await boundCard())
    await sandbox.setFault(fault)
    await expect(bank().transfer(order)).rejects.toThrow(ProviderFault)
    await sandbox.setFault(well)
    if ((await bank().transferState(order)).state === 'unknown') await bank().transfer(order)
    advance(3)
    expect(await bank().transferState(order)).toMatchObject({ state: 'done' })
    expect(await sandbox.transfersOf(order.wireNo)).toHaveLength(1)
    expect(await linesOf(order.wireNo)).toHaveLength(1)
  })

  it.each(faults.filter(([, fault]) => !('cutAfter' in fault)))(
    'that %s says nothing about an order, and the truth afterwards',
    { timeout: 20_000 },
    async (_, fault) => {
      const order = newTransfer(await boundCard())
      await bank().transfer(order)
      advance(3)
      for (const ask of [() => bank().transferState(order), () => bank().dayFile(today())]) {
        await sandbox.setFault(fault)
        await expect(ask()).rejects.toThrow(ProviderFault)
        await sandbox.setFault(well)
      }
      expect(await bank().transferState(order)).toMatchObject({ state: 'done' })
    },
  )
})
