import { createHash, randomBytes, randomInt } from 'node:crypto'
import { testPeople } from '@qingzhou/provider-api/test-people'
import * as z from 'zod'
import type { AppPayments } from '#app-payments/app-payments.ts'
import type { Announce, EncodedNotice } from '#callbacks/callbacks.ts'
import type { Records } from '#records.ts'

/** An agreement by which the payment app debits a person for the lender. */
export const walletAgreement = z.object({
  /** The lender's number. */
  id: z.string(),
  /** The app's number, by which debits are ordered. */
  agreementNo: z.string(),
  ticket: z.string(),
  amountMaxFen: z.string(),
  /** The day of the next debit: a debit moves it by a period. */
  nextOn: z.string(),
  months: z.int(),
  returnUrl: z.string(),
  notifyUrl: z.string(),
  /** The identity number that the lender named: only this person can sign. */
  certNo: z.exactOptional(z.string()),
  /** The account that signed. */
  signer: z.exactOptional(z.string()),
  state: z.enum(['open', 'signed', 'ended']),
  signedAt: z.exactOptional(z.number()),
})
export type WalletAgreement = z.output<typeof walletAgreement>

/** Why a debit is refused. */
export type DebitFlaw = 'unknown' | 'ended' | 'over-amount' | 'too-early' | 'taken' | 'no-money'

export const decisions = ['agree', 'cancel'] as const
export type Decision = (typeof decisions)[number]

/** A debit may run this many days ahead of its day. */
const DAYS_AHEAD = 5
const SHANGHAI_AHEAD_MS = 8 * 3_600_000
const NUMBER_DIGITS = 12

type Parts = {
  readonly records: Records<WalletAgreement>
  readonly appPayments: AppPayments
  readonly announce: Announce
  readonly notice: (agreement: WalletAgreement) => EncodedNotice
  readonly now: () => number
}

export type WalletAgreements = ReturnType<typeof createWalletAgreements>

type Order = Pick<
  WalletAgreement,
  'id' | 'amountMaxFen' | 'nextOn' | 'months' | 'returnUrl' | 'notifyUrl' | 'certNo'
>

type Debit = {
  readonly orderNo: string
  readonly agreementNo: string
  readonly amountFen: string
  readonly subject: string
  readonly notifyUrl: string
}

/** An account at the app, and the identity number of its owner. */
type AppAccount = { readonly openId: string; readonly certNo: string }

/** The account of the person whom the lender named. */
export function accountOfHolder({ certNo = '' }: WalletAgreement): AppAccount {
  const person = testPeople.find(({ idNumber }) => idNumber === certNo)
  const digits = createHash('sha256').update(certNo).digest().readUIntBE(0, 6) % 1e12
  const openId = person?.wallet?.openId ?? `2088${String(digits).padStart(12, '0')}`
  return { openId, certNo }
}

/** The account of another person who has opened the page. */
export function accountOfOther({ certNo }: WalletAgreement): AppAccount {
  const other = testPeople.find(({ wallet, idNumber }) => wallet && idNumber !== certNo)
  return { openId: other?.wallet?.openId ?? '', certNo: other?.idNumber ?? '' }
}

function change(parts: Parts, changed: WalletAgreement): void {
  parts.records.put(changed)
  announceChange(parts, changed)
}

/** Agreements for periodic debits: a page per ticket, and the person's decision. */
export function createWalletAgreements(parts: Parts) {
  const { records, appPayments, now } = parts
  let told: string | undefined

  /** By the lender's test clock, if that is ahead. */
  const today = (): string => {
    const own = new Date(now() + SHANGHAI_AHEAD_MS).toISOString().slice(0, 10)
    return told !== undefined && told > own ? told : own
  }

  return {
    /** The page for a number; undefined if it was used before. */
    start(order: Order): string | undefined {
      const earlier = records.get(order.id)
      if (earlier && earlier.state !== 'open') return undefined
      const ticket = earlier?.ticket ?? randomBytes(18).toString('base64url')
      const agreementNo = earlier?.agreementNo ?? newAgreementNo(today())
      records.put({ ...order, agreementNo, ticket, state: 'open' })
      return `/wallet/agree?ticket=${ticket}`
    },

    find: (id: string): WalletAgreement | undefined => records.get(id),
    ofTicket: (ticket: string): WalletAgreement | undefined =>
      records.all().find((one) => one.ticket === ticket),

    /** The first decision counts. False if the account is not of the person that the lender named. */
    decide(agreement: WalletAgreement, decision: Decision, account: AppAccount): boolean {
      if (agreement.state !== 'open' || decision === 'cancel') return true
      const { certNo } = agreement
      if (certNo !== undefined && certNo !== account.certNo) return false
      const by = { signer: account.openId, signedAt: now() }
      change(parts, { ...agreement, ...by, state: 'signed' })
      return true
    },

    /** By the lender or by the person in the app. False if there is none that is signed. */
    end(id: string): boolean {
      const agreement = records.get(id)
      if (agreement?.state !== 'signed') return false
      change(parts, { ...agreement, state: 'ended' })
      return true
    },

    /** Takes each order number once, and only what was agreed. */
    debit(debit: Debit): DebitFlaw | undefined {
      const earlier = appPayments.record('wallet', debit.orderNo)
      if (earlier) return earlier.amountFen === debit.amountFen ? undefined : 'taken'
      const agreement = records.all().find(({ agreementNo }) => agreementNo === debit.agreementNo)
      if (!agreement || agreement.state === 'open') return 'unknown'
      if (agreement.state === 'ended') return 'ended'
      if (BigInt(debit.amountFen) > BigInt(agreement.amountMaxFen)) return 'over-amount'
      if (today() < moveDate(agreement.nextOn, { days: -DAYS_AHEAD })) return 'too-early'
      const { agreementNo: _, ...order } = debit
      if (!appPayments.debit('wallet', { ...order, protocol: 'alipay' })) return 'no-money'
      const nextOn = moveDate(agreement.nextOn, { months: agreement.months })
      records.put({ ...agreement, nextOn })
      return undefined
    },

    /** The day of the lender's test clock. */
    tellDate(date: string): void {
      told = date
    },

    all: () => records.all(),

    clear() {
      records.clear()
      told = undefined
    },
  }
}

function newAgreementNo(day: string): string {
  const digits = String(randomInt(10 ** (NUMBER_DIGITS - 1), 10 ** NUMBER_DIGITS))
  return `${day.replaceAll('-', '')}${digits}`
}

/** No agreement has a day after the 28th, so every month has the day. */
function moveDate(
  date: string,
  { months = 0, days = 0 }: { months?: number; days?: number },
): string {
  const at = new Date(`${date}T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + months)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}

function announceChange({ announce, notice, now }: Parts, agreement: WalletAgreement): void {
  const before = { ...agreement, state: 'open' } as const
  announce({
    provider: 'wallet',
    orderNo: agreement.id,
    kind: 'appPayment',
    url: agreement.notifyUrl,
    settleAt: now(),
    result: () => agreement,
    before,
    encode: () => notice(agreement),
    onSent() {},
  })
}
