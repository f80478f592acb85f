import { deskMemory } from '#desk-memory.ts'

/** As if the phone were new: no session, no drafts, no device number. */
export function clearPhone(page: Document): void {
  for (const key of Object.keys(localStorage)) {
    if (!deskMemory.isOurs(key)) localStorage.removeItem(key)
  }
  sessionStorage.clear()
  for (const name of cookieNames(page.cookie)) page.cookie = `${name}=; path=/; max-age=0`
}

export function cookieNames(cookies: string): string[] {
  return cookies
    .split(';')
    .map((pair) => pair.split('=')[0]?.trim() ?? '')
    .filter((name) => name !== '')
}
