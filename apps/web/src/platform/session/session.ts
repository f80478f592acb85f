import {
  deleteAllCookies,
  deleteCookie,
  storeCookie,
  readCookie,
} from '#platform/browser/cookies.ts'
import { emit } from '#platform/api/api-error.ts'
import {
  remove,
  removeDeviceKeys,
  removeDrafts,
  removeMessages,
  removePersonalData,
} from '#platform/browser/storage.ts'
import { drawCookie } from '@qingzhou/contract/wire/params'

/** Whether a token is stored. Only the server knows whether it is valid. */
export function isSignedIn(): boolean {
  return (readCookie('token') ?? '') !== ''
}

/** Stores the token of a session. A new session clears the data of the previous user. */
export function storeToken(token: string): void {
  if (token !== readCookie('token')) {
    removeDrafts()
    removeUser()
    forgetAnswers()
  }
  storeCookie('token', token)
}

/** Extends a used session by a day; does not restore one that ended meanwhile. */
export function renewToken(): void {
  const token = readCookie('token')
  if (token) storeToken(token)
}

let forgetAnswers = () => {}

/** Registers how the app clears cached personal data. */
export function onSessionChange(forget: () => void): void {
  forgetAnswers = forget
}

export function clearSession(): void {
  forgetAnswers()
  for (const cookie of ['token', 'applyNo', drawCookie] as const) deleteCookie(cookie)
  removeUser()
}

function removeUser(): void {
  for (const name of ['mobile', 'custNo', 'userID'] as const) remove(name)
  removeMessages()
  removeDeviceKeys()
}

/** After sign-out: removes all personal data from this browser. */
export function clearPersonalData(): void {
  forgetAnswers()
  deleteAllCookies()
  removePersonalData()
}

/** After sign-in: opens the page of the step the server names. */
export function enterApp(): Promise<void> {
  return emit({ kind: 'stepWanted' })
}
