import type { AppPayments } from '#providers/app-payment/port.ts'
import type { ConsentProvider } from '#providers/consent.ts'
import type { FacePages } from '#providers/face/port.ts'

/** The payment app, with its own face checks. */
export type Wallet = ConsentProvider & FacePages & AppPayments
