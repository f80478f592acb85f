import { WaitingDrawing } from '@qingzhou/ui/illustrations'
import { Result } from '@qingzhou/ui/result'
import { useSecondsSince } from '#shared/use-seconds-since.ts'

const USUAL_SECONDS = 60

/** The bank has everything; nothing is left to do but wait, here or elsewhere. */
export function BankAtWork({ since }: { since: number }) {
  const seconds = useSecondsSince(since)
  const isLong = seconds > USUAL_SECONDS

  return (
    <Result
      drawing={<WaitingDrawing />}
      title="银行处理中"
      sentence={
        isLong
          ? '这次比平时久一些。您可以先离开，回来时接着看结果，不用重新填写。'
          : '通常 1 分钟内完成，请不要重复添加。'
      }
      alive={isLong ? '仍在等待银行的结果' : `已等待 ${seconds} 秒`}
    />
  )
}
