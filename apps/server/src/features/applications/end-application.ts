import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Application } from '@qingzhou/domain/credit/application'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { Services } from '#platform/services.ts'
import { after } from './after.ts'
import { saveApplication, type ApplicationRecord } from './application-store.ts'

type Deps = Pick<Services, 'now'>

/** Hands an application in. Whether the invitation still counts is known only now. */
export async function submitApplication(
  tx: Transaction,
  { now }: Deps,
  kept: ApplicationRecord,
  submitted: { readonly customer: CustomerNo; readonly isInvited: boolean },
): Promise<Application> {
  const { customer, isInvited } = submitted
  const { applyNo } = kept
  const start = { ...kept.application, preApproved: isInvited }
  const application = after(start, { type: 'submitted' })
  await saveApplication(tx, { customer, applyNo, application })
  await tx.query(
    `UPDATE applications SET submitted_at = $3 WHERE customer_no = $1 AND apply_no = $2`,
    [customer, applyNo, now()],
  )
  return application
}

/** What the borrower is told of a no, and until when. */
export type NotGranted = {
  readonly controlMessage: string
  readonly refusal: ApplicationRecord['refusal']
  readonly retryOn: LocalDate
}

/** Ends the review of an application: with a limit, or with what there is to say instead. */
export async function endApplication(
  tx: Transaction,
  { now }: Deps,
  kept: ApplicationRecord,
  ended: { readonly customer: CustomerNo; readonly notGranted: NotGranted | undefined },
): Promise<void> {
  const { customer, notGranted } = ended
  const { applyNo } = kept
  const application = after(kept.application, { type: notGranted ? 'declined' : 'approved' })
  await saveApplication(tx, { customer, applyNo, application })
  await tx.query(
    `UPDATE applications SET decided_at = $3, control_message = $4, refusal = $5, retry_on = $6
      WHERE customer_no = $1 AND apply_no = $2`,
    [
      customer,
      applyNo,
      now(),
      notGranted?.controlMessage,
      notGranted?.refusal,
      notGranted?.retryOn,
    ],
  )
}
