import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { TabPanel, Tabs, Well } from '@qingzhou/ui/layout'
import { Button, TextArea, Tick, Form, TextField } from '@qingzhou/ui/inputs'
import { Chip, Banner } from '@qingzhou/ui/feedback'
import { Num } from '@qingzhou/ui/money'
import type { Clock } from '#clock/use-clock.ts'
import { FaultList } from '#faults/fault-list.tsx'
import type { Inbox } from '#inbox/use-inbox.ts'
import { LinkMaker } from '#links/link-maker.tsx'
import type { Person } from '#people/use-people.ts'
import type { Phone } from '#phone/use-phone.ts'
import { attempt } from './attempt.ts'
import { client } from './client.ts'

const LIKELY_DAYS = [1, 7, 30]

/** The server's limit of one move. */
const DAYS_MAX = 366

const DAYS_HINT = `1 至 ${DAYS_MAX}`

const tools = [
  { value: 'people', label: '测试用户' },
  { value: 'links', label: '登录链接' },
  { value: 'faults', label: '故障' },
  { value: 'notice', label: '公告' },
  { value: 'clock', label: '时钟' },
] as const

export type Tool = (typeof tools)[number]['value']

type ToolPanelProps = {
  readonly tool: Tool
  readonly onSwitch: (tool: Tool) => void
  readonly inbox: Inbox
  readonly people: readonly Person[]
  readonly phone: Phone
  readonly clock: Clock
  /** The first tool: the test people. */
  readonly children: ReactNode
}

/** The tools: test people, sign-in links, faults, notice and test clock. */
export function ToolPanel(props: ToolPanelProps) {
  const { tool, onSwitch, inbox, people, phone, clock, children } = props
  return (
    <section className="desk-panel" aria-label="工具">
      <Tabs id="tools" label="工具" tabs={tools} value={tool} onChange={onSwitch} />
      <div className="desk-panel-body">
        <TabPanel tabs="tools" value={tool}>
          {tool === 'people' && children}
          {tool === 'links' && <LinkMaker people={people} phone={phone} />}
          {tool === 'faults' && <FaultList faults={inbox.faults} />}
          {tool === 'notice' && <Notice />}
          {tool === 'clock' && <ClockPanel clock={clock} />}
        </TabPanel>
      </div>
    </section>
  )
}

const EXAMPLE = '系统将于今晚 23:00 至次日 01:00 升级，期间暂停服务，请您稍后再来。'

/** While a notice is published, the app shows it instead of every page. */
function Notice() {
  const [shown, setShown] = useState<string>()
  const [draft, setDraft] = useState(EXAMPLE)
  const [closes, setCloses] = useState(false)

  useEffect(() => {
    void attempt(async () => {
      const { message, isClosing = false } = await client.notice()
      setShown(message)
      setCloses(isClosing)
      if (message) setDraft(message)
    })
  }, [])

  const publish = (message: string | undefined) =>
    attempt(async () => {
      await client.proclaim(message, closes)
      setShown(message)
    })

  return (
    <div className="stack stack-4">
      <p className="small ink-2">发布几秒后，手机里的应用一有请求就转到公告页。</p>
      <div className="row">
        <Chip tone={shown ? 'soon' : 'plain'}>{shown ? '正在公告' : '没有公告'}</Chip>
      </div>
      <TextArea label="公告内容" value={draft} onChange={setDraft} maxLength={200} rows={4} />
      <Tick checked={closes} onChange={setCloses}>
        公告期间暂停服务
      </Tick>
      <Button
        onPress={() => publish(draft.trim())}
        unavailable={draft.trim() === '' ? '请先写公告内容' : undefined}
      >
        {shown ? '更新公告' : '发布公告'}
      </Button>
      {shown && (
        <Button kind="quiet" onPress={() => publish(undefined)}>
          撤下公告
        </Button>
      )}
    </div>
  )
}

/** The test clock: advances the business date. */
export function ClockPanel({ clock }: { clock: Clock }) {
  const { businessDate, moved, look } = clock
  useEffect(() => void look(), [look])

  return (
    <div className="stack stack-4">
      <p className="small ink-2">
        让营业日期前进，每过一天做一次日终：计息、逾期、罚息；只能向前，不能退回。
      </p>
      <Well>
        <p className="small ink-2">营业日期</p>
        <p>{businessDate ? <Num value={businessDate} size="md" /> : '正在读取…'}</p>
      </Well>
      <LikelyMoves clock={clock} />
      <MoveForm clock={clock} />
      <div role="status">
        {moved && (
          <Banner tone={moved.failures > 0 ? 'overdue' : 'plain'}>{resultText(moved)}</Banner>
        )}
      </div>
    </div>
  )
}

function LikelyMoves({ clock: { moving, move } }: { clock: Clock }) {
  return (
    <div className="row row-wrap">
      {LIKELY_DAYS.map((days) => (
        <Button
          key={days}
          fit
          kind="quiet"
          onPress={() => move(days)}
          unavailable={moving === undefined ? undefined : `前进 ${days} 天`}
        >
          前进 {days} 天
        </Button>
      ))}
    </div>
  )
}

/** Its button is busy during every move, also one started elsewhere. */
function MoveForm({ clock: { moving, move } }: { clock: Clock }) {
  const [text, setText] = useState('')
  const days = daysIn(text)
  const isMoving = moving !== undefined

  return (
    <Form className="stack stack-3" onSubmit={() => (days === undefined ? undefined : move(days))}>
      <TextField
        label="其他天数"
        value={text}
        onChange={setText}
        inputMode="numeric"
        maxLength={3}
        placeholder={DAYS_HINT}
        trailing={<span className="ink-3">天</span>}
      />
      <Button
        type="submit"
        busy={isMoving}
        busyLabel={`正在逐日做日终，共 ${moving} 天…`}
        unavailable={days === undefined && !isMoving ? `请填写 ${DAYS_HINT} 的天数` : undefined}
      >
        前进 {days} 天
      </Button>
    </Form>
  )
}

/** The typed number of days; undefined when it is not valid. */
export function daysIn(text: string): number | undefined {
  if (!/^\d+$/.test(text.trim())) return undefined

  const days = Number(text)
  return days >= 1 && days <= DAYS_MAX ? days : undefined
}

/** The result of a move. A failed loan does not stop the others. */
export function resultText({ days, failures }: { days: number; failures: number }): string {
  if (failures === 0) return `已前进 ${days} 天，日终全部完成。`
  return `已前进 ${days} 天，但有 ${failures} 笔借款没能入账，下次前进时会自动重试。`
}
