import type { OrderRoute, RouteStore } from '#providers/bank/routed-bank.ts'
import type { Database } from '#platform/database/database.ts'

type Row = {
  readonly kind: OrderRoute['kind']
  readonly route: string
  readonly ordered_at: Date
  readonly sent_at: Date | null
  readonly declined_by: string[]
}

/** Which bank has an order, for all processes. Every statement commits by itself. */
export function createRouteStore(database: Pick<Database, 'query'>): RouteStore {
  async function find(wireNo: string): Promise<OrderRoute | undefined> {
    const [row] = await database.query<Row>(
      `SELECT kind, route, ordered_at, sent_at, declined_by FROM bank_routes WHERE wire_no = $1`,
      [wireNo],
    )
    if (!row) return undefined
    const { kind, route, ordered_at: orderedAt, sent_at: sentAt, declined_by: declinedBy } = row
    return { kind, route, orderedAt, sentAt: sentAt ?? undefined, declinedBy }
  }

  return {
    find,
    async place(wireNo, { kind, route, orderedAt }) {
      await database.query(
        `INSERT INTO bank_routes (wire_no, kind, route, ordered_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (wire_no) DO NOTHING`,
        [wireNo, kind, route, orderedAt],
      )
      const placed = await find(wireNo)
      if (!placed) throw new Error(`order ${wireNo}: no route after it was placed`)
      return placed
    },
    async markSent(wireNo, { route, at }) {
      const rows = await database.query(
        `UPDATE bank_routes SET sent_at = greatest(sent_at, $3)
          WHERE wire_no = $1 AND route = $2 RETURNING wire_no`,
        [wireNo, route, at],
      )
      return rows.length === 1
    },
    async move(wireNo, { from, to, at, sentBefore }) {
      const rows = await database.query(
        `UPDATE bank_routes
            SET route = $3, ordered_at = $4, sent_at = NULL, declined_by = declined_by || $2
          WHERE wire_no = $1 AND route = $2 AND kind <> 'debit'
            AND (sent_at IS NULL OR sent_at < $5)
         RETURNING wire_no`,
        [wireNo, from, to, at, sentBefore],
      )
      return rows.length === 1
    },
  }
}
