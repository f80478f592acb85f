import { Button } from '@qingzhou/ui/button'
import { ButtonPair } from '@qingzhou/ui/button-pair'
import { Card } from '@qingzhou/ui/card'
import { Problem } from '#shared/problem.tsx'
import { ChooseFile } from './choose-file.tsx'
import { ImportProgress } from './import-progress.tsx'
import { ImportRun } from './import-run.tsx'
import { problemOfNameFile } from './name-file.ts'
import { Templates } from './templates.tsx'
import type { Sending } from './use-import.ts'
import { useImport } from './use-import.ts'

/** Many customers at once, from a file: all of them or none. */
export function ImportCard({ onDone }: { onDone: () => Promise<unknown> }) {
  const { sending, running, begin, forget } = useImport(onDone)
  if (running) return <ImportRun running={running} onBegin={begin} onClose={forget} />
  if (sending) return <SendingCard sending={sending} onBegin={begin} onCancel={forget} />
  return (
    <Card title="批量导入" note="Excel（.xlsx）或 CSV，最多 50,000 行">
      <ChooseFile label="选择文件导入" onChoose={begin} />
      <Templates />
    </Card>
  )
}

interface SendingCardProps {
  sending: Sending
  onBegin: (file: File) => Promise<void>
  onCancel: () => void
}

function SendingCard({ sending, onBegin, onCancel }: SendingCardProps) {
  const { file, share, isWaiting, problem } = sending
  if (problem !== undefined) {
    return (
      <Card title="批量导入" note={file.name}>
        <Problem of={problem} />
        {problemOfNameFile(file) === undefined ? (
          <ButtonPair>
            <Button kind="quiet" onPress={async () => onBegin(file)}>
              再试一次
            </Button>
            <ChooseFile label="换一个文件" onChoose={onBegin} />
          </ButtonPair>
        ) : (
          <ChooseFile label="换一个文件" onChoose={onBegin} />
        )}
        <Templates />
      </Card>
    )
  }
  return (
    <Card title="批量导入" note={file.name}>
      <ImportProgress
        words={isWaiting ? '网络断开了，恢复后会接着上传' : '正在上传文件'}
        share={share}
      />
      <Button kind="quiet" onPress={onCancel}>
        取消上传
      </Button>
    </Card>
  )
}
