import type { CustomerNo } from '#platform/customer-no.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { emailOnFile } from './emails.ts'

/** Where a customer wants something sent: a new address, or one on file by its number. One of the two. */
export async function chosenAddress(
  services: Services,
  customer: CustomerNo,
  {
    email,
    emailNo,
  }: { readonly email?: string | undefined; readonly emailNo?: string | undefined },
): Promise<string> {
  if (email !== undefined && emailNo === undefined) return email
  const known =
    emailNo !== undefined && email === undefined
      ? await emailOnFile(services.database, services, { customer, emailNo })
      : undefined
  if (known === undefined) throw new Refused({ kind: 'field-invalid', message: '请选择或输入邮箱' })
  return known
}
