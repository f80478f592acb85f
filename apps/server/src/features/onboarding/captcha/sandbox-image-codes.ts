import { Refused } from '#platform/refused.ts'
import { sha256 } from '#platform/canonical-json.ts'

/**
 * The characters of the newest images, by the hash of the picture: what a person would read off it. Filled in sandbox
 * mode alone, and asked by the desk's routes, which do not exist elsewhere.
 */
const codes = new Map<string, string>()
const KEPT_MAX = 500

export function rememberImageCode(image: string, code: string): void {
  const [oldest] = codes.keys()
  if (codes.size >= KEPT_MAX && oldest !== undefined) codes.delete(oldest)
  codes.set(sha256(image).toString('hex'), code)
}

/** The characters on a picture, named by the SHA-256 of its address in hex. */
export function imageCodeOf(picture: string): string {
  const code = codes.get(picture)
  if (code === undefined) throw new Refused({ kind: 'page-data-missing' })
  return code
}
