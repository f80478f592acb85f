import { type ReactNode, useEffect, useState } from 'react'
import { TabPanel, Tabs } from '@qingzhou/ui/layout'
import { Button, TextArea, Tick } from '@qingzhou/ui/inputs'
import { Chip } from '@qingzhou/ui/feedback'
import { ClockPanel } from '#clock/clock-panel.tsx'
import type { Clock } from '#clock/use-clock.ts'
import { FaultList } from '#faults/fault-list.tsx'
import type { Inbox } from '#inbox/use-inbox.ts'
import { LinkMaker } from '#links/link-maker.tsx'
import type { Person } from '#people/use-people.ts'
import type { Phone } from '#phone/use-phone.ts'
import { attempt } from './attempt.ts'
import { client } from './client.ts'

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
