import type { CustomerNo } from '#platform/customer-no.ts'
import type { PrintedPaper } from '#platform/documents/paper.ts'
import type { Services } from '#platform/services.ts'
import { titles } from './certificate-paper.ts'
import { findCertificates } from './certificate-store.ts'

/** The very file that was issued; nothing when there is no such certificate of the customer's. */
export async function certificateFile(
  { database, vault, files }: Services,
  { customer, certificateNo }: { readonly customer: CustomerNo; readonly certificateNo: string },
): Promise<PrintedPaper | undefined> {
  const [issued] = await findCertificates(database, vault, {
    customer,
    certificateNos: [certificateNo],
  })
  const pdf = issued && (await files.read({ customer, fileNo: issued.fileNo }))
  return pdf && { title: `${titles[issued.kind]}-${certificateNo}`, pdf }
}
