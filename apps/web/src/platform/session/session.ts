import { dropAllCookies, dropCookie, keepCookie, readCookie } from '#platform/browser/cookies.ts'
import { emit } from '#platform/api/outcomes.ts'
import { drop, dropAllOfPerson, dropDrafts } from '#platform/browser/storage.ts'

/** Whether a token is stored. Only the server knows whether it is valid. */
export function signedIn(): boolean {
  return (readCookie('token') ?? '') !== ''
}

/** Stores the token of a session. A new session clears the drafts of the previous user. */
export function keepToken(token: string): void {
  if (token !== readCookie('token')) {
    dropDrafts()
    forgetAnswers()
  }
  keepCookie('token', token)
}

/** Extends a used session by a day; does not restore one that ended meanwhile. */
export function renewToken(): void {
  const token = readCookie('token')
  if (token) keepToken(token)
}

let forgetAnswers = () => {}

/** Registers how the app clears cached personal data. */
export function onSessionChange(forget: () => void): void {
  forgetAnswers = forget
}

export function forgetSession(): void {
  forgetAnswers()
  for (const cookie of ['token', 'applyNo', 'loanSeqNo'] as const) dropCookie(cookie)
  for (const name of ['mobile', 'custNo', 'userID'] as const) drop(name)
}

/** After sign-out: removes all personal data from this browser. */
export function forgetPerson(): void {
  forgetAnswers()
  dropAllCookies()
  dropAllOfPerson()
}

/** After sign-in: opens the page of the step the server names. */
export function enterApp(): Promise<void> {
  return emit({ kind: 'stepWanted' })
}
