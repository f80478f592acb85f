import { useState } from 'react'
import type { ImportProblem } from '@qingzhou/contract/features/staff'
import { Banner } from '@qingzhou/ui/feedback'
import { Button, ButtonPair } from '@qingzhou/ui/inputs'
import { Card, Table } from '@qingzhou/ui/layout'
import { ApiError } from '#platform/api/api-error.ts'
import { FormError } from '#shared/forms/form-error.tsx'
import { ChooseFile, Templates } from './choose-file.tsx'
import { ImportProgress } from './import-progress.tsx'
import type { ImportAnswer } from '#features/staff/queries.ts'

interface ImportRunProps {
  running: {
    readonly data: ImportAnswer | undefined
    readonly error: unknown
    readonly refetch: () => Promise<unknown>
  }
  onBegin: (file: File) => Promise<void>
  onClose: () => void
}

/** A running import, or its result. */
export function ImportRun({ running, onBegin, onClose }: ImportRunProps) {
  const { data, error, refetch } = running
  if (!data && error instanceof ApiError) {
    return (
      <Card title="批量导入">
        <FormError of={error.message} />
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

const FIRST_SHOWN = 20

interface ImportProblemsProps {
  problems: readonly ImportProblem[]
  /** The number beyond the listed ones. */
  total: number
}

/** Every invalid row by line, column and reason. */
function ImportProblems({ problems, total }: ImportProblemsProps) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? problems : problems.slice(0, FIRST_SHOWN)
  return (
    <>
      <div role="alert">
        <Banner tone="overdue">
          文件有 {total} 处问题，没有导入任何一行。请按下面的说明改好后，重新选择文件导入。
        </Banner>
      </div>
      <Table
        caption="文件里的问题"
        columns={[{ label: '行' }, { label: '列' }, { label: '问题' }]}
        rows={shown.map(({ line, column, message }, index) => ({
          key: String(index),
          cells: [line, column ?? '—', message],
        }))}
      />
      {shown.length < problems.length && (
        <Button kind="text" onPress={() => setWhole(true)}>
          显示全部 {problems.length} 处
        </Button>
      )}
      {shown.length === problems.length && total > problems.length && (
        <p className="caption ink-3">
          只列出前 {problems.length} 处，其余 {total - problems.length} 处改好这些后再查
        </p>
      )}
    </>
  )
}
