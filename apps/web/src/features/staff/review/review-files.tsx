import { useState } from 'react'
import type { FileRecord } from '@qingzhou/contract/wire/files'
import { QuickPicks } from '@qingzhou/ui/inputs'
import { FileGrid, viewedFile } from '#shared/files/file-grid.tsx'
import { FileStage } from '#shared/files/file-stage.tsx'
import { useMediaQuery } from '#features/staff/at-computer.ts'

interface ReviewFilesProps {
  files: readonly FileRecord[]
  onRenew: () => Promise<unknown>
}

/** The minimum width of the two columns. */
const WIDE = '(min-width: 760px)'

/** On a phone files open over the page; on a computer one is shown beside the facts. */
export function ReviewFiles({ files, onRenew }: ReviewFilesProps) {
  const isWide = useMediaQuery(WIDE)
  const [chosen, setChosen] = useState<string>()
  const file = files.find(({ fileNo }) => fileNo === chosen) ?? files[0]
  if (!file) return <p className="small ink-2">没有文件</p>
  if (!isWide) return <FileGrid files={files} onRenew={onRenew} />
  return (
    <>
      {files.length > 1 && (
        <QuickPicks
          label="文件"
          picks={files.map(({ fileNo, fileName }, index) => ({
            value: fileNo,
            label: `${index + 1}. ${fileName}`,
          }))}
          value={file.fileNo}
          onPick={setChosen}
        />
      )}
      <FileStage key={file.fileNo} file={viewedFile(file)} onRenew={onRenew} />
    </>
  )
}
