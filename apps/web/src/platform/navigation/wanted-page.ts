import type { Route } from '#app/routes.ts'
import { drop, keep, read } from '#platform/browser/storage.ts'
import { enterApp } from '#platform/session/session.ts'
import { go, goTo, linkQuery } from './navigation.ts'

/** The pair in a sign-in page's address that names the page to go on to. */
export const WANTED = 'to'

/** Where somebody wanted to go before they had to sign in. A link is anybody's writing: only a page of ours counts. */
export function wantedInLink(): string | undefined {
  const wanted = linkQuery()[WANTED]
  return wanted === undefined ? undefined : ownPath(wanted)
}

/** Kept while the provider's own page stands between; what was kept before counts no more. */
export function keepWanted(address: string | undefined): void {
  if (address === undefined) drop('wantedPage')
  else keep('wantedPage', address)
}

/** After an authorisation: to the page that was wanted before it, else to that of the step. */
export async function enterWanted(): Promise<void> {
  const kept = read('wantedPage')
  drop('wantedPage')
  const wanted = kept === undefined ? undefined : ownPath(kept)
  return wanted === undefined ? enterApp() : goTo(wanted)
}

/** After a sign-in on a page that leads on to somewhere. */
export async function goOn(home: Route | undefined): Promise<void> {
  const wanted = wantedInLink()
  if (wanted !== undefined) return goTo(wanted)
  return home ? go(home, { replace: true }) : enterApp()
}

const OWN_PATH = /^#?(\/(?:[\w.-]+(?:\/[\w.-]+)*\/?)?(?:\?[\w.%=&-]*)?)$/

/** Path and nothing else: an address that could leave the app is no page of it. */
export function ownPath(url: string): string | undefined {
  return OWN_PATH.exec(url)?.[1]
}
