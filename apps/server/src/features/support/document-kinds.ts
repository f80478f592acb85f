import { lender } from '@qingzhou/platform/config/brand'
import { listEmails, maskedEmail } from '#features/profile/index.ts'
import {
  customerField,
  proposalKind,
  textField,
  type Acting,
  type ProposalServices,
} from '#features/proposals/index.ts'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { enqueueMail } from '@qingzhou/platform/outbox/enqueue-sms'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'
import { requirePhone } from './customer-phone.ts'
import { listDocuments, type ListedDocument } from './support-store.ts'

type SentDocument = { readonly customer: CustomerNo; readonly documentNo: string }

/**
 * Sends a document again, to the address that the customer used last. One person may do it: staff
 * cannot choose the address.
 */
export const sendDocument = proposalKind<SentDocument>({
  kind: 'send-document',
  isAlone: true,
  fields: { customer: customerField, documentNo: textField(/^[\w-]{1,64}$/, 'document') },
  touches: [],
  describe: async (services, sent) => {
    const { document, to } = await mailOf(services, sent)
    return [`发送《${document.title}》（${document.on}）至 ${maskedEmail(to)}`]
  },
  perform: async (services, sent, { proposalNo }) =>
    services.database.inTransaction(async (tx) => {
      const { document, to } = await mailOf(services, sent)
      await enqueueMail(tx, services, {
        customer: sent.customer,
        messageNo: proposalNo,
        kind: `${document.kind}s`,
        to,
        subject: `【${lender.product}】您的《${document.title}》`,
        text: [
          `您好，您要求重新发送的《${document.title}》（${document.on}）见附件。`,
          '',
          `附件含个人信息，请妥善保管。如果不是您本人要求，请致电 ${lender.servicePhone}（${lender.serviceHours}）。`,
          lender.company,
        ].join('\n'),
        documents: [{ kind: document.kind, reference: document.documentNo }],
      })
      return `document=${document.documentNo}`
    }),
})

async function mailOf(
  services: ProposalServices,
  { customer, documentNo }: SentDocument,
): Promise<{ readonly document: ListedDocument; readonly to: string }> {
  const documents = await listDocuments(services.database, customer)
  const document = documents.find((one) => one.documentNo === documentNo)
  if (!document || document.isVoid) throw new Refused({ kind: 'document-unknown' })
  const [newest] = await listEmails(services.database, services, customer)
  if (!newest) throw new Refused({ kind: 'mail-address-unknown' })
  return { document, to: newest.address }
}

/** The documents of a customer, for support. */
export async function readDocuments(
  deps: Pick<Services, 'database' | 'vault' | 'now'>,
  staff: Acting,
  { customer }: { readonly customer: CustomerNo },
): Promise<ListedDocument[]> {
  await requirePhone(deps.database, deps, customer)
  await recordStaffAct(deps.database, deps, { staff, act: 'list-documents', customer })
  return listDocuments(deps.database, customer)
}
