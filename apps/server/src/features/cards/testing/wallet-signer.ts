import { expect } from 'vitest'
import type { Payer } from '#features/repayment/testing/payer.ts'
import { findCurrentAgreement } from '#features/cards/wallet-agreement/wallet-agreement-store.ts'
import { readWireOrder } from '@qingzhou/providers/records/wire-order-store'
import {
  NO_FAULT,
  startAlipaySandbox,
  type AlipaySandbox,
} from '@qingzhou/providers/alipay/testing/alipay-sandbox'
import type { TestProduct } from '#testing/product.ts'
import { startVendorProduct } from '#testing/vendor-product.ts'

type Place = { readonly product: TestProduct; readonly sandbox: AlipaySandbox }

/** No notice unless a test wants it. */
const WELL = { ...NO_FAULT, silent: true }

/** A product whose payment app debits by agreement. */
export async function startWalletProduct() {
  const { product, sandbox, stop } = await startVendorProduct(startAlipaySandbox, {
    PROVIDER_TIMEOUTS_MS: 'wallet:3000',
  })
  const restoreApp = () => sandbox.setFault(WELL)
  await restoreApp()
  return {
    product,
    sandbox,
    stop,
    restoreApp,
    /** Runs the tasks that are due after a time. */
    async runAfter(seconds: number): Promise<void> {
      product.advance(seconds)
      await product.runTasks()
    },
  }
}

/** Opens the page of the payment app, with the terms that were shown. */
export async function startInWallet({ client }: Pick<Payer, 'client'>): Promise<string> {
  const { amountMax, firstOn } = await client.api.cards.walletAgreement({})
  const { url } = await client.api.cards.startWalletAgreement({ amountMax, firstOn })
  return url
}

/** Decides on the page of the payment app. */
export async function decideInWallet(
  { product, sandbox }: Place,
  url: string,
  decision: 'agree' | 'cancel',
): Promise<void> {
  const { host } = new URL(product.services.publicOrigin)
  expect(await sandbox.decide(url, decision, host)).toBe(303)
}

/** Signs the agreement for debits on due dates. The app sends no notice, so it is asked. */
export async function signInWallet(place: Place, payer: Pick<Payer, 'client'>): Promise<void> {
  await decideInWallet(place, await startInWallet(payer), 'agree')
  place.product.advance(6)
  await place.product.runTasks()
  expect(await readWalletState(payer)).toBe('signed')
}

export const readWalletState = async ({ client }: Pick<Payer, 'client'>) =>
  (await client.api.cards.walletAgreement({})).state

/** The newest agreement of a customer, and its number at the app. */
export async function readNewestAgreement(
  { product }: Place,
  { customer }: Pick<Payer, 'customer'>,
) {
  const { database } = product.services
  const found = await findCurrentAgreement(database, customer)
  if (!found) throw new Error(`customer ${customer}: no agreement`)
  return { ...found, ...(await readWireOrder(database, found.agreementNo)) }
}

/** Its state in the books of the app. */
export async function stateAtApp(
  place: Place,
  payer: Pick<Payer, 'customer'>,
): Promise<string | undefined> {
  const { wireNo } = await readNewestAgreement(place, payer)
  return (await place.sandbox.agreements()).find(({ id }) => id === wireNo)?.state
}

/** The faults of the payment app that agreements and their debits are tried under. */
export const appFaults = {
  'is slower than the time limit': { delayMs: 4_000 },
  'fails once': { failNext: 1 },
  'is down': { down: true },
  'sends notices twice': { duplicate: true, silent: false },
  'sends notices out of order': { reorder: true, silent: false },
  'is cut off after the order arrived': { cutAfter: true },
  'has reached its limit of calls': { throttle: true },
}
