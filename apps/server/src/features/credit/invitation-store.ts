import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Grade } from '@qingzhou/domain/credit/policy'
import { fen, type Money } from '@qingzhou/domain/money/money'
import type { Queryable, Transaction } from '#platform/database/database.ts'
import type { Services } from '#platform/services.ts'

/** A limit that the lender has decided on before anybody applied. */
export type Invitation = { readonly amount: Money; readonly grade: Grade }

type Deps = Pick<Services, 'vault' | 'today'>

export async function isInvited(db: Queryable, deps: Deps, phone: string): Promise<boolean> {
  const rows = await db.query<{ grade: string }>(
    `SELECT grade FROM invitations WHERE phone_index = $1 AND last_day >= $2 AND taken_at IS NULL`,
    [deps.vault.index('phone', phone), deps.today()],
  )
  return rows.length > 0
}

/** An invitation is good for one application. */
export async function takeInvitation(
  tx: Transaction,
  deps: Deps & Pick<Services, 'now'>,
  phone: string,
): Promise<Invitation | undefined> {
  const [row] = await tx.query<{ amount_fen: bigint; grade: Grade }>(
    `UPDATE invitations SET taken_at = $3
      WHERE phone_index = $1 AND last_day >= $2 AND taken_at IS NULL
      RETURNING amount_fen, grade`,
    [deps.vault.index('phone', phone), deps.today(), deps.now()],
  )
  return row && { amount: fen(row.amount_fen), grade: row.grade }
}

/** An invitation goes with its person to another phone, unless that one has one of its own. */
export async function moveInvitation(
  tx: Transaction,
  { vault }: Pick<Services, 'vault'>,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await tx.query(
    `UPDATE invitations SET phone_index = $2 WHERE phone_index = $1
        AND NOT EXISTS (SELECT FROM invitations WHERE phone_index = $2)`,
    [vault.index('phone', from), vault.index('phone', to)],
  )
}

/** Invites the owner of a phone; somebody who was invited before stays as they were. */
export async function invite(
  db: Queryable,
  { vault }: Pick<Services, 'vault'>,
  invited: Invitation & { readonly phone: string; readonly lastDay: LocalDate },
): Promise<void> {
  await db.query(
    `INSERT INTO invitations (phone_index, amount_fen, grade, last_day) VALUES ($1, $2, $3, $4)
     ON CONFLICT (phone_index) DO NOTHING`,
    [vault.index('phone', invited.phone), invited.amount, invited.grade, invited.lastDay],
  )
}
