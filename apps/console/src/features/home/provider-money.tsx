import { fen } from '@qingzhou/domain/money/money'
import { Link } from 'wouter'
import { systemWords } from '#shared/catalogue/exceptions.ts'
import { homeMessages } from '#shared/catalogue/home.ts'
import { queueMessages } from '#shared/catalogue/queues.ts'
import { useMessages } from '#platform/catalogue.ts'
import { amountText } from '#platform/figures.ts'
import { Card, PlainTable, StateText } from '#shared/parts/card.tsx'
import type { Home } from './home-screen.tsx'

type Provider = Home['providers'][number]

/** What moved on the latest compared day, by the day files and by our books. */
export function ProviderMoney({ home: { providers, comparedDay } }: { readonly home: Home }) {
  const messages = useMessages(homeMessages)
  const names = useMessages(queueMessages)
  const words = useMessages(systemWords)
  const open = providers.reduce((sum, provider) => sum + provider.open, 0)
  return (
    <Card
      title={messages.providers}
      {...(open > 0 && { note: messages.differencesOpen(open) })}
      aside={
        comparedDay === undefined
          ? names.unitYuan
          : `${messages.upTo(comparedDay)} · ${names.unitYuan}`
      }
    >
      <PlainTable<Provider>
        label={messages.providers}
        rows={providers}
        noOf={({ provider }) => provider}
        empty={messages.notCompared}
        columns={[
          { head: messages.account, renderCell: ({ provider }) => words[provider] },
          {
            head: messages.reported,
            align: 'right',
            renderCell: (row) => signedText(row.reportedIn - row.reportedOut),
          },
          {
            head: messages.booked,
            align: 'right',
            renderCell: (row) => signedText(row.bookedIn - row.bookedOut),
          },
          {
            head: messages.difference,
            align: 'right',
            renderCell: (row) => (
              <Link href="/exceptions?kind=difference" className="fig">
                {signedText(row.reportedIn - row.reportedOut - row.bookedIn + row.bookedOut)}
              </Link>
            ),
          },
          { head: names.state, renderCell: (row) => <ProviderState row={row} /> },
        ]}
      />
    </Card>
  )
}

function ProviderState({ row: { open } }: { readonly row: Provider }) {
  const messages = useMessages(homeMessages)
  return (
    <StateText tone={open > 0 ? 'wait' : 'done'}>
      {open > 0 ? messages.differencesOpen(open) : messages.agrees}
    </StateText>
  )
}

/** A sum of money in less money out may be negative. */
function signedText(difference: bigint): string {
  const text = amountText(fen(difference < 0n ? -difference : difference))
  return difference < 0n ? `−${text}` : text
}
