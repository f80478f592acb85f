import type { Route } from '#app/routes.ts'
import { remove, store, read } from '#platform/browser/storage.ts'
import { enterApp } from '#platform/session/session.ts'
import { addressWithQuery, go, goTo, linkQuery } from './navigation.ts'

/** The query pair that names the page to open after sign-in. */
export const WANTED = 'to'

/**
 * The page the user wanted before sign-in. The link is untrusted: only pages of the app are
 * accepted.
 */
export function readWantedPage(): string | undefined {
  const wanted = linkQuery()[WANTED]
  const path = wanted === undefined ? undefined : ownPath(wanted)
  return path === undefined || pathIn(path) === pathIn(window.location.hash) ? undefined : path
}

function pathIn(address: string): string | undefined {
  return address.replace(/^#/, '').split('?')[0]
}

/** The address of a sign-in page that returns to the wanted page; the start needs no return. */
export function signInWith(page: string, wanted: string | undefined): string {
  const isStart = wanted === undefined || wanted === '/'
  return isStart ? page : addressWithQuery(page, { [WANTED]: wanted })
}

/** Stored while the provider's page is open; replaces an earlier value. */
export function storeWanted(address: string | undefined): void {
  if (address === undefined) remove('wantedPage')
  else store('wantedPage', address)
}

/** The stored wanted page, for another way to sign in. */
export function storedWanted(): string | undefined {
  const stored = read('wantedPage')
  return stored === undefined ? undefined : ownPath(stored)
}

/** After an authorisation: opens the wanted page, else the page of the step. */
export async function openWanted(): Promise<void> {
  const wanted = storedWanted()
  remove('wantedPage')
  return wanted === undefined ? enterApp() : goTo(wanted)
}

/** After a sign-in on a page with a target. */
export async function openWantedInLink(home?: Route): Promise<void> {
  const wanted = readWantedPage()
  if (wanted !== undefined) return goTo(wanted)
  return home ? go(home, { replace: true }) : enterApp()
}

const OWN_PATH = /^#?(\/(?:[\w.-]+(?:\/[\w.-]+)*\/?)?(?:\?[\w.%=&+*-]*)?)$/

/** Returns the path only if it stays inside the app. */
export function ownPath(url: string): string | undefined {
  return OWN_PATH.exec(url)?.[1]
}
