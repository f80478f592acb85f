import { codes } from '@qingzhou/contract/codes'
import { ApiError } from '#platform/api/api-error.ts'
import { draftOf, dropDraft, keepDraft } from '#platform/browser/storage.ts'

/** What an authorisation left to be done: the phone the other app vouches for, if it does. */
export type WalletTicket = {
  readonly provider: 'wallet' | 'messenger'
  readonly ticket: string
  readonly maskedPhone: string
  /** The phone has to be confirmed by an SMS code, as it has an account already or is not known. */
  readonly codeNeeded: boolean
}

const KEY = 'wallet-ticket'

/** Kept until it is used, so that a reload between the two pages costs no second authorisation. */
export function keepWalletTicket({ provider, ticket, maskedPhone, codeNeeded }: WalletTicket) {
  keepDraft(KEY, JSON.stringify([provider, ticket, maskedPhone, codeNeeded]))
}

export function walletTicket(): WalletTicket | undefined {
  const [provider, ticket, maskedPhone, codeNeeded] = listOf(draftOf(KEY))
  if (provider !== 'wallet' && provider !== 'messenger') return undefined
  if (typeof ticket !== 'string' || typeof maskedPhone !== 'string') return undefined
  return { provider, ticket, maskedPhone, codeNeeded: codeNeeded === true }
}

export function forgetWalletTicket() {
  dropDraft(KEY)
}

export function hasLapsed(error: unknown): boolean {
  return error instanceof ApiError && error.code === codes.authorisationFailed
}

function listOf(kept: string | undefined): unknown[] {
  try {
    const list: unknown = JSON.parse(kept ?? '[]')
    return Array.isArray(list) ? list : []
  } catch {
    // Somebody else wrote there; an authorisation is asked for anew.
    return []
  }
}
