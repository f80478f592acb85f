import { canonicalJson, parseCanonicalJson } from '@qingzhou/platform/canonical-json'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import type { Vault } from '@qingzhou/platform/database/vault/vault'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { wireNoOf } from '#wire-order.ts'

/**
 * What an order carries to its provider, which returns it: all that is needed to rebuild the order
 * if the database has lost it. Numbers and terms, sealed for this order.
 */
export type OrderNote = {
  readonly kind: 'disbursement' | 'debit' | 'refund'
  readonly customer: CustomerNo
  /** Missing where it was too long: then the customer is all that is known. */
  readonly order?: object | undefined
}

/** The gateway and UnionPay carry 1,024 characters, UnionPay with the purpose of the order. */
const NOTE_LENGTH_MAX = 1_000

type Sealing = { readonly vault: Pick<Vault, 'seal' | 'open'> }

const placeOf = (wireNo: string) => placeIn('wire_orders', wireNo)('note')

export function sealNote(sealing: Sealing, orderNo: string, note: OrderNote): string | undefined {
  const { kind, customer } = note
  const full = sealOrderNote(sealing, orderNo, note)
  if (full.length <= NOTE_LENGTH_MAX) return full
  const short = sealOrderNote(sealing, orderNo, { kind, customer })
  return short.length <= NOTE_LENGTH_MAX ? short : undefined
}

function sealOrderNote({ vault }: Sealing, orderNo: string, note: OrderNote): string {
  return vault.seal(canonicalJson(note), placeOf(wireNoOf(orderNo))).toString('base64url')
}

/** Undefined if it is not a note of this order, or its key is not configured any more. */
export function openNote(
  { vault }: Sealing,
  { wireNo, note }: { readonly wireNo: string; readonly note: string },
): OrderNote | undefined {
  try {
    const text = vault.open(Buffer.from(note, 'base64url'), placeOf(wireNo))
    // `sealNote` wrote it.
    return parseCanonicalJson(text) as OrderNote
  } catch {
    return undefined
  }
}
