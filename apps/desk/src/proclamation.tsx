import { useEffect, useState } from 'react'
import { Button, TextArea } from '@qingzhou/ui/inputs'
import { Chip } from '@qingzhou/ui/feedback'
import { attempt } from './attempt.ts'
import { client } from './client.ts'

const EXAMPLE = '系统将于今晚 23:00 至次日 01:00 升级，期间暂停服务，请您稍后再来。'

/** While a proclamation is on, the app shows it in place of everything else. */
export function Proclamation() {
  const [shown, setShown] = useState<string>()
  const [draft, setDraft] = useState(EXAMPLE)

  useEffect(() => {
    void attempt(async () => {
      const { message } = await client.proclamation()
      setShown(message)
      if (message) setDraft(message)
    })
  }, [])

  const publish = (message: string | undefined) =>
    attempt(async () => {
      await client.proclaim(message)
      setShown(message)
    })

  return (
    <div className="stack stack-4">
      <p className="small ink-2">发布几秒后，手机里的应用一有请求就转到公告页。</p>
      <div className="row">
        <Chip tone={shown ? 'soon' : 'plain'}>{shown ? '正在公告' : '没有公告'}</Chip>
      </div>
      <TextArea label="公告内容" value={draft} onChange={setDraft} maxLength={200} rows={4} />
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
