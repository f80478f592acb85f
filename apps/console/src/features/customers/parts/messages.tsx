import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { customerMessages } from '#shared/catalogue/customers.ts'
import { partMessages } from '#shared/catalogue/customer-parts.ts'
import { useMessages } from '#platform/catalogue.ts'
import { momentText } from '#platform/figures.ts'
import { Card } from '#shared/parts/card.tsx'
import { Part } from '#shared/parts/states.tsx'
import { customerQueries } from '../calls.ts'

/** What was sent, word by word. */
export function Messages({ customer }: { readonly customer: string }) {
  const messages = useMessages(partMessages)
  const names = useMessages(customerMessages)
  const [pageNo, goTo] = useState(1)
  const query = useQuery(customerQueries.messages(customer, pageNo))
  return (
    <Card title={names.messages}>
      <Part query={query}>
        {({ messages: sent, hasMore }) => (
          <div className="body">
            {sent.length === 0 && <p className="c2">{names.none}</p>}
            <ul className="line">
              {sent.map(({ messageNo, via, title, text, at }) => (
                <li key={messageNo}>
                  <div className="row">
                    <span className="strong">{title}</span>
                    <span className="cap c3">{messages[via]}</span>
                    <time>{momentText(at)}</time>
                  </div>
                  <p className="c2">{text}</p>
                </li>
              ))}
            </ul>
            <div className="row">
              {pageNo > 1 && (
                <button type="button" className="act" onClick={() => goTo(pageNo - 1)}>
                  {messages.later}
                </button>
              )}
              {hasMore && (
                <button type="button" className="act" onClick={() => goTo(pageNo + 1)}>
                  {messages.more}
                </button>
              )}
            </div>
          </div>
        )}
      </Part>
    </Card>
  )
}
