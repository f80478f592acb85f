import { codes } from '@qingzhou/contract/codes'
import { ApiError } from '#platform/api/api-error.ts'
import { draftOf, removeDraft, storeDraft } from '#platform/browser/storage.ts'

/** The result of an authorisation: the phone provided by the other app, if any. */
export type WalletTicket = {
  readonly provider: 'wallet' | 'messenger'
  readonly ticket: string
  readonly maskedPhone: string
}

const KEY = 'wallet-ticket'

/** Stored until used, so that a reload needs no second authorisation. */
export function storeWalletTicket({ provider, ticket, maskedPhone }: WalletTicket) {
  storeDraft(KEY, JSON.stringify([provider, ticket, maskedPhone]))
}

export function walletTicket(): WalletTicket | undefined {
  const [provider, ticket, maskedPhone] = listOf(draftOf(KEY))
  if (provider !== 'wallet' && provider !== 'messenger') return undefined
  if (typeof ticket !== 'string' || typeof maskedPhone !== 'string') return undefined
  return { provider, ticket, maskedPhone }
}

export function clearWalletTicket() {
  removeDraft(KEY)
}

export function hasExpired(error: unknown): boolean {
  return error instanceof ApiError && error.code === codes.authorisationFailed
}

function listOf(stored: string | undefined): unknown[] {
  try {
    const list: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(list) ? list : []
  } catch {
    // Invalid content: a new authorisation is needed.
    return []
  }
}
