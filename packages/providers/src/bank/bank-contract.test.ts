import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { fen } from '@qingzhou/domain/money/money'
import { ProviderFault } from '@qingzhou/platform/provider-fault'
import {
  adapters,
  newHolder,
  SLOW_MS,
  startBank,
  type BankOfSandbox,
} from './testing/bank-of-sandbox.ts'

const well = {
  down: false,
  cutAfter: false,
  decline: false,
  failNext: 0,
  delayMs: 0,
  settleMs: null,
}

describe.each(adapters)('the bank by %s', (adapter) => {
  let of: BankOfSandbox
  beforeAll(async () => {
    of = await startBank(adapter)
  })
  afterAll(() => of.sandbox.stop())
  afterEach(() => of.sandbox.setFault(well))

  it('binds a card with the code of its bank, which is asked again after a wrong one', async () => {
    const holder = newHolder()
    const order = { ...of.newWire(), ...holder }
    expect(await of.bank.binding(order)).toEqual({ state: 'unknown' })
    await of.bank.startBinding(order)
    const code = await of.sandbox.codeFor(holder.phone)
    const wrong = code === '11111' ? '22222' : '11111'
    expect(await of.bank.confirmBinding({ ...order, code: wrong })).toEqual({ state: 'codeSent' })
    expect(await of.bank.confirmBinding({ ...order, code })).toEqual({ state: 'processing' })
    of.advance(3)
    expect(await of.bank.binding(order)).toMatchObject({ state: 'bound' })
  })

  it('declines another person’s card with the reason of its bank', async () => {
    const { holder } = await of.boundCard()
    const other = { ...of.newWire(), ...holder, name: '李四', idNumber: '110105194912310038' }
    const answer = await of.bank.startBinding(other)
    expect(answer).toMatchObject({ state: 'declined', reason: expect.stringContaining('户名') })
  })

  it.each(['disbursement', 'debit', 'refund'] as const)(
    'carries out a %s once, has it in the day file, and returns its note to who knows only the file',
    async (kind) => {
      const note = 'A-note_of_any_length'.repeat(40)
      const order = { ...of.newTransfer(await of.boundCard(), kind), note }
      expect(await of.bank.transferState(order)).toEqual({ state: 'unknown' })
      for (const _ of [1, 2, 3]) {
        expect(await of.bank.transfer(order)).toEqual({ state: 'processing' })
      }
      of.advance(3)
      const done = { state: 'done', on: of.today(), note }
      expect(await of.bank.transferState(order)).toEqual(done)
      const { wireNo, amount } = order
      const [line, ...more] = await of.linesOf(wireNo)
      expect([line, more]).toMatchObject([{ wireNo, kind, amount }, []])
      const { orderedAt = new Date(0) } = line ?? {}
      expect(await of.bank.transferState({ wireNo, amount, orderedAt })).toEqual(done)
      expect(await of.sandbox.transfersOf(wireNo)).toHaveLength(1)
    },
  )

  it('does not confirm another amount than was ordered', async () => {
    const order = of.newTransfer(await of.boundCard())
    await of.bank.transfer(order)
    of.advance(3)
    await expect(of.bank.transferState({ ...order, amount: fen(1n) })).rejects.toThrow(
      ProviderFault,
    )
  })

  it('declines a debit without cover and one above the limit, with the reason', async () => {
    const card = await of.boundCard()
    const poor = of.newTransfer(card, 'debit', 50_001_00n)
    await of.bank.transfer(poor)
    await of.sandbox.post('/bank/limits', {
      cardNumber: card.holder.cardNumber,
      singleFen: '100',
      dayFen: '100',
    })
    const large = of.newTransfer(card, 'debit', 101n)
    await of.bank.transfer(large)
    of.advance(3)
    const declined = { state: 'declined', reason: '余额不足', refusal: 'balance' }
    expect(await of.bank.transferState(poor)).toEqual(declined)
    const limited = await of.bank.transferState(large)
    expect(limited).toMatchObject({
      state: 'declined',
      reason: expect.stringContaining('限额'),
      refusal: 'limit',
    })
  })

  it.each([
    ['frozen', 'card'],
    ['unsupported', 'support'],
    ['poor', 'balance'],
  ])('declines a debit of a %s card and says that it is about the %s', async (conduct, refusal) => {
    const card = await of.boundCard()
    await of.sandbox.post('/bank/conduct', { cardNumber: card.holder.cardNumber, conduct })
    const order = of.newTransfer(card, 'debit')
    await of.bank.transfer(order)
    of.advance(3)
    expect(await of.bank.transferState(order)).toMatchObject({ state: 'declined', refusal })
  })

  it('declines everything it does not take at the moment, and moves nothing', async () => {
    const order = of.newTransfer(await of.boundCard())
    await of.sandbox.setFault({ decline: true })
    await of.bank.transfer(order)
    of.advance(3)
    expect(await of.bank.transferState(order)).toMatchObject({ state: 'declined' })
    expect(await of.linesOf(order.wireNo)).toEqual([])
  })

  it('signs an agreement with a code, and ends it for good', async () => {
    const { holder, cardToken } = await of.boundCard()
    const order = { ...of.newWire(), cardToken, holder }
    expect(await of.bank.startDebitAgreement(order)).toEqual({ state: 'codeSent' })
    const code = await of.sandbox.codeFor(holder.phone)
    const wrong = code === '11111' ? '22222' : '11111'
    const confirm = (tried: string) => of.bank.confirmDebitAgreement({ ...order, code: tried })
    expect(await confirm(wrong)).toEqual({ state: 'codeSent' })
    expect(await confirm(code)).toEqual({ state: 'signed' })
    await of.bank.endDebitAgreement(order)
    await of.bank.endDebitAgreement(order)
    expect(await confirm(code)).toMatchObject({ state: 'declined' })
  })

  it('ends an agreement that it has never seen', async () => {
    const { holder, cardToken } = await of.boundCard()
    const order = { ...of.newWire(), cardToken, holder }
    await of.bank.endDebitAgreement(order)
    const code = { ...order, code: '11111' }
    expect(await of.bank.confirmDebitAgreement(code)).toMatchObject({ state: 'declined' })
  })

  it('pays an account that is no card', async () => {
    const order = {
      ...of.newWire(),
      kind: 'disbursement',
      cardToken: 'account-of-the-mall',
    } as const
    await of.bank.transfer({ ...order, amount: fen(100n) })
    of.advance(3)
    const request = { ...order, amount: fen(100n) }
    expect(await of.bank.transferState(request)).toMatchObject({ state: 'done' })
  })

  const faults: readonly [string, object][] = [
    ['is down', { down: true }],
    ['fails once', { failNext: 1 }],
    ['is too slow', { delayMs: SLOW_MS }],
    ['is cut off after the order arrived', { cutAfter: true }],
  ]
  const bankDuring = (fault: object) => ('delayMs' in fault ? of.impatientBank : of.bank)

  it.each(faults)(
    'a bank that %s moves money once at most',
    { timeout: 20_000 },
    async (_, fault) => {
      const order = of.newTransfer(await of.boundCard())
      await of.sandbox.setFault(fault)
      await expect(bankDuring(fault).transfer(order)).rejects.toThrow(ProviderFault)
      await of.sandbox.setFault(well)
      if ((await of.bank.transferState(order)).state === 'unknown') await of.bank.transfer(order)
      of.advance(3)
      expect(await of.bank.transferState(order)).toMatchObject({ state: 'done' })
      expect(await of.sandbox.transfersOf(order.wireNo)).toHaveLength(1)
      expect(await of.linesOf(order.wireNo)).toHaveLength(1)
    },
  )

  it.each(faults.filter(([, fault]) => !('cutAfter' in fault)))(
    'a bank that %s says nothing about an order, and the truth afterwards',
    { timeout: 20_000 },
    async (_, fault) => {
      const order = of.newTransfer(await of.boundCard())
      await of.bank.transfer(order)
      of.advance(3)
      const bank = bankDuring(fault)
      for (const ask of [() => bank.transferState(order), () => bank.dayFile(of.today())]) {
        await of.sandbox.setFault(fault)
        await expect(ask()).rejects.toThrow(ProviderFault)
        await of.sandbox.setFault(well)
      }
      expect(await of.bank.transferState(order)).toMatchObject({ state: 'done' })
    },
  )
})
