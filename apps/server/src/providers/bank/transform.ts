import { parseCompactDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { fen, type Money } from '@qingzhou/domain/money/money'
import type { providerCalls } from '@qingzhou/provider-api/calls'
import type * as z from 'zod'
import { ProviderFault } from '#providers/provider-fault.ts'
import type { BankTransfer, BindingAnswer, DebitAnswer, TransferAnswer } from './port.ts'

type Binding = z.output<typeof providerCalls.bank.binding.response>
type Transfer = z.output<typeof providerCalls.bank.transferState.response>

type Debit = z.output<typeof providerCalls.bank.startDebitAgreement.response>
type DayFile = z.output<typeof providerCalls.bank.dayFile.response>

const NO_REASON = '银行未受理，请联系发卡行或换一张卡'
const REASON_LENGTH_MAX = 60

/** A card bound without a token cannot be used: that is a provider fault, not a decline. */
export function bindingOf(said: Binding): BindingAnswer {
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
      return { state: 'done', on: dayOf(said.bankDate) }
    case 'declined':
      return { state: 'declined', reason: reasonOf(said.reason) }
    default:
      return { state: said.state }
  }
}

function dayOf(text: string | undefined): LocalDate | undefined {
  const day = text === undefined ? undefined : parseCompactDate(text)
  return day?.ok ? day.value : undefined
}

/** The reason as one short line, because it is shown to the borrower. */
function reasonOf(text: string | undefined): string {
  return text?.replaceAll(/\s+/g, ' ').trim().slice(0, REASON_LENGTH_MAX) || NO_REASON
}

export function debitOf({ state, reason }: Debit): DebitAnswer {
  return state === 'declined' ? { state, reason: reasonOf(reason) } : { state }
}

export function transfersOf({ transfers }: DayFile): BankTransfer[] {
  return transfers.map(({ orderNo, kind, amountFen }) => ({
    orderNo,
    kind,
    amount: fen(BigInt(amountFen)),
  }))
}
