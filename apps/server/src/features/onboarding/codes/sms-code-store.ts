import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import type { Vault } from '@qingzhou/platform/database/vault/vault'
import { signInFigures } from '@qingzhou/platform/config/sign-in-figures'
import type { Purpose } from './purposes.ts'
import type { Session } from '@qingzhou/platform/caller'
import { minutesAfter } from '@qingzhou/platform/clock'

const { validMinutes: VALID_MINUTES } = signInFigures.passedCheck

export async function savePassedCheck(
  db: Queryable,
  { now }: { readonly now: () => Date },
  check: { readonly session: Session; readonly purpose: Purpose },
): Promise<void> {
  await db.query(
    `WITH swept AS (
       DELETE FROM verifications WHERE (customer_no, session_id, purpose) IN (
         SELECT customer_no, session_id, purpose FROM verifications
         WHERE passed_at < $4::timestamptz - interval '1 day' AND customer_no <> $1
         LIMIT 20 FOR UPDATE SKIP LOCKED))
     INSERT INTO verifications (customer_no, session_id, purpose, passed_at)
     VALUES ($1, $2, $3, $4)
     ON CONFLICT (customer_no, session_id, purpose) DO UPDATE SET passed_at = excluded.passed_at`,
    [check.session.customer, check.session.id, check.purpose, now()],
  )
}

/** Uses up a passed check: one code is valid for one business. */
export async function takePassedCheck(
  db: Queryable,
  { now }: { readonly now: () => Date },
  check: { readonly session: Session; readonly purpose: Purpose },
): Promise<boolean> {
  const rows = await db.query<{ purpose: string }>(
    `DELETE FROM verifications
     WHERE customer_no = $1 AND session_id = $2 AND purpose = $3 AND passed_at > $4
     RETURNING purpose`,
    [check.session.customer, check.session.id, check.purpose, minutesAfter(now(), -VALID_MINUTES)],
  )
  return rows.length > 0
}

/** Whether there is a valid passed check, without using it up. */
export async function hasPassedCheck(
  db: Queryable,
  { now }: { readonly now: () => Date },
  check: { readonly session: Session; readonly purpose: Purpose },
): Promise<boolean> {
  const rows = await db.query(
    `SELECT FROM verifications
     WHERE customer_no = $1 AND session_id = $2 AND purpose = $3 AND passed_at > $4`,
    [check.session.customer, check.session.id, check.purpose, minutesAfter(now(), -VALID_MINUTES)],
  )
  return rows.length > 0
}

type Deps = { readonly vault: Vault; readonly now: () => Date }

export type CodeOwner = { readonly phone: string; readonly purpose: Purpose }

/** A requester's code for a purpose; each requester has separate codes. */
export type CodeKey = CodeOwner & { readonly requester: string }
export type KeyedCode = CodeKey & { readonly code: string }

const { tries: TRIES_MAX } = signInFigures.sms

/** Replaces the requester's earlier code, unless it was sent too recently. */
export async function replaceCode(
  db: Queryable,
  { vault, now }: Deps,
  code: KeyedCode & { readonly expiresAt: Date; readonly waitSeconds: number },
): Promise<boolean> {
  const rows = await db.query<{ purpose: string }>(
    `WITH swept AS (
       DELETE FROM sms_codes WHERE (phone_index, purpose, requester_hash) IN (
         SELECT phone_index, purpose, requester_hash FROM sms_codes
         WHERE expires_at < $5::timestamptz - interval '1 day' AND phone_index <> $1
         LIMIT 20 FOR UPDATE SKIP LOCKED))
     INSERT INTO sms_codes AS known
       (phone_index, purpose, requester_hash, code_hash, sent_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (phone_index, purpose, requester_hash) DO UPDATE SET
       code_hash = excluded.code_hash, attempts = 0, sent_at = excluded.sent_at,
       expires_at = excluded.expires_at, used_at = NULL
     WHERE known.sent_at <= $5::timestamptz - make_interval(secs => $7)
     RETURNING purpose`,
    [...keyOf(vault, code), codeHash(vault, code), now(), code.expiresAt, code.waitSeconds],
  )
  return rows.length > 0
}

