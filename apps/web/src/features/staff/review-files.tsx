import { useState } from 'react'
import type { KeptFile } from '@qingzhou/contract/files'
import { QuickPicks } from '@qingzhou/ui/quick-picks'
import { FileGrid } from '#shared/files/file-grid.tsx'
import { FileStage } from '#shared/files/file-stage.tsx'
import { viewedFile } from '#shared/files/viewed-file.ts'
import { useIsWide } from './use-is-wide.ts'

export interface ReviewFilesProps {
  files: readonly KeptFile[]
  onRenew: () => Promise<unknown>
}

/** On a phone the files open over the page; at a computer one stands large beside the facts. */
export function ReviewFiles({ files, onRenew }: ReviewFilesProps) {
  const isWide = useIsWide()
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
