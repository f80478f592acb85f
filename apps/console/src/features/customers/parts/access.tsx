import { useQuery } from '@tanstack/react-query'
import { customerMessages } from '#shared/catalogue/customers.ts'
import { partMessages } from '#shared/catalogue/customer-parts.ts'
import { useMessages } from '#platform/catalogue.ts'
import { momentText } from '#platform/figures.ts'
import { Card, PlainTable } from '#shared/parts/card.tsx'
import { Part } from '#shared/parts/states.tsx'
import { type customerCalls, customerQueries } from '../calls.ts'

type AccessAnswer = Awaited<ReturnType<typeof customerCalls.access>>

/** Where the customer is signed in, how to reach them, and what they agreed to. */
export function Access({ customer }: { readonly customer: string }) {
  const query = useQuery(customerQueries.access(customer))
  return (
    <Part query={query}>
      {(shown) => (
        <>
          <Sessions shown={shown} />
          <Reachable shown={shown} />
          <Consents shown={shown} />
        </>
      )}
    </Part>
  )
}

function Sessions({ shown: { sessions, linkedApps } }: { readonly shown: AccessAnswer }) {
  const messages = useMessages(partMessages)
  const names = useMessages(customerMessages)
  return (
    <Card title={messages.sessions} note={linkedApps.join(names.or)}>
      <PlainTable
        label={messages.sessions}
        rows={sessions}
        noOf={({ deviceName, openedAt }) => `${openedAt} ${deviceName}`}
        empty={names.none}
        columns={[
          { head: messages.device, renderCell: ({ deviceName }) => deviceName },
          { head: messages.openedAt, renderCell: ({ openedAt }) => momentText(openedAt) },
          { head: messages.lastUsedAt, renderCell: ({ lastUsedAt }) => momentText(lastUsedAt) },
        ]}
      />
    </Card>
  )
}

function Reachable({ shown: { cards, contacts } }: { readonly shown: AccessAnswer }) {
  const messages = useMessages(partMessages)
  const names = useMessages(customerMessages)
  return (
    <>
      <Card title={messages.cards}>
        <PlainTable
          label={messages.cards}
          rows={cards}
          noOf={({ bankName, lastFour }) => `${bankName} ${lastFour}`}
          empty={names.none}
          columns={[
            { head: messages.bank, renderCell: ({ bankName }) => bankName },
            { head: messages.lastFour, renderCell: ({ lastFour }) => lastFour },
          ]}
        />
      </Card>
      <Card title={messages.contacts}>
        <PlainTable
          label={messages.contacts}
          rows={contacts}
          noOf={({ name, phone }) => `${name} ${phone}`}
          empty={names.none}
          columns={[
            { head: messages.personName, renderCell: ({ name }) => name },
            { head: messages.relation, renderCell: ({ relation }) => relation },
            { head: names.phone, renderCell: ({ phone }) => phone },
          ]}
        />
      </Card>
    </>
  )
}

function Consents({ shown: { consents } }: { readonly shown: AccessAnswer }) {
  const messages = useMessages(partMessages)
  const names = useMessages(customerMessages)
  return (
    <Card title={messages.consents}>
      <PlainTable
        label={messages.consents}
        rows={consents}
        noOf={({ page, version }) => `${page} ${version}`}
        empty={names.none}
        columns={[
          { head: messages.name, renderCell: ({ page }) => page },
          { head: messages.version, renderCell: ({ version }) => version },
          { head: names.time, renderCell: ({ at }) => momentText(at) },
        ]}
      />
    </Card>
  )
}