/** The number of codes sent to the phone for other requesters within the last seconds. */
export async function codesJustSentToOthers(
  db: Queryable,
  { vault, now }: Deps,
  code: CodeKey & { readonly seconds: number },
): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM sms_codes
     WHERE phone_index = $1 AND (purpose, requester_hash) <> ($2, $3)
       AND sent_at > $4::timestamptz - make_interval(secs => $5)`,
    [...keyOf(vault, code), now(), code.seconds],
  )
  return row?.count ?? 0
}

export async function codeSentAt(
  db: Queryable,
  { vault }: Pick<Deps, 'vault'>,
  key: CodeKey,
): Promise<Date | undefined> {
  return (await findSending(db, vault, key))?.sentAt
}

/** When the requester's valid code was sent: unused, and with tries left. */
export async function validCodeSentAt(
  db: Queryable,
  { vault }: Pick<Deps, 'vault'>,
  key: CodeKey,
): Promise<Date | undefined> {
  const sending = await findSending(db, vault, key)
  return sending?.isGood ? sending.sentAt : undefined
}

async function findSending(db: Queryable, vault: Vault, key: CodeKey) {
  const [row] = await db.query<{ sent_at: Date; is_good: boolean }>(
    `SELECT sent_at, used_at IS NULL AND attempts < $4 AS is_good
     FROM sms_codes WHERE phone_index = $1 AND purpose = $2 AND requester_hash = $3`,
    [...keyOf(vault, key), TRIES_MAX],
  )
  return row && { sentAt: row.sent_at, isGood: row.is_good }
}

/**
 * Resets the waiting time of a message that was not sent. The code stays valid, in case it arrives
 * after all.
 */
export async function resetWaitingTime(
  db: Queryable,
  { vault }: Deps,
  code: KeyedCode & { readonly waitSeconds: number },
): Promise<void> {
  await db.query(
    `UPDATE sms_codes SET sent_at = sent_at - make_interval(secs => $5)
     WHERE phone_index = $1 AND purpose = $2 AND requester_hash = $3 AND code_hash = $4`,
    [...keyOf(vault, code), codeHash(vault, code), code.waitSeconds],
  )
}

/**
 * Uses up a try and checks the code in one statement, so that concurrent guesses cannot exceed the
 * limit.
 */
export async function countAttempt(
  db: Queryable,
  { vault, now }: Deps,
  input: KeyedCode,
): Promise<{ readonly isRight: boolean; readonly triesLeft: number } | undefined> {
  const [row] = await db.query<{ attempts: number; is_right: boolean }>(
    `UPDATE sms_codes SET attempts = attempts + 1
     WHERE phone_index = $1 AND purpose = $2 AND requester_hash = $3
       AND attempts < $6 AND used_at IS NULL AND expires_at > $5
     RETURNING attempts, code_hash = $4 AS is_right`,
    [...keyOf(vault, input), codeHash(vault, input), now(), TRIES_MAX],
  )
  return row && { isRight: row.is_right, triesLeft: TRIES_MAX - row.attempts }
}

/** Uses up a correct code; of concurrent calls, one succeeds. */
export async function spendCode(
  db: Queryable,
  { vault, now }: Deps,
  input: KeyedCode,
): Promise<boolean> {
  const rows = await db.query<{ purpose: string }>(
    `UPDATE sms_codes SET used_at = $5
     WHERE phone_index = $1 AND purpose = $2 AND requester_hash = $3 AND code_hash = $4
       AND used_at IS NULL AND expires_at > $5
     RETURNING purpose`,
    [...keyOf(vault, input), codeHash(vault, input), now()],
  )
  return rows.length > 0
}

/** Voids all codes sent to a phone. */
export async function deleteCodes(
  tx: Transaction,
  { vault }: Pick<Deps, 'vault'>,
  phone: string,
): Promise<void> {
  await tx.query(`DELETE FROM sms_codes WHERE phone_index = $1`, [vault.index('phone', phone)])
}

function keyOf(vault: Vault, { phone, purpose, requester }: CodeKey): [Buffer, string, Buffer] {
  return [vault.index('phone', phone), purpose, vault.hash('code', `requester:${requester}`)]
}

function codeHash(vault: Vault, { phone, purpose, code }: KeyedCode): Buffer {
  return vault.hash('code', `${purpose}:${phone}:${code}`)
}
