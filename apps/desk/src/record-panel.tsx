import { TabPanel, Tabs } from '@qingzhou/ui/layout'
import { BooksPanel } from '#books/books-panel.tsx'
import { InboxPanel } from '#inbox/inbox-panel.tsx'
import type { Inbox } from '#inbox/use-inbox.ts'
import { MallPanel } from '#mall/mall-panel.tsx'
import type { Person } from '#people/use-people.ts'
import type { Phone } from '#phone/use-phone.ts'

const records = [
  { value: 'inbox', label: '收件箱' },
  { value: 'books', label: '账本' },
  { value: 'mall', label: '商城' },
] as const

export type RecordName = (typeof records)[number]['value']

type RecordPanelProps = {
  readonly record: RecordName
  readonly onSwitch: (record: RecordName) => void
  readonly inbox: Inbox
  readonly phone: Phone
  readonly person: Person
}

/** Inbox, books and mall orders. */
export function RecordPanel({ record, onSwitch, inbox, phone, person }: RecordPanelProps) {
  return (
    <section className="desk-panel" aria-label="收件、账本与商城">
      <Tabs
        id="records"
        label="收件、账本与商城"
        tabs={records}
        value={record}
        onChange={onSwitch}
      />
      <div className="desk-panel-body">
        <TabPanel tabs="records" value={record}>
          {record === 'inbox' && <InboxPanel inbox={inbox} phone={phone} />}
          {record === 'books' && <BooksPanel person={person} />}
          {record === 'mall' && <MallPanel />}
        </TabPanel>
      </div>
    </section>
  )
}
