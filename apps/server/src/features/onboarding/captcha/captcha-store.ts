import { proofBits } from '@qingzhou/contract/sealing/proof-of-work'
import type { Queryable } from '@qingzhou/platform/database/database'
import type { Vault } from '@qingzhou/platform/database/vault/vault'

type Deps = { readonly database: Queryable; readonly vault: Vault; readonly now: () => Date }

export type CaptchaAnswer = {
  readonly key: string
  readonly code: string
  /** The proof of work for the key, if one is required. */
  readonly proof?: number | undefined
}

/** Each insert deletes some old rows, so that the table stays small. */
export async function insertCaptcha(
  { database, vault, now }: Deps,
  captcha: {
    readonly key: string
    readonly code: string
    readonly expiresAt: Date
    readonly proofBits?: number
  },
): Promise<void> {
  await database.query(
    `WITH swept AS (
       DELETE FROM captchas WHERE key_hash IN (
         SELECT key_hash FROM captchas WHERE expires_at < $4 LIMIT 20 FOR UPDATE SKIP LOCKED))
     INSERT INTO captchas (key_hash, code_hash, expires_at, work_bits) VALUES ($1, $2, $3, $5)`,
    [
      keyHash(vault, captcha.key),
      codeHash(vault, captcha),
      captcha.expiresAt,
      now(),
      captcha.proofBits ?? 0,
    ],
  )
}

/** Checks an answer with its proof of work. Right or wrong, the image cannot be answered again. */
export async function answerCaptcha(
  { database, vault, now }: Deps,
  answer: CaptchaAnswer,
): Promise<boolean> {
  const [row] = await database.query<{ state: string }>(
    `UPDATE captchas SET
       state = CASE WHEN code_hash = $2 AND work_bits <= $4 THEN 'passed' ELSE 'spent' END
     WHERE key_hash = $1 AND state = 'open' AND expires_at > $3 RETURNING state`,
    [keyHash(vault, answer.key), codeHash(vault, answer), now(), bitsOf(answer)],
  )
  return row?.state === 'passed'
}

/** Uses up a passed image: it allows one message. */
export async function spendPassedCaptcha(
  { database, vault, now }: Deps,
  key: string,
): Promise<boolean> {
  const rows = await database.query<{ state: string }>(
    `UPDATE captchas SET state = 'spent'
     WHERE key_hash = $1 AND state = 'passed' AND expires_at > $2 RETURNING state`,
    [keyHash(vault, key), now()],
  )
  return rows.length > 0
}

function bitsOf({ key, proof }: CaptchaAnswer): number {
  return proof === undefined ? 0 : proofBits(key, proof)
}

function keyHash(vault: Vault, key: string): Buffer {
  return vault.hash('captcha', key)
}

function codeHash(vault: Vault, { key, code }: CaptchaAnswer): Buffer {
  return vault.hash('captcha', `${key}:${code.toUpperCase()}`)
}
