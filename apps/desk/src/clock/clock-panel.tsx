import { useEffect, useState } from 'react'
import { Banner } from '@qingzhou/ui/feedback'
import { Button, Form, TextField } from '@qingzhou/ui/inputs'
import { Num } from '@qingzhou/ui/money'
import { Well } from '@qingzhou/ui/layout'
import type { Clock } from './use-clock.ts'

const LIKELY_DAYS = [1, 7, 30]

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

/** The server's limit of one move. */
const DAYS_MAX = 366

const DAYS_HINT = `1 至 ${DAYS_MAX}`

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
