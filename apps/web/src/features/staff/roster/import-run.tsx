import type { ChangeEvent } from 'react'
import { useState } from 'react'
import type { ImportProblem } from '@qingzhou/contract/features/staff'
import { FILE_BYTES_MAX } from '@qingzhou/contract/wire/files'
import { Banner } from '@qingzhou/ui/feedback'
import { Button, ButtonLink, ButtonPair } from '@qingzhou/ui/inputs'
import { Card, Table } from '@qingzhou/ui/layout'
import type { ImportAnswer } from '#features/staff/queries.ts'
import { ApiError } from '#platform/api/api-error.ts'
import { FormError } from '#shared/forms/form-error.tsx'
import './choose-file.css'
import './import-progress.css'

interface ChooseFileProps {
  label: string
  onChoose: (file: File) => Promise<void>
}

/** A button that opens the file dialog. */
export function ChooseFile({ label, onChoose }: ChooseFileProps) {
  function choose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0]
    // Reset, so that choosing the corrected file again fires a change event.
    event.target.value = ''
    if (file) void onChoose(file)
  }

  return (
    <label className="button button-quiet choose-file">
      <input type="file" className="visually-hidden" accept={ROSTER_FILE_TYPES} onChange={choose} />
      <span>{label}</span>
    </label>
  )
}

/** The accepted file types. */
const ROSTER_FILE_TYPES = '.csv,.xlsx'

/** Checks before the upload; the server checks the content. */
export function rosterFileError({ name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  if (/\.xls$/i.test(name)) return '这是旧版 Excel 文件，请另存为 .xlsx 后再导入'
  if (!/\.(csv|xlsx)$/i.test(name)) return '请选择 .xlsx 或 .csv 文件，可先下载模板'
  if (size === 0) return '这个文件是空的，请重新选择'
  if (size > FILE_BYTES_MAX) return '文件不能超过 10 MB，请分成几个文件导入'
  return undefined
}

/** The template files, as assets of the web app. */
export function Templates() {
  return (
    <div className="row row-between small">
      <span className="ink-2">还没有文件？先下载模板</span>
      <span className="row">
        <ButtonLink kind="text" href="/templates/name-list.xlsx" download="员工贷名单模板.xlsx">
          Excel
        </ButtonLink>
        <ButtonLink kind="text" href="/templates/name-list.csv" download="员工贷名单模板.csv">
          CSV
        </ButtonLink>
      </span>
    </div>
  )
}

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
      <ImportProgress words={data ? importStateText(data) : '正在查询进度'} share={shareOf(data)} />
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

function importStateText({ state, rows, rowsDone }: ImportAnswer): string {
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

interface ImportProgressProps {
  words: string
  /** From 0 to 1; undefined if unknown. */
  share: number | undefined
}

/** The progress, as text and bar. */
export function ImportProgress({ words, share }: ImportProgressProps) {
  const percent = share === undefined ? undefined : Math.floor(share * 100)
  return (
    <div className="stack stack-2">
      <p className="row row-between small ink-2" role="status">
        <span>{words}</span>
        {percent !== undefined && <span className="tabular">{percent}%</span>}
      </p>
      <progress className="import-bar" aria-label={words} value={percent} max={100} />
    </div>
  )
}
