import { dropCookie, keepCookie, readCookie } from './cookies.ts'
import { emit } from './outcomes.ts'
import { drop } from './storage.ts'

/** Whether a session is held. Whether it still counts, only the server knows. */
export function signedIn(): boolean {
  return (readCookie('token') ?? '') !== ''
}

/** Keeps the token of a session the server has just opened. */
export function keepToken(token: string): void {
  keepCookie('token', token)
}

/** A session that was used lasts another day; one that was left meanwhile is not brought back. */
export function renewToken(): void {
  const token = readCookie('token')
  if (token) keepToken(token)
}

export function forgetSession(): void {
  for (const cookie of ['token', 'applyNo', 'loanSeqNo'] as const) dropCookie(cookie)
  for (const name of ['mobile', 'custNo', 'userID'] as const) drop(name)
}

/** After a sign-in: the server names the step, and the app goes to its page. */
export function enterApp(): Promise<void> {
  return emit({ kind: 'stepWanted' })
}
