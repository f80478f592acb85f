const OWN_PATH = /^#?(\/(?:[\w.-]+(?:\/[\w.-]+)*\/?)?(?:\?[\w.%=&-]*)?)$/

/** Path and nothing else: an address that could leave the app is no page of it. */
export function ownPath(url: string): string | undefined {
  return OWN_PATH.exec(url)?.[1]
}
