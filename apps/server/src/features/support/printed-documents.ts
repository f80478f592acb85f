import { unreachable } from '@qingzhou/domain/assert'
import { signedDocument } from '#features/agreements/index.ts'
import type { Acting } from '#features/proposals/index.ts'
import { writeStatement } from '#features/repayment/index.ts'
import { certificateFile } from '#features/settlement/index.ts'
import type { PrintableDocument, PrintedDocument } from '@qingzhou/platform/documents/document'
import type { DocumentKey } from '@qingzhou/platform/documents/document-link-store'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { requireAllowance } from '@qingzhou/platform/network-allowance'
import { Refused } from '@qingzhou/platform/refused'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'
import type { Services } from '#services.ts'
import { listDocuments } from './support-store.ts'

type PrintDeps = Pick<
  Services,
  'database' | 'vault' | 'files' | 'now' | 'today' | 'businessDate' | 'printer' | 'signer'
>

/** A printed document of a customer. Undefined when it does not exist. */
export async function renderDocument(
  services: PrintDeps,
  { customer, kind, reference }: DocumentKey,
): Promise<PrintedDocument | undefined> {
  switch (kind) {
    case 'agreement':
      return printAndSign(
        services,
        await signedDocument(services, { customer, agreementNo: reference }),
      )
    case 'statement':
      return printAndSign(services, await writeStatement(services, { customer, month: reference }))
    case 'certificate':
      return certificateFile(services, { customer, certificateNo: reference })
    default:
      return unreachable(kind)
  }
}

async function printAndSign(
  { printer, signer }: PrintDeps,
  document: PrintableDocument | undefined,
): Promise<PrintedDocument | undefined> {
  if (!document) return undefined
  const pdf = await printer.print(document)
  return { title: document.title, pdf: document.seal ? await signer.sign(pdf) : pdf }
}

/**
 * A document of a customer, as the customer downloads it. It shows personal data in full, so it is
 * recorded before it is printed. Rate limit: printing is expensive.
 */
export async function downloadDocument(
  services: PrintDeps & Pick<Services, 'limiter'>,
  staff: Acting,
  { customer, documentNo }: { readonly customer: CustomerNo; readonly documentNo: string },
): Promise<PrintedDocument> {
  const { database } = services
  const documents = await listDocuments(database, customer)
  const found = documents.find((one) => one.documentNo === documentNo && !one.isVoid)
  if (!found) throw new Refused({ kind: 'document-unknown' })
  const key = `document:staff:${staff.staffNo}`
  await requireAllowance(services, { key, limit: 60, windowSeconds: 600 })
  const about = `document=${documentNo}`
  await recordStaffAct(database, services, { staff, act: 'download-document', customer, about })
  const { kind } = found
  const printed = await renderDocument(services, { customer, kind, reference: documentNo })
  if (!printed) throw new Refused({ kind: 'document-unknown' })
  return printed
}
