import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Money } from '@qingzhou/domain/money/money'
import type { BankTransfer, TransferAnswer } from '#providers/bank/port.ts'

/** Paying in an app: on a page of its own, under a number of ours that never changes. */
export type AppPayments = {
  /** Answers the page on which the person pays. Ordered again, it is still one payment. */
  startPayment(order: {
    readonly orderNo: string
    readonly amount: Money
    readonly subject: string
    /** The page of ours, from the slash on, to which the person comes back. */
    readonly returnPath: string
  }): Promise<string>
  /** Everything the app took in for us on a day. */
  dayFile(day: LocalDate): Promise<readonly BankTransfer[]>
  payment(order: { readonly orderNo: string; readonly amount: Money }): Promise<TransferAnswer>
}
