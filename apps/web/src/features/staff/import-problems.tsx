import { useState } from 'react'
import type { ImportProblem } from '@qingzhou/contract/staff'
import { Banner } from '@qingzhou/ui/banner'
import { Button } from '@qingzhou/ui/button'
import { Table } from '@qingzhou/ui/table'

const FIRST_SHOWN = 20

export interface ImportProblemsProps {
  problems: readonly ImportProblem[]
  /** More than are listed, where a file has very many. */
  total: number
}

/** Every bad row by its line, its column and what is wrong with it. */
export function ImportProblems({ problems, total }: ImportProblemsProps) {
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
