import { ApiError } from '#platform/api-error.ts'
import { Banner } from '@qingzhou/ui/banner'
import { Button } from '@qingzhou/ui/button'
import { ButtonPair } from '@qingzhou/ui/button-pair'
import { Card } from '@qingzhou/ui/card'
import { Problem } from '#shared/problem.tsx'
import { ChooseFile } from './choose-file.tsx'
import { ImportProblems } from './import-problems.tsx'
import { ImportProgress } from './import-progress.tsx'
import type { ImportAnswer } from './queries.ts'
import { Templates } from './templates.tsx'

export interface ImportRunProps {
  running: {
    readonly data: ImportAnswer | undefined
    readonly error: unknown
    readonly refetch: () => Promise<unknown>
  }
  onBegin: (file: File) => Promise<void>
  onClose: () => void
}

/** An import that the server has begun: how far it is, or what came of it. */
export function ImportRun({ running, onBegin, onClose }: ImportRunProps) {
  const { data, error, refetch } = running
  if (!data && error instanceof ApiError) {
    return (
      <Card title="批量导入">
        <Problem of={error.message} />
        <ButtonPair>
          <Button kind="quiet" onPress={refetch}>
            再查一次进度
          </Button>
          <ChooseFile label="重新选择文件" onChoose={onBegin} />
        </ButtonPair>
      </Card>
    )
  }
  if (data?.state === 'done') return <Done answer={data} onClose={onClose} />
  if (data?.state === 'refused') {
    return (
      <Card title="批量导入">
        <ImportProblems problems={data.problems} total={data.problemsTotal} />
        <ChooseFile label="改好了，重新选择文件" onChoose={onBegin} />
        <Templates />
      </Card>
    )
  }
  return (
    <Card title="批量导入" note="可以离开此页，导入会继续进行">
      <ImportProgress words={data ? wordsOf(data) : '正在查询进度'} share={shareOf(data)} />
    </Card>
  )
}

function Done({ answer, onClose }: { answer: ImportAnswer; onClose: () => void }) {
  const { added, already } = answer
  return (
    <Card title="批量导入">
      <div role="status">
        <Banner tone="plain">
          导入完成：新增 {added.toLocaleString('zh-CN')} 人
          {already > 0 && `，另有 ${already.toLocaleString('zh-CN')} 人已在名单中，保持不变`}
        </Banner>
      </div>
      <Button kind="quiet" onPress={onClose}>
        知道了
      </Button>
    </Card>
  )
}

function wordsOf({ state, rows, rowsDone }: ImportAnswer): string {
  if (state !== 'checking' && state !== 'saving') return '已收到文件，正在排队'
  const verb = state === 'checking' ? '正在检查' : '正在写入'
  return rows === 0 ? verb : `${verb} ${count(rowsDone)} / ${count(rows)} 行`
}

function shareOf(answer: ImportAnswer | undefined): number | undefined {
  return answer && answer.rows > 0 ? answer.rowsDone / answer.rows : undefined
}

function count(rows: number): string {
  return rows.toLocaleString('zh-CN')
}
