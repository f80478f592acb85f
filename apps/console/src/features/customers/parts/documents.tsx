import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { customerMessages } from '#shared/catalogue/customers.ts'
import { partMessages } from '#shared/catalogue/customer-parts.ts'
import { useMessages } from '#platform/catalogue.ts'
import { useMay } from '#platform/member.ts'
import { fileOfBase64, saveFile } from '#platform/save-file.ts'
import { Card, PlainTable } from '#shared/parts/card.tsx'
import { Icon } from '#shared/parts/icon.tsx'
import { Failed, Part } from '#shared/parts/states.tsx'
import { customerCalls, customerQueries } from '../calls.ts'
import { useWords } from '#shared/catalogue/words.ts'

type Lists = Awaited<ReturnType<typeof customerCalls.documents>>

export function Documents({ customer }: { readonly customer: string }) {
  const query = useQuery(customerQueries.documents(customer))
  return (
    <Part query={query}>
      {({ documents, evidence }) => (
        <>
          <DocumentTable customer={customer} documents={documents} />
          <EvidenceTable evidence={evidence} />
        </>
      )}
    </Part>
  )
}

function DocumentTable({
  customer,
  documents,
}: Pick<Lists, 'documents'> & { readonly customer: string }) {
  const messages = useMessages(partMessages)
  const names = useMessages(customerMessages)
  const mayDownload = useMay('customers:unmask')
  const download = useDownload(customer)
  const renderDownload = ({ documentNo, title, isVoid }: Lists['documents'][number]) =>
    mayDownload &&
    !isVoid && (
      <button
        type="button"
        className="act act-bare"
        aria-label={messages.downloadFile(title)}
        disabled={download.isPending}
        onClick={() => download.mutate(documentNo)}
      >
        <Icon name="save" />
        {messages.download}
      </button>
    )
  return (
    <Card title={messages.documents}>
      <PlainTable
        label={messages.documents}
        rows={documents}
        noOf={({ documentNo }) => documentNo}
        empty={messages.noDocuments}
        columns={[
          { head: messages.name, renderCell: ({ title }) => title },
          { head: messages.kind, renderCell: ({ kind }) => messages[kind] },
          {
            head: names.number,
            renderCell: ({ documentNo: no }) => <span className="id">{no}</span>,
          },
          { head: messages.day, renderCell: ({ on }) => on },
          {
            head: names.state,
            renderCell: ({ isVoid }) => (isVoid ? messages.void : messages.valid),
          },
          { head: messages.file, align: 'right', renderCell: renderDownload },
        ]}
      />
      {download.error && (
        <div className="pad-all">
          <Failed
            error={download.error}
            at={download.submittedAt}
            onRetry={() => download.mutate(download.variables)}
          />
        </div>
      )}
      {mayDownload && documents.length > 0 && (
        <p className="cap c3 pad-all">{messages.downloadLogged}</p>
      )}
    </Card>
  )
}

function useDownload(customer: string) {
  return useMutation({
    mutationFn: async (documentNo: string) => {
      const { title, bytes } = await customerCalls.document({ customer, documentNo })
      saveFile(`${title}.pdf`, fileOfBase64(bytes, 'application/pdf'))
    },
  })
}

function EvidenceTable({ evidence }: Pick<Lists, 'evidence'>) {
  const messages = useMessages(partMessages)
  const names = useMessages(customerMessages)
  const words = useWords()
  return (
    <Card title={messages.evidence}>
      <PlainTable
        label={messages.evidence}
        rows={evidence}
        noOf={({ evidenceNo }) => evidenceNo}
        empty={messages.noEvidence}
        columns={[
          {
            head: names.number,
            renderCell: ({ evidenceNo: no }) => <span className="id">{no}</span>,
          },
          { head: messages.kind, renderCell: ({ subject }) => words(subject) },
          {
            head: names.loan,
            renderCell: ({ loanNo }) => <Link href={`/loans/${loanNo}`}>{loanNo}</Link>,
          },
          { head: messages.day, renderCell: ({ drawnOn }) => drawnOn },
          { head: names.state, renderCell: ({ state }) => words(state) },
        ]}
      />
    </Card>
  )
}
