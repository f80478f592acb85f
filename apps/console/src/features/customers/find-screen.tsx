import { Link } from 'wouter'
import { customerMessages } from '#shared/catalogue/customers.ts'
import { useMessages } from '#platform/catalogue.ts'
import { Empty } from '#shared/parts/states.tsx'
import { hrefOfFind, recentFinds } from './recent-finds.ts'

/** Customers are found, not browsed: the page lists what was opened before. */
export default function FindScreen() {
  const messages = useMessages(customerMessages)
  const recent = recentFinds()
  return (
    <div className="page">
      <h1 className="h1">{messages.title}</h1>
      <section className="card" aria-label={messages.recent}>
        <header>
          <h2 className="h2">{messages.recent}</h2>
        </header>
        {recent.length === 0 ? (
          <Empty title={messages.recentNone} icon="search">
            <p>{messages.findHint}</p>
          </Empty>
        ) : (
          <ul>
            {recent.map((find) => (
              <li key={find.no}>
                <Link className="opt" href={hrefOfFind(find)}>
                  <span className="id">{find.no}</span>
                  <span className="c3">{messages[find.kind]}</span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}
