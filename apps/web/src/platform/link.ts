/**
 * What a link carried. Its pairs may stand before the `#` or after it; a pair after the `#` is
 * nearer to the screen and wins. The first of two equal names wins.
 */
export function linkQuery(): Readonly<Record<string, string>> {
  // Without a prototype: a link may name a pair `__proto__`.
  const pairs: Record<string, string> = Object.create(null)
  for (const [name, value] of linkPairs()) {
    if (!(name in pairs)) pairs[name] = value
  }
  return pairs
}

/** Every pair but the token, which is nobody's business but the sign-in's. */
export function linkPairs(): [string, string][] {
  const { afterHash, beforeHash } = partsOf(window.location)
  return [...afterHash, ...beforeHash].filter(([name]) => name !== 'token')
}

/**
 * Takes the token out of the address at once, so that it stays neither in the history nor in a
 * Referer, and answers with it.
 */
export function takeLinkToken(): string | undefined {
  const { path, hashPath, beforeHash, afterHash } = partsOf(window.location)
  const token = afterHash.get('token') ?? beforeHash.get('token') ?? undefined
  if (token === undefined) return undefined

  for (const pairs of [beforeHash, afterHash]) pairs.delete('token')
  const hash = hashPath === '' ? '' : `#${hashPath}${asQuery(afterHash)}`
  window.history.replaceState(window.history.state, '', `${path}${asQuery(beforeHash)}${hash}`)
  return token === '' ? undefined : token
}

function partsOf({ pathname, search, hash }: Location) {
  const [hashPath = '', ...query] = hash.slice(1).split('?')
  return {
    path: pathname,
    hashPath,
    beforeHash: new URLSearchParams(search),
    afterHash: new URLSearchParams(query.join('?')),
  }
}

function asQuery(pairs: URLSearchParams): string {
  const text = pairs.toString()
  return text === '' ? '' : `?${text}`
}
