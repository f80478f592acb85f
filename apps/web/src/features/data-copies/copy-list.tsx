import { useState } from 'react'
import { Button } from '@qingzhou/ui/inputs'
import { Chip } from '@qingzhou/ui/feedback'
import { Card, Pairs } from '@qingzhou/ui/layout'
import { ApiError } from '#platform/api/api-error.ts'
import { FormError } from '#shared/forms/form-error.tsx'
import { formatTime } from '#shared/pages/figures.ts'
import { saveBlob } from '#shared/pages/save-blob.ts'
import { fetchResumed } from './fetch-resumed.ts'
import { dataCopies, type DataCopies, type DataCopy } from './queries.ts'
import './data-copies.css'

/** The copies with what can be done now. Deleted ones are named only. */
export function CopyList({ known }: { known: DataCopies }) {
  return known.copies.map((copy) => <CopyCard key={copy.requestNo} copy={copy} />)
}

function CopyCard({ copy }: { copy: DataCopy }) {
  const asked = `${formatTime(copy.requestedAt)} 申请`
  if (copy.state === 'ready') return <ReadyCopy copy={copy} asked={asked} />
  if (copy.state === 'expired') {
    return (
      <Card title="个人信息副本" note={asked}>
        <p className="small ink-2">
          <Chip>已删除</Chip> 下载期限已过，如需要可重新申请
        </p>
      </Card>
    )
  }
  return (
    <Card title="正在生成副本" note={asked}>
      <progress className="copy-progress" aria-label="生成进度" max={100} value={copy.percent} />
      <p className="small ink-2" role="status">
        已完成 {copy.percent}%，通常 1 分钟内完成。可以离开本页，完成后会短信通知您。
      </p>
    </Card>
  )
}

function ReadyCopy({ copy, asked }: { copy: DataCopy; asked: string }) {
  const { download, problem } = useDownload(copy)
  return (
    <Card title="副本已准备好" note={asked}>
      <Pairs
        pairs={[
          { label: '大小', value: sizeText(copy.bytes ?? 0) },
          { label: '下载截止', value: formatTime(copy.expiresAt ?? 0) },
        ]}
      />
      <Button kind="quiet" onPress={download} busyLabel="正在下载">
        下载副本
      </Button>
      <FormError of={problem} />
    </Card>
  )
}

/** Downloads the archive. After a break it continues where it stopped. */
function useDownload({ requestNo, requestedAt }: DataCopy) {
  const [problem, setProblem] = useState<string>()

  async function download() {
    setProblem(undefined)
    try {
      const { url } = await dataCopies.link({ requestNo }, { quiet: true })
      const blob = await fetchResumed(url)
      saveBlob({ blob, fileName: `个人信息副本-${formatTime(requestedAt).slice(0, 10)}.zip` })
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : '下载中断，请检查网络后重试')
    }
  }

  return { download, problem }
}

const MEGABYTE = 1_048_576

function sizeText(bytes: number): string {
  return bytes < MEGABYTE ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / MEGABYTE).toFixed(1)} MB`
}
