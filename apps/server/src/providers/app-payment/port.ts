import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Money } from '@qingzhou/domain/money/money'
import type { BankTransfer, TransferAnswer } from '#providers/bank/port.ts'

export type StartedPayment = {
  /** The app's payment page. */
  readonly url: string
  /** The order id for the app's built-in browser, which shows the payment over our page. */
  readonly prepayId?: string | undefined
}

/** Payment in an app: on its own page, under our order number. */
export type AppPayments = {
  /** Starts a payment. Idempotent by order number. */
  startPayment(order: {
    readonly orderNo: string
    readonly amount: Money
    readonly subject: string
    /** The path of our page to return to. */
    readonly returnPath: string
  }): Promise<StartedPayment>
  /** All payments that the app collected for us on a day. */
  dayFile(day: LocalDate): Promise<readonly BankTransfer[]>
  payment(order: { readonly orderNo: string; readonly amount: Money }): Promise<TransferAnswer>
  /**
   * Closes an unpaid payment page. The answer is the state after it: declined if it is closed, done
   * if it was paid before.
   */
  closePayment(order: { readonly orderNo: string; readonly amount: Money }): Promise<TransferAnswer>
}
