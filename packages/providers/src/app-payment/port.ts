import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Money } from '@qingzhou/domain/money/money'
import type { BankTransfer, TransferAnswer } from '#bank/port.ts'
import type { WireOrder } from '#wire-order.ts'

export type StartedPayment = {
  /** The app's payment page. */
  readonly url: string
  /** The order id for the app's built-in browser, which shows the payment over our page. */
  readonly prepayId?: string | undefined
  /** The lender's app id there. */
  readonly appId?: string | undefined
  readonly reference?: string | undefined
}

export type PayScene = 'app' | 'browser'

export type AppRefund = WireOrder & {
  readonly amount: Money
  /** The payment, with the amount that was paid. */
  readonly original: WireOrder & { readonly amount: Money }
}

/** Payment in an app: on its own page, under the wire number. */
export type AppPayments = {
  /**
   * Only of an app that takes a payment in its own browser for a payer whom it is told: its page that names the
   * person without a question. It returns to the result of the order with a code and the state.
   */
  readonly payerUrl?: (request: { readonly state: string; readonly requestNo: string }) => string
  /** Starts a payment. Idempotent by wire number. */
  startPayment(
    order: WireOrder & {
      readonly amount: Money
      readonly subject: string
      /** The path of our page to return to. */
      readonly returnPath: string
      /** After this time the app takes no payment for the order. */
      readonly expiresAt: Date
      /** Where the customer pays: in the app's own browser, or in another one. */
      readonly scene: PayScene
      /** The customer at the app, if known. */
      readonly payer?: string | undefined
      /** The address of the customer's phone, which the app compares. */
      readonly clientIp?: string | undefined
    },
  ): Promise<StartedPayment>
  /** All payments that the app collected for us on a day. */
  dayFile(day: LocalDate): Promise<readonly BankTransfer[]>
  payment(order: WireOrder & { readonly amount: Money }): Promise<TransferAnswer>
  /**
   * Closes an unpaid payment page. The answer is the state after it: declined if it is closed, done
   * if it was paid before, unknown if the app does not know the order: its page was not opened, and can
   * be opened until it expires.
   */
  closePayment(
    order: WireOrder & { readonly amount: Money; readonly expiresAt: Date },
  ): Promise<TransferAnswer>
  /** Refunds to the payment itself. Idempotent by wire number. */
  refund(order: AppRefund): Promise<TransferAnswer>
  refundState(order: AppRefund): Promise<TransferAnswer>
}
