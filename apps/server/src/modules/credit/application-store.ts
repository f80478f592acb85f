import { assert } from '@qingzhou/domain/assert'
import { steps, type Step } from '@qingzhou/domain/credit/steps'
import type { Application, ApplicationChannel } from '@qingzhou/domain/credit/application'
import type { CustomerNo } from '#customer-no.ts'
import type { Queryable } from '#database/database.ts'

export type StoredApplication = {
  readonly application: Application
  readonly controlMessage: string | undefined
}

/** The application a customer is in: the newest one. */
export async function findApplication(
  db: Queryable,
  customer: CustomerNo,
): Promise<StoredApplication | undefined> {
  const [row] = await db.query<Row>(
    `SELECT channel, step, flow_branch, control_message FROM applications
     WHERE customer_no = $1 ORDER BY opened_at DESC, apply_no DESC LIMIT 1`,
    [customer],
  )
  return row && applicationOf(row)
}

type Row = {
  channel: ApplicationChannel
  step: string
  flow_branch: string
  control_message: string | null
}

function applicationOf(row: Row): StoredApplication {
  const { channel, step } = row
  assert(isStep(step), 'a stored step is one of ours')
  return {
    application: { step, channel, preApproved: row.flow_branch === '1', identityExpired: false },
    controlMessage: row.control_message ?? undefined,
  }
}

function isStep(text: string): text is Step {
  return steps.some((step) => step === text)
}
