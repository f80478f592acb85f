import type { AppPayments } from '#providers/app-payment/port.ts'
import type { ConsentProvider } from '#providers/consent.ts'

/** What came of a face check in the payment app. */
export type WalletFace =
  | { readonly state: 'pending' | 'passed' | 'unknown' }
  | { readonly state: 'failed'; readonly isCancelled: boolean }

/** The payment app. */
export type Wallet = ConsentProvider & {
  /**
   * Orders a check of the face with the payment app's own service, and answers the page on which it
   * is done. Ordered again under the same number, it is still one check.
   */
  startFace(order: {
    readonly orderNo: string
    readonly name: string
    readonly idNumber: string
    /** The page of ours, from the slash on, to which the person comes back. */
    readonly returnPath: string
  }): Promise<string>
  face(orderNo: string): Promise<WalletFace>
} & AppPayments
