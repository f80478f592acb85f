import type { AppPayments } from '#providers/app-payment/port.ts'
import type { ConsentProvider } from '#providers/consent.ts'
import type { WireOrder } from '#providers/wire-order.ts'

/** The result of a face check in the payment app. */
export type WalletFace =
  | { readonly state: 'pending' | 'passed' | 'unknown' }
  | { readonly state: 'failed'; readonly isCancelled: boolean }

/** The payment app. */
export type Wallet = ConsentProvider & {
  /**
   * Orders a face check by the payment app, and returns the page where it takes place. Idempotent
   * by wire number.
   */
  startFace(
    order: WireOrder & {
      readonly name: string
      readonly idNumber: string
      /** The path of our page to return to. */
      readonly returnPath: string
    },
  ): Promise<{ readonly url: string; readonly reference?: string | undefined }>
  face(order: WireOrder): Promise<WalletFace>
} & AppPayments
