import type { Queryable } from '@qingzhou/platform/database/database'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import type { Vault } from '@qingzhou/platform/database/vault/vault'
import type { Provider } from './linked-account-store.ts'

type Deps = { readonly vault: Vault; readonly now: () => Date }

export type TicketPair = { readonly ticket: string; readonly browserSecret: string }

/** An account in another app that is not linked with a customer yet. */
export type UnlinkedAccount = { readonly provider: Provider; readonly openId: string }

export async function insertTicket(
  db: Queryable,
  { vault, now }: Deps,
  ticket: TicketPair & { readonly account: UnlinkedAccount; readonly expiresAt: Date },
): Promise<void> {
  const { provider, openId } = ticket.account
  const place = placeOf(vault, ticket)
  await db.query(
    `WITH swept AS (
       DELETE FROM registration_tickets WHERE ticket_hash IN (
         SELECT ticket_hash FROM registration_tickets WHERE expires_at < $6 LIMIT 20
         FOR UPDATE SKIP LOCKED))
     INSERT INTO registration_tickets
       (ticket_hash, browser_hash, provider, open_id_sealed, expires_at)
     VALUES ($1, $2, $3, $4, $5)`,
    [
      ...hashesOf(vault, ticket),
      provider,
      vault.seal(openId, place('open_id_sealed')),
      ticket.expiresAt,
      now(),
    ],
  )
}

export async function findTicket(
  db: Queryable,
  { vault, now }: Deps,
  pair: TicketPair,
): Promise<UnlinkedAccount | undefined> {
  const [row] = await db.query<TicketRow>(
    `SELECT provider, open_id_sealed FROM registration_tickets
     WHERE ticket_hash = $1 AND browser_hash = $2 AND used_at IS NULL AND expires_at > $3`,
    [...hashesOf(vault, pair), now()],
  )
  return row && accountOf(vault, row, pair)
}

/** Uses up a ticket; of concurrent calls, one succeeds. */
export async function spendTicket(
  db: Queryable,
  { vault, now }: Deps,
  pair: TicketPair,
): Promise<boolean> {
  const rows = await db.query<{ provider: Provider }>(
    `UPDATE registration_tickets SET used_at = $3
     WHERE ticket_hash = $1 AND browser_hash = $2 AND used_at IS NULL AND expires_at > $3
     RETURNING provider`,
    [...hashesOf(vault, pair), now()],
  )
  return rows.length > 0
}

type TicketRow = { provider: Provider; open_id_sealed: Buffer }

function accountOf(vault: Vault, row: TicketRow, pair: TicketPair): UnlinkedAccount {
  const place = placeOf(vault, pair)
  return {
    provider: row.provider,
    openId: vault.open(row.open_id_sealed, place('open_id_sealed')),
  }
}

function hashesOf(vault: Vault, { ticket, browserSecret }: TicketPair): [Buffer, Buffer] {
  return [vault.hash('ticket', ticket), vault.hash('ticket', browserSecret)]
}

function placeOf(vault: Vault, { ticket }: TicketPair) {
  return placeIn('registration_tickets', vault.hash('ticket', ticket))
}
