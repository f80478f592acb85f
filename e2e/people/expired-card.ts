import { createDatabase } from '@qingzhou/platform/database/pool'
import { withDatabase } from '@qingzhou/tools/postgres/own-database.ts'
import type { Caller } from './caller.ts'

/** Years pass for the identity card on file: its last day was yesterday. */
export async function expireIdCard({ api }: Caller): Promise<void> {
  const { customerNo } = await api.onboarding.currentUser({})
  await withDatabase(async (url) => {
    const settings = { max: 1, role: 'qingzhou_app', onIdleError: () => {} } as const
    const database = createDatabase(url, settings)
    try {
      await database.query(
        `UPDATE id_cards SET expires_on = current_date - 1 WHERE customer_no = $1`,
        [customerNo],
      )
    } finally {
      await database.close()
    }
  })
}
