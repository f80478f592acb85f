import { fen } from '@qingzhou/domain/money/money'
import type { providerCalls } from '@qingzhou/provider-api/calls'
import type * as z from 'zod'
import { ProviderFault } from '#providers/provider-fault.ts'
import type { GiveBackAnswer, Offer, PurchaseAnswer } from './port.ts'

type Said = z.output<typeof providerCalls.mall.orderState.response>
type SaidBack = z.output<typeof providerCalls.mall.giveBack.response>
type Offers = z.output<typeof providerCalls.mall.offers.response>

const REASON_LENGTH_MAX = 60

/** Something that came back without its money has not come back: that is the mall's mistake. */
export function purchaseOf({ state, returnNo, reason: words }: Said): PurchaseAnswer {
  if (state === 'unknown') return { state }
  const reason = words?.replaceAll(/\s+/g, ' ').trim().slice(0, REASON_LENGTH_MAX) || undefined
  if (state !== 'returned') return { state, reason }
  if (returnNo === undefined) throw new ProviderFault('mall', 'returned without its money')
  return { state, returnNo, reason }
}

export function givenBackOf({ isTaken, ...said }: SaidBack): GiveBackAnswer {
  return isTaken ? { isTaken } : { isTaken, answer: purchaseOf(said) }
}

export function offersOf({ offers }: Offers): Offer[] {
  return offers.map(({ priceFen, ...offer }) => ({ ...offer, price: fen(BigInt(priceFen)) }))
}
