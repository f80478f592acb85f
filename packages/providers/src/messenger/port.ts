import type { BridgePayment } from '@qingzhou/contract/features/repayment/repayment'
import type { AppPayments } from '#app-payment/port.ts'
import type { ConsentProvider } from '#consent.ts'

export type MiniProgramLink = {
  /** Opens the messaging app. */
  readonly urlScheme: string
  /** A page that stands in for the mini program. The sandbox has one. */
  readonly page: string | undefined
}

/** The messaging app. */
export type Messenger = ConsentProvider &
  AppPayments & {
    /** The ticket that page signatures are made with, and the lender's app id. */
    pageTicket(): Promise<{ readonly ticket: string; readonly appId: string }>
    /** The parameters with which a page in the app's browser opens a payment. */
    bridgePayment(payment: { readonly prepayId: string; readonly appId: string }): BridgePayment
    /** A link that opens the mini program from any browser. */
    miniProgramLink(target: {
      readonly path: string
      readonly query: string
    }): Promise<MiniProgramLink>
  }
