import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Queryable } from '@qingzhou/platform/database/database'
import type { Vault } from '@qingzhou/platform/database/vault/vault'
import { signInFigures } from '@qingzhou/platform/config/sign-in-figures'

type Deps = { readonly vault: Vault; readonly now: () => Date; readonly today: () => LocalDate }

const {
  perPhoneAndDay: PER_DAY,
  unverifiedPerPhoneAndDay: UNVERIFIED_PER_DAY,
  unverifiedPerNetworkAndDay: UNVERIFIED_PER_NETWORK,
} = signInFigures.sms

/** The recipient of a message, and whether the requester is known to own the phone. */
export type CountedMessage = {
  readonly phone: string
  readonly network: string
  readonly isVerified: boolean
}

export type SendHistory = {
  readonly isQuotaSpent: boolean
  /**
   * When this network last requested a message to the phone; other requesters' messages are not
   * revealed.
   */
  readonly lastSentAt: Date | undefined
}

export async function sendHistory(
  db: Queryable,
  deps: Deps,
  message: CountedMessage,
): Promise<SendHistory> {
  const [phone, network] = keysOf(deps.vault, message)
  const rows = await db.query<CountRow & { last_sent_at: Date | null; is_network: boolean }>(
    `SELECT CASE WHEN sent_on = $2 THEN sent_count ELSE 0 END AS sent_count,
            CASE WHEN sent_on = $2 THEN unverified_count ELSE 0 END AS unverified_count,
            last_sent_at, network_hash <> '' AS is_network
     FROM sms_quotas WHERE phone_index = $1 AND network_hash IN ('', $3)`,
    [phone, deps.today(), network],
  )
  const byNetwork = rows.find(({ is_network: isNetwork }) => isNetwork)
  const inAll = rows.find(({ is_network: isNetwork }) => !isNetwork)
  const isSpent = (inAll?.sent_count ?? 0) >= PER_DAY
  const isUnverifiedSpent =
    (inAll?.unverified_count ?? 0) >= UNVERIFIED_PER_DAY ||
    (byNetwork?.unverified_count ?? 0) >= UNVERIFIED_PER_NETWORK
  return {
    isQuotaSpent: isSpent || (!message.isVerified && isUnverifiedSpent),
    lastSentAt: byNetwork?.last_sent_at ?? undefined,
  }
}

type CountRow = { readonly sent_count: number; readonly unverified_count: number }

/**
 * Counts a message, unless the daily quota is used up. The phone's row stays locked until the
 * transaction ends.
 */
export async function takeFromQuota(
  db: Queryable,
  deps: Deps,
  message: CountedMessage,
): Promise<boolean> {
  const [phone, network] = keysOf(deps.vault, message)
  const { isVerified } = message
  const inAll = { key: [phone, EVERYWHERE], isVerified, unverifiedMax: UNVERIFIED_PER_DAY } as const
  if (!(await take(db, deps, inAll))) return false
  const here = { key: [phone, network], isVerified, unverifiedMax: UNVERIFIED_PER_NETWORK } as const
  return take(db, deps, here)
}

async function take(
  db: Queryable,
  { now, today }: Deps,
  count: {
    readonly key: readonly [phone: Buffer, network: Buffer]
    readonly isVerified: boolean
    readonly unverifiedMax: number
  },
): Promise<boolean> {
  const rows = await db.query<CountRow>(
    `WITH swept AS (
       DELETE FROM sms_quotas WHERE (phone_index, network_hash) IN (
         SELECT phone_index, network_hash FROM sms_quotas
         WHERE sent_on < $3::date - 1 AND phone_index <> $1 LIMIT 20 FOR UPDATE SKIP LOCKED))
     INSERT INTO sms_quotas AS known
       (phone_index, network_hash, sent_on, sent_count, unverified_count, last_sent_at)
     VALUES ($1, $2, $3, 1, $5, $4)
     ON CONFLICT (phone_index, network_hash) DO UPDATE SET
       sent_count = CASE WHEN known.sent_on = $3 THEN known.sent_count ELSE 0 END + 1,
       unverified_count = CASE WHEN known.sent_on = $3 THEN known.unverified_count ELSE 0 END + $5,
       sent_on = excluded.sent_on, last_sent_at = excluded.last_sent_at
     WHERE known.sent_on <> $3
       OR (known.sent_count < $6 AND ($5 = 0 OR known.unverified_count < $7))
     RETURNING sent_count, unverified_count`,
    [...count.key, today(), now(), count.isVerified ? 0 : 1, PER_DAY, count.unverifiedMax],
  )
  return rows.length > 0
}

export async function returnToQuota(
  db: Queryable,
  { vault, today }: Deps,
  message: CountedMessage,
): Promise<void> {
  const [phone, network] = keysOf(vault, message)
  await db.query(
    `UPDATE sms_quotas SET sent_count = sent_count - 1,
       unverified_count = greatest(unverified_count - $4, 0),
       last_sent_at = CASE WHEN sent_count = 1 THEN NULL ELSE last_sent_at END
     WHERE phone_index = $1 AND network_hash IN ('', $2) AND sent_on = $3 AND sent_count > 0`,
    [phone, network, today(), message.isVerified ? 0 : 1],
  )
}

const EVERYWHERE = Buffer.alloc(0)

function keysOf(vault: Vault, { phone, network }: CountedMessage): [Buffer, Buffer] {
  return [vault.index('phone', phone), vault.hash('limit', `sms-network:${network}`)]
}
