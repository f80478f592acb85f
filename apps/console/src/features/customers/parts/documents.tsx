import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { customerMessages } from '#shared/catalogue/customers.ts'
import { partMessages } from '#shared/catalogue/customer-parts.ts'
import { useMessages } from '#platform/catalogue.ts'
import { Card, PlainTable } from '#shared/parts/card.tsx'
import { Part } from '#shared/parts/states.tsx'
import { customerQueries } from '../calls.ts'
import { useWords } from '#shared/catalogue/words.ts'

export function Documents({ customer }: { readonly customer: string }) {
  const messages = useMessages(partMessages)
  const names = useMessages(customerMessages)
  const words = useWords()
  const query = useQuery(customerQueries.documents(customer))
  return (
    <Part query={query}>
      {({ documents, evidence }) => (
        <>
          <Card title={names.documents}>
            <PlainTable
              label={names.documents}
              rows={documents}
              noOf={({ documentNo }) => documentNo}
              empty={names.none}
              columns={[
                {
                  head: names.number,
                  renderCell: ({ documentNo }) => <span className="id">{documentNo}</span>,
                },
                { head: messages.name, renderCell: ({ title }) => title },
                { head: messages.kind, renderCell: ({ kind }) => messages[kind] },
                { head: messages.day, renderCell: ({ on }) => on },
                {
                  head: names.state,
                  renderCell: ({ isVoid }) => (isVoid ? messages.void : messages.valid),
                },
              ]}
            />
          </Card>
          <Card title={messages.evidence}>
            <PlainTable
              label={messages.evidence}
              rows={evidence}
              noOf={({ evidenceNo }) => evidenceNo}
              empty={names.none}
              columns={[
                {
                  head: names.number,
                  renderCell: ({ evidenceNo }) => <span className="id">{evidenceNo}</span>,
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
        </>
      )}
    </Part>
  )
}
