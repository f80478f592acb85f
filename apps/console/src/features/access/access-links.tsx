import { Link } from 'wouter'
import { useMessages } from '#platform/catalogue.ts'
import { accessMessages } from '#shared/catalogue/access.ts'

const lists = ['members', 'sessions', 'log'] as const

/** The other lists of this section, beside the title. */
export function AccessLinks({ current }: { readonly current: (typeof lists)[number] }) {
  const messages = useMessages(accessMessages)
  return lists
    .filter((list) => list !== current)
    .map((list) => (
      <Link key={list} href={`/access/${list}`} className="act act-bare">
        {messages[list]}
      </Link>
    ))
}
