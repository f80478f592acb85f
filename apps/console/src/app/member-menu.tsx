import { useQuery } from '@tanstack/react-query'
import { shellMessages } from '#shared/catalogue/shell.ts'
import { useMessages } from '#platform/catalogue.ts'
import { endSession, memberQuery } from '#platform/member.ts'

/** Who is signed in, by which roles. */
export function MemberMenu() {
  const messages = useMessages(shellMessages)
  const { data } = useQuery(memberQuery)
  if (!data) return undefined
  return (
    <details className="menu">
      <summary className="who">
        <i aria-hidden="true">{data.name.slice(0, 1)}</i>
        <span>{data.name}</span>
        <span className="cap c3">{data.roles.map((role) => messages[role]).join(' ')}</span>
      </summary>
      <div className="menu-body">
        <button type="button" className="opt" onClick={() => void endSession()}>
          {messages.signOut}
        </button>
      </div>
    </details>
  )
}
