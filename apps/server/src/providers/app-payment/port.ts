import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Money } from '@qingzhou/domain/money/money'
import type { BankTransfer, TransferAnswer } from '#providers/bank/port.ts'

export type StartedPayment = {
  /** The page on which the person pays. */
  readonly url: string
  /** For the app's own browser, where it pays on a sheet over our page: the order's name there. */
  readonly prepayId?: string | undefined
}

/** Paying in an app: on a page of its own, under a number of ours that never changes. */
export type AppPayments = {
  /** Opens a payment. Ordered again, it is still one payment. */
  startPayment(order: {
    readonly orderNo: string
    readonly amount: Money
    readonly subject: string
    /** The page of ours, from the slash on, to which the person comes back. */
    readonly returnPath: string
  }): Promise<StartedPayment>
  /** Everything the app took in for us on a day. */
  dayFile(day: LocalDate): Promise<readonly BankTransfer[]>
  payment(order: { readonly orderNo: string; readonly amount: Money }): Promise<TransferAnswer>
}
