import type { CustomerNo } from '#platform/customer-no.ts'
import { requireAllowance } from '#platform/require-allowance.ts'
import type { Services } from '#platform/services.ts'

const A_DAY = 24 * 60 * 60
/** What one person may send in a day, and what one mailbox may get from whomever. */
const MAILS_A_DAY = 10
const MAILS_TO_ADDRESS_A_DAY = 20

/** Counts one more mail, and refuses who has sent enough for today. */
export async function requireMailAllowance(
  services: Pick<Services, 'limiter'>,
  { customer, to }: { readonly customer: CustomerNo; readonly to: string },
): Promise<void> {
  for (const [key, limit] of [
    [`mail:customer:${customer}`, MAILS_A_DAY],
    [`mail:address:${to.toLowerCase()}`, MAILS_TO_ADDRESS_A_DAY],
  ] as const) {
    await requireAllowance(services, { key, limit, windowSeconds: A_DAY })
  }
}
