import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { customerMessages } from '#shared/catalogue/customers.ts'
import { partMessages } from '#shared/catalogue/customer-parts.ts'
import { useMessages } from '#platform/catalogue.ts'
import { Card, PlainTable } from '#shared/parts/card.tsx'
import { Part } from '#shared/parts/states.tsx'
import { customerQueries } from '../calls.ts'
import { useWords } from '#shared/catalogue/words.ts'

export function Benefits({ customer }: { readonly customer: string }) {
  const messages = useMessages(partMessages)
  const names = useMessages(customerMessages)
  const words = useWords()
  const query = useQuery(customerQueries.benefits(customer))
  return (
    <Part query={query}>
      {({ coupons, offers }) => (
        <>
          <Card title={messages.coupons}>
            <PlainTable
              label={messages.coupons}
              rows={coupons}
              noOf={({ couponNo }) => couponNo}
              empty={names.none}
              columns={[
                {
                  head: names.number,
                  renderCell: ({ couponNo }) => <span className="id">{couponNo}</span>,
                },
                { head: messages.kind, renderCell: ({ benefit }) => words(benefit) },
                { head: names.validUntil, renderCell: ({ validUntil }) => validUntil },
                { head: names.state, renderCell: ({ state }) => words(state) },
              ]}
            />
          </Card>
          <Card title={messages.offers}>
            <PlainTable
              label={messages.offers}
              rows={offers}
              noOf={({ offerNo }) => offerNo}
              empty={names.none}
              columns={[
                {
                  head: names.number,
                  renderCell: ({ offerNo }) => <span className="id">{offerNo}</span>,
                },
                {
                  head: names.loan,
                  renderCell: ({ loanNo }) => <Link href={`/loans/${loanNo}`}>{loanNo}</Link>,
                },
                { head: names.validUntil, renderCell: ({ validUntil }) => validUntil },
                { head: names.state, renderCell: ({ state }) => messages[state] },
              ]}
            />
          </Card>
        </>
      )}
    </Part>
  )
}
