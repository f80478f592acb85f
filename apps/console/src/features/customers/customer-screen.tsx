import { unreachable } from '@qingzhou/domain/assert'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'wouter'
import { customerMessages } from '#shared/catalogue/customers.ts'
import { useMessages } from '#platform/catalogue.ts'
import { useMay } from '#platform/member.ts'
import { Empty, isRefused, Part } from '#shared/parts/states.tsx'
import { customerQueries } from './calls.ts'
import { CustomerHead } from './customer-head.tsx'
import { Overview } from './overview.tsx'
import { Access } from './parts/access.tsx'
import { Benefits } from './parts/benefits.tsx'
import { Credit } from './parts/credit.tsx'
import { Documents } from './parts/documents.tsx'
import { Messages } from './parts/messages.tsx'
import { Orders } from './parts/orders.tsx'
import { Timeline } from './parts/timeline.tsx'

const tabs = [
  'credit',
  'orders',
  'benefits',
  'documents',
  'messages',
  'access',
  'timeline',
] as const
type Tab = (typeof tabs)[number]

/** One customer on one page. The head and the overview are one request; each tab has its own. */
export default function CustomerScreen() {
  const { no, tab } = useParams<{ no: string; tab?: string }>()
  const chosen = tabs.find((one) => one === tab)
  const head = useQuery(customerQueries.head(no))
  const mayRead = useMay('customers:read')
  // A member who may read customers is refused only if there is none: erased, perhaps while the page was open.
  if (mayRead && isRefused(head.error)) return <NoSuchCustomer />
  return (
    <>
      <Part query={head} rows={3}>
        {(shown) => <CustomerHead shown={shown} />}
      </Part>
      <Tabs no={no} chosen={chosen} />
      <div className="split-rail">
        <div className="stack scroll" tabIndex={0}>
          {chosen ? (
            <TabPart tab={chosen} customer={no} />
          ) : (
            <Part query={head} rows={6}>
              {(shown) => <Overview shown={shown} />}
            </Part>
          )}
        </div>
        {chosen !== 'timeline' && (
          <aside className="rail">
            <Timeline customer={no} />
          </aside>
        )}
      </div>
    </>
  )
}

function NoSuchCustomer() {
  const messages = useMessages(customerMessages)
  return (
    <Empty title={messages.gone} icon="user">
      <p>{messages.goneHint}</p>
      <Link href="/customers">{messages.title}</Link>
    </Empty>
  )
}

function Tabs({ no, chosen }: { readonly no: string; readonly chosen: Tab | undefined }) {
  const messages = useMessages(customerMessages)
  return (
    <nav className="tabs" aria-label={messages.tabs}>
      <Link href={`/customers/${no}`} aria-current={chosen ? undefined : 'page'}>
        {messages.overview}
      </Link>
      {tabs.map((tab) => (
        <Link
          key={tab}
          href={`/customers/${no}/${tab}`}
          aria-current={tab === chosen ? 'page' : undefined}
        >
          {messages[tab]}
        </Link>
      ))}
    </nav>
  )
}

function TabPart({ tab, customer }: { readonly tab: Tab; readonly customer: string }) {
  switch (tab) {
    case 'credit':
      return <Credit customer={customer} />
    case 'orders':
      return <Orders customer={customer} />
    case 'benefits':
      return <Benefits customer={customer} />
    case 'documents':
      return <Documents customer={customer} />
    case 'messages':
      return <Messages customer={customer} />
    case 'access':
      return <Access customer={customer} />
    case 'timeline':
      return <Timeline customer={customer} />
    default:
      return unreachable(tab)
  }
}
