import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkedKey, type SigningKey } from './signing-key.ts'
import { issueTestKey } from './test-authority.ts'

/** The key with its certificates, and beside it the authority for who wants to trust it. */
const KEY_FILE = 'lender-signing.pem'
const AUTHORITY_FILE = 'lender-authority.pem'

/** The sandbox's own key: made when it is first needed, and kept for its owner alone. */
export async function sandboxSigningKey(
  dataDirectory: string,
  now: () => Date,
): Promise<SigningKey> {
  const folder = join(dataDirectory, 'keys')
  const path = join(folder, KEY_FILE)
  if (readIfThere(path) === undefined) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const { key, certificates, authority } = await issueTestKey(now())
    // Of two that make one at once, both end up with the first one's.
    if (writeOnce(path, `${key}${certificates}`)) writeOnce(join(folder, AUTHORITY_FILE), authority)
  }
  const pem = readIfThere(path) ?? ''
  return checkedKey({ key: pem, certificates: pem }, now())
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Whole or not at all, and never over another one. */
function writeOnce(path: string, text: string): boolean {
  const draft = `${path}.${randomUUID()}`
  writeFileSync(draft, text, { mode: 0o600 })
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft)
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
