import type { DebitRule } from '@qingzhou/domain/repayment/periodic-debit'
import type { Money } from '@qingzhou/domain/money/money'
import type { AppPayments, PayScene } from '#app-payment/port.ts'
import type { TransferAnswer } from '#bank/port.ts'
import type { ConsentProvider } from '#consent.ts'
import type { FacePages } from '#face/port.ts'
import type { WireOrder } from '#wire-order.ts'

/** The payment app, with its own face checks. */
export type Wallet = ConsentProvider &
  FacePages &
  AppPayments & {
    /** Undefined where the app debits by no agreement. */
    readonly agreements?: WalletAgreements | undefined
  }

/** Unknown: not signed, or ended: the app does not tell one from the other. */
export type AgreementAnswer =
  | { readonly state: 'unknown' }
  | {
      readonly state: 'signed'
      /** The app's own name of the agreement, by which debits are ordered. */
      readonly reference: string
      /** The app's names of the account that signed. */
      readonly signers: readonly string[]
    }

/** Agreements by which the app debits a customer without asking each time. */
export type WalletAgreements = {
  /** The app's page on which the customer signs. The same number can be opened again until it is signed. */
  agreementUrl(
    order: WireOrder & {
      readonly rule: DebitRule
      /** The app lets only this person sign. */
      readonly signer: { readonly name: string; readonly idNumber: string }
      /** The path of our page to return to. */
      readonly returnPath: string
      readonly scene: PayScene
    },
  ): Promise<string>
  agreement(order: WireOrder): Promise<AgreementAnswer>
  /** Ends an agreement, also one that is not signed or has ended. */
  endAgreement(order: WireOrder): Promise<void>
  /**
   * Debits by an agreement. Idempotent by wire number. The result is asked, refunded and reported
   * like that of any payment in the app.
   */
  debit(
    order: WireOrder & {
      readonly amount: Money
      readonly subject: string
      /** The agreement; its reference is the app's name of it. */
      readonly agreement: WireOrder
    },
  ): Promise<TransferAnswer>
}
