import type { LogRow } from '@qingzhou/contract/features/console/access'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type Messages, useMessages } from '#platform/catalogue.ts'
import { dayText, logTimeText } from '#platform/figures.ts'
import { useWords } from '#shared/catalogue/words.ts'
import { accessMessages } from '#shared/catalogue/access.ts'
import { ListPage } from '#shared/list/list-page.tsx'
import type { ListRequest } from '#shared/list/use-list.ts'
import { AccessLinks } from './access-links.tsx'
import { accessCalls } from './calls.ts'

type Request = Parameters<typeof accessCalls.log>[0]

const DAY_MS = 86_400_000
const filteredActs = [
  'sign-in',
  'fail-sign-in',
  'refused-call',
  'add-staff',
  'change-roles',
  'verify-log',
]

/** What staff did, and whether the log is as it was written. */
export default function LogScreen() {
  const messages = useMessages(accessMessages)
  const words = useWords()
  const [today] = useState(() => Date.now())
  const days = [0, 7, 30].map((back) => dayText(today - back * DAY_MS))
  return (
    <ListPage<LogRow>
      title={messages.log}
      aside={
        <>
          <AccessLinks current="log" />
          <VerifyLog />
        </>
      }
      source={{
        name: 'staff-log',
        // The filters and sortings of this list are those of its columns and chips.
        read: (request: ListRequest, signal) => accessCalls.log(request as Request, signal),
        noOf: ({ logNo }) => String(logNo),
      }}
      columns={[
        { id: 'no', head: messages.logNo, sort: 'logNo', text: ({ logNo }) => String(logNo) },
        { id: 'at', head: messages.doneAt, text: ({ doneAt }) => logTimeText(doneAt) },
        { id: 'actor', head: messages.actor, text: (row) => actorText(messages, row) },
        { id: 'act', head: messages.act, text: ({ act }) => words(act) },
        { id: 'customer', head: messages.customer, text: ({ customerNo }) => customerNo ?? '—' },
        { id: 'about', head: messages.about, text: ({ about }) => about },
      ]}
      filters={[
        { id: 'act', choices: filteredActs.map((value) => ({ value, label: words(value) })) },
        { id: 'from', choices: days.map((value) => ({ value, label: messages.sinceDay(value) })) },
      ]}
      sort={{ by: 'logNo', order: 'down' }}
      hrefOf={({ customerNo, actor }) => {
        if (customerNo !== undefined) return `/customers/${customerNo}`
        // A command, or a visitor without a session.
        return actor.startsWith('S') ? `/access/members/${actor}` : '/access/log'
      }}
      isDense
      empty={{ title: messages.emptyTitle, text: messages.emptyText }}
    />
  )
}

function actorText(
  messages: Messages<typeof accessMessages>,
  { actor, actorName }: LogRow,
): string {
  if (actor === 'command') return messages.command
  if (actor === 'nobody') return messages.nobody
  return actorName === undefined ? actor : `${actorName} ${actor}`
}

/** Verifies the chain slice by slice, so that a log of any length can be verified. */
function VerifyLog() {
  const messages = useMessages(accessMessages)
  const [done, setDone] = useState(0)
  const verify = useMutation({
    mutationFn: async () => {
      let after: number | undefined = 0
      let verified = await accessCalls.verifyLog({ after })
      while ((after = verified.next) !== undefined) {
        setDone(after)
        verified = await accessCalls.verifyLog({ after })
      }
      return verified
    },
  })
  return (
    <>
      <button
        type="button"
        className="act"
        disabled={verify.isPending}
        onClick={() => verify.mutate()}
      >
        {messages.verify}
      </button>
      <span className="cap" role="status">
        {verify.isPending && messages.verifying(done)}
        {verify.error && messages.failed}
        {verify.data &&
          (verify.data.firstBroken === undefined
            ? messages.sound(verify.data.last)
            : messages.broken(verify.data.firstBroken))}
      </span>
    </>
  )
}
