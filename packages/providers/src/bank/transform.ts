import { parseCompactDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { DebitRefusalKind } from '@qingzhou/domain/cards/debit-refusal'
import { fen, type Money } from '@qingzhou/domain/money/money'
import type { providerCalls } from '@qingzhou/provider-api/calls'
import type * as z from 'zod'
import { ProviderFault } from '@qingzhou/platform/provider-fault'
import type { BankTransfer, BindingAnswer, DebitAnswer, TransferAnswer } from './port.ts'

type Binding = z.output<typeof providerCalls.bank.binding.response>
type Transfer = z.output<typeof providerCalls.bank.transferState.response>

type Debit = z.output<typeof providerCalls.bank.startDebitAgreement.response>
type DayFile = z.output<typeof providerCalls.bank.dayFile.response>

const NO_REASON = '银行未受理，请联系发卡行或换一张卡'
const REASON_LENGTH_MAX = 60

/** For a card that another adapter or an older version bound. */
export const BIND_AGAIN = '该银行卡需要重新绑定，请在银行卡页面重新绑定后再试'

/** A card bound without a token cannot be used: that is a provider fault, not a decline. */
export function toBindingAnswer(said: Binding): BindingAnswer {
  switch (said.state) {
    case 'bound':
      if (!said.cardToken) throw new ProviderFault('bank', 'bound without a token')
      return { state: 'bound', cardToken: said.cardToken }
    case 'declined':
      return { state: 'declined', reason: reasonOf(said.reason) }
    default:
      return { state: said.state }
  }
}

/** A transfer of another amount than ordered is not booked: it is a provider fault. */
export function transferOf(said: Transfer, ordered: Money): TransferAnswer {
  switch (said.state) {
    case 'done':
      if (said.amountFen && BigInt(said.amountFen) !== ordered) {
        throw new ProviderFault('bank', 'another amount than was ordered')
      }
      return doneAnswer(said)
    case 'declined':
      return declineOf(said)
    default:
      return { state: said.state }
  }
}

/** A reversal without a readable date is not booked: it is a provider fault. */
function doneAnswer({ bankDate, reversalDate, note }: Transfer): TransferAnswer {
  const done = { state: 'done', on: dayOf(bankDate), ...(note && { note }) } as const
  if (reversalDate === undefined) return done
  const reversedOn = dayOf(reversalDate)
  if (reversedOn === undefined) throw new ProviderFault('bank', 'reversed without a date')
  return { ...done, reversedOn }
}

/** The codes of declines that say nothing about the payee. All others are final. */
const OF_ROUTE: ReadonlySet<string> = new Set(['BANK_NOT_SERVED', 'CARD_NOT_SUPPORTED'])

function declineOf({ code, reason }: Transfer): TransferAnswer {
  const state = 'declined'
  if (code !== undefined && OF_ROUTE.has(code)) {
    return { state, reason: reasonOf(reason), refusal: 'support', isOfRoute: true }
  }
  const shown = (code && limitReasons[code]) ?? reasonOf(reason)
  return { state, reason: shown, refusal: (code && refusals[code]) ?? 'other' }
}

const refusals: Readonly<Partial<Record<NonNullable<Transfer['code']>, DebitRefusalKind>>> = {
  SINGLE_LIMIT: 'limit',
  DAY_LIMIT: 'limit',
  INSUFFICIENT_BALANCE: 'balance',
  CARD_NOT_USABLE: 'card',
}

/** What the borrower can do when the bank's own limit is lower than the published one. */
const limitReasons: Readonly<Partial<Record<NonNullable<Transfer['code']>, string>>> = {
  SINGLE_LIMIT: '超过银行单笔限额，请换一张卡或减少还款金额',
  DAY_LIMIT: '超过银行单日限额，请换一张卡或明天再还',
}

function dayOf(text: string | undefined): LocalDate | undefined {
  const day = text === undefined ? undefined : parseCompactDate(text)
  return day?.ok ? day.value : undefined
}

/** The reason as one short line, because it is shown to the borrower. */
export function reasonOf(text: string | undefined): string {
  return text?.replaceAll(/\s+/g, ' ').trim().slice(0, REASON_LENGTH_MAX) || NO_REASON
}

/** An agreement that was ended meanwhile cannot be signed any more. */
export function debitOf({ state, reason }: Debit): DebitAnswer {
  if (state === 'ended') return { state: 'declined', reason: '签约已失效，请重新获取验证码' }
  return state === 'declined' ? { state, reason: reasonOf(reason) } : { state }
}

/** An agreement in any other state still allows debits: that is a provider fault. */
export function assertEnded({ state }: Debit): void {
  if (state !== 'ended') throw new ProviderFault('bank', `agreement ${state} after it was ended`)
}

export function transfersOf({ transfers }: DayFile): BankTransfer[] {
  return transfers.map(({ orderNo, kind, amountFen, note }) => ({
    wireNo: orderNo,
    kind,
    amount: fen(BigInt(amountFen)),
    ...(note && { note }),
  }))
}
