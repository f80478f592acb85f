import { TabPanel, Tabs } from '@qingzhou/ui/layout'
import { testPeople } from '@qingzhou/provider-api/test-people'
import { Button } from '@qingzhou/ui/inputs'
import { Chip, Empty } from '@qingzhou/ui/feedback'
import { DocumentIcon } from '@qingzhou/ui/graphics'
import { BooksPanel } from '#books/books-panel.tsx'
import type { Inbox } from '#inbox/use-inbox.ts'
import { MallPanel } from '#mall/mall-panel.tsx'
import type { Person } from '#people/use-people.ts'
import type { Phone } from '#phone/use-phone.ts'
import { attempt, copy } from './attempt.ts'
import { attachmentUrl, client, type Attachment, type Message } from './client.ts'

const clock = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

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

/** All sent SMS and mails, live. */
export function InboxPanel({ inbox, phone }: { inbox: Inbox; phone: Phone }) {
  const { messages, isLive } = inbox
  return (
    <section className="stack stack-3" aria-label="收件箱">
      <header className="inbox-head row row-between">
        <Chip tone={isLive ? 'fine' : 'soon'}>{isLive ? '实时' : '正在连接'}</Chip>
        {messages.length > 0 && (
          <Button kind="text" onPress={() => attempt(client.clearInbox)}>
            清空
          </Button>
        )}
      </header>
      <div aria-live="polite">
        {messages.length === 0 && (
          <Empty title="还没有短信和邮件">在手机里获取验证码，短信马上就到。</Empty>
        )}
        <ol className="messages">
          {messages.map((message) => (
            <MessageCard key={message.id} message={message} phone={phone} />
          ))}
        </ol>
      </div>
    </section>
  )
}

function MessageCard({ message, phone }: { message: Message; phone: Phone }) {
  const { kind, to, subject, text, code, attachments = [], shownAt } = message
  const person = testPeople.find((candidate) => candidate.phone === to)

  function use(digits: string) {
    const isFilled = phone.fill('one-time-code', digits)
    return copy(digits, isFilled ? '验证码已复制并填入手机' : '验证码已复制')
  }

  return (
    <li className="message">
      <p className="message-head caption ink-3">
        <span>
          {kind === 'sms' ? '短信' : '邮件'} · <span className="tabular">{to}</span>
          {person && ` · ${person.name}`}
        </span>
        {shownAt && (
          <time className="tabular" dateTime={shownAt}>
            {clock.format(new Date(shownAt))}
          </time>
        )}
      </p>
      {subject && <p className="strong">{subject}</p>}
      <p className="message-text small">{text}</p>
      {attachments.length > 0 && <Attachments attachments={attachments} />}
      {code && (
        <button type="button" className="message-code" onClick={() => void use(code)}>
          <span className="message-digits">{code}</span>
          <span className="caption">复制并填入</span>
        </button>
      )}
    </li>
  )
}

function Attachments({ attachments }: { attachments: readonly Attachment[] }) {
  return (
    <ul className="stack stack-1" aria-label="附件">
      {attachments.map((attachment) => (
        <li key={attachment.id}>
          <a
            className="message-attachment small"
            href={attachmentUrl(attachment)}
            download={attachment.name}
          >
            <DocumentIcon size={20} />
            <span className="grow">{attachment.name}</span>
            <span className="caption ink-3 tabular">
              {Math.ceil(attachment.sizeBytes / 1024)} KB
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
