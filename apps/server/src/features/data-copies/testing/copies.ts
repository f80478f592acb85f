import { latestCode } from '#features/onboarding/testing/visitor.ts'
import type { Applicant } from '#features/identity/testing/applicant.ts'
import type { Client } from '#testing/client.ts'
import type { TestProduct } from '#testing/product.ts'

type Asking = Pick<Applicant, 'client' | 'phone'>

let requests = 0

export function newCopyNo(): string {
  requests += 1
  return `copy-${String(requests).padStart(8, '0')}`
}

/** Passes the check by SMS code that a request needs. */
export async function confirmCopy(product: TestProduct, { client, phone }: Asking): Promise<void> {
  product.advance(61)
  await client.api.onboarding.sendPurposeCode({ purpose: 'data-copy' })
  const dynamicCode = await latestCode(product, phone)
  await client.api.onboarding.checkPurposeCode({ purpose: 'data-copy', dynamicCode })
}

/** Asks for a copy and waits until it is made. */
export async function makeCopy(product: TestProduct, asking: Asking): Promise<string> {
  const requestNo = newCopyNo()
  await confirmCopy(product, asking)
  await asking.client.api['data-copies'].request({ requestNo })
  await product.runTasks()
  return requestNo
}

/** Opens a link as a browser does: with its cookies only. */
export async function download(
  product: TestProduct,
  client: Client,
  { url, range }: { readonly url: string; readonly range?: string },
) {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return product.app.inject({ method: 'GET', url, headers: { cookie, ...(range && { range }) } })
}
