import { dropAllCookies, dropCookie, keepCookie, readCookie } from '#platform/browser/cookies.ts'
import { emit } from '#platform/api/outcomes.ts'
import { drop, dropAllOfPerson, dropDrafts } from '#platform/browser/storage.ts'

/** Whether a session is held. Whether it still counts, only the server knows. */
export function signedIn(): boolean {
  return (readCookie('token') ?? '') !== ''
}

/** Keeps the token of a session. A new one starts with nothing typed by whoever was here before. */
export function keepToken(token: string): void {
  if (token !== readCookie('token')) {
    dropDrafts()
    forgetAnswers()
  }
  keepCookie('token', token)
}

/** A session that was used lasts another day; one that was left meanwhile is not brought back. */
export function renewToken(): void {
  const token = readCookie('token')
  if (token) keepToken(token)
}

let forgetAnswers = () => {}

/** The app says here how it forgets what the server told it about a person. */
export function onSessionChange(forget: () => void): void {
  forgetAnswers = forget
}

export function forgetSession(): void {
  forgetAnswers()
  for (const cookie of ['token', 'applyNo', 'loanSeqNo'] as const) dropCookie(cookie)
  for (const name of ['mobile', 'custNo', 'userID'] as const) drop(name)
}

/** After signing out: nothing of the last person stays in this browser. */
export function forgetPerson(): void {
  forgetAnswers()
  dropAllCookies()
  dropAllOfPerson()
}

/** After a sign-in: the server names the step, and the app goes to its page. */
export function enterApp(): Promise<void> {
  return emit({ kind: 'stepWanted' })
}
