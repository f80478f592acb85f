import type { ConsentProvider } from '#providers/consent.ts'

/** The payment app. */
export type Wallet = ConsentProvider
