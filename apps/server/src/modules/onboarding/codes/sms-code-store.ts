import type { Queryable, Transaction } from '#database/database.ts'
import type { Vault } from '#database/vault.ts'
import { signInFigures } from '#sign-in-figures.ts'
import type { Purpose } from './purposes.ts'

type Means = { readonly vault: Vault; readonly now: () => Date }

export type CodeOwner = { readonly phone: string; readonly purpose: Purpose }
export type GivenCode = CodeOwner & { readonly code: string }

const { tries: TRIES_MAX } = signInFigures.sms

/** Puts a new code in the place of the old one, unless that one was sent just now. */
export async function replaceCode(
  db: Queryable,
  { vault, now }: Means,
  code: GivenCode & { readonly expiresAt: Date; readonly waitSeconds: number },
): Promise<boolean> {
  const rows = await db.query<{ purpose: string }>(
    `WITH swept AS (
       DELETE FROM sms_codes WHERE (phone_index, purpose) IN (
         SELECT phone_index, purpose FROM sms_codes
         WHERE expires_at < $4::timestamptz - interval '1 day' AND phone_index <> $1
         LIMIT 20 FOR UPDATE SKIP LOCKED))
     INSERT INTO sms_codes AS known (phone_index, purpose, code_hash, sent_at, expires_at)
     VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (phone_index, purpose) DO UPDATE SET
       code_hash = excluded.code_hash, tries = 0, sent_at = excluded.sent_at,
       expires_at = excluded.expires_at, used_at = NULL
     WHERE known.sent_at <= $4::timestamptz - make_interval(secs => $6)
     RETURNING purpose`,
    [...keyOf(vault, code), codeHash(vault, code), now(), code.expiresAt, code.waitSeconds],
  )
  return rows.length > 0
}

export async function codeSentAt(
  db: Queryable,
  { vault }: Pick<Means, 'vault'>,
  owner: CodeOwner,
): Promise<Date | undefined> {
  return (await findSending(db, vault, owner))?.sentAt
}

/** When the code went out that can still be typed: it is not used, nor guessed at too often. */
export async function goodCodeSentAt(
  db: Queryable,
  { vault }: Pick<Means, 'vault'>,
  owner: CodeOwner,
): Promise<Date | undefined> {
  const sending = await findSending(db, vault, owner)
  return sending?.isGood ? sending.sentAt : undefined
}

async function findSending(db: Queryable, vault: Vault, owner: CodeOwner) {
  const [row] = await db.query<{ sent_at: Date; is_good: boolean }>(
    `SELECT sent_at, used_at IS NULL AND tries < $3 AS is_good
     FROM sms_codes WHERE phone_index = $1 AND purpose = $2`,
    [...keyOf(vault, owner), TRIES_MAX],
  )
  return row && { sentAt: row.sent_at, isGood: row.is_good }
}

/** A message that never went out makes nobody wait. It stays valid, in case it arrives after all. */
export async function forgetSending(
  db: Queryable,
  { vault }: Means,
  code: GivenCode & { readonly waitSeconds: number },
): Promise<void> {
  await db.query(
    `UPDATE sms_codes SET sent_at = sent_at - make_interval(secs => $4)
     WHERE phone_index = $1 AND purpose = $2 AND code_hash = $3`,
    [...keyOf(vault, code), codeHash(vault, code), code.waitSeconds],
  )
}

/**
 * Spends one try and looks at the code, in one statement: of fifty guesses at once, five are looked at.
 */
export async function spendTry(
  db: Queryable,
  { vault, now }: Means,
  given: GivenCode,
): Promise<{ readonly isRight: boolean; readonly triesLeft: number } | undefined> {
  const [row] = await db.query<{ tries: number; is_right: boolean }>(
    `UPDATE sms_codes SET tries = tries + 1
     WHERE phone_index = $1 AND purpose = $2 AND tries < $5 AND used_at IS NULL AND expires_at > $4
     RETURNING tries, code_hash = $3 AS is_right`,
    [...keyOf(vault, given), codeHash(vault, given), now(), TRIES_MAX],
  )
  return row && { isRight: row.is_right, triesLeft: TRIES_MAX - row.tries }
}

/** Uses a right code up. Of many at once, one wins. */
export async function spendCode(
  db: Queryable,
  { vault, now }: Means,
  given: GivenCode,
): Promise<boolean> {
  const rows = await db.query<{ purpose: string }>(
    `UPDATE sms_codes SET used_at = $4
     WHERE phone_index = $1 AND purpose = $2 AND code_hash = $3 AND used_at IS NULL
       AND expires_at > $4
     RETURNING purpose`,
    [...keyOf(vault, given), codeHash(vault, given), now()],
  )
  return rows.length > 0
}

/** Whatever was sent to a phone is worth nothing any more. */
export async function deleteCodesOf(
  tx: Transaction,
  { vault }: Pick<Means, 'vault'>,
  phone: string,
): Promise<void> {
  await tx.query(`DELETE FROM sms_codes WHERE phone_index = $1`, [vault.index('phone', phone)])
}

function keyOf(vault: Vault, { phone, purpose }: CodeOwner): [Buffer, string] {
  return [vault.index('phone', phone), purpose]
}

function codeHash(vault: Vault, { phone, purpose, code }: GivenCode): Buffer {
  return vault.hash('code', `${purpose}:${phone}:${code}`)
}
