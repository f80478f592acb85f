import { Refused } from '#platform/refused.ts'
import { sha256 } from '#platform/canonical-json.ts'

/**
 * The codes of the newest images, by the hash of the picture. Filled in sandbox mode only, for the
 * desk's routes, which exist only there.
 */
const codes = new Map<string, string>()
const KEPT_MAX = 500

export function rememberImageCode(image: string, code: string): void {
  const [oldest] = codes.keys()
  if (codes.size >= KEPT_MAX && oldest !== undefined) codes.delete(oldest)
  codes.set(sha256(image).toString('hex'), code)
}

/** The code of a picture, identified by the SHA-256 of its data URL in hex. */
export function imageCodeOf(picture: string): string {
  const code = codes.get(picture)
  if (code === undefined) throw new Refused({ kind: 'page-data-missing' })
  return code
}
