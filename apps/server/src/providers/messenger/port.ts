import type { BridgePayment } from '@qingzhou/contract/repayment'
import type { AppPayments } from '#providers/app-payment/port.ts'
import type { ConsentProvider } from '#providers/consent.ts'

/** The messaging app. */
export type Messenger = ConsentProvider &
  AppPayments & {
    /** The number the lender is registered under; a page needs it beside its signature. */
    readonly appId: string
    /** What page signatures are made with. */
    pageTicket(): Promise<string>
    /** What a page in the app's own browser shows a payment with. */
    bridgePayment(prepayId: string): BridgePayment
    /** An address that opens the mini program from any browser. */
    miniProgramLink(target: { readonly path: string; readonly query: string }): Promise<string>
  }
