import { Button, ButtonPair } from '@qingzhou/ui/inputs'
import { Sheet } from '@qingzhou/ui/overlays'
import { FileStage, type FileStageProps } from './file-stage.tsx'
import type { ViewedFile } from './file-grid.tsx'

export interface FileViewerProps extends Pick<FileStageProps, 'onRenew'> {
  files: readonly ViewedFile[]
  /** The index of the shown file; undefined closes the viewer. */
  at: number | undefined
  onMove: (at: number) => void
  onClose: () => void
}

/** A full-screen viewer for several files. */
export function FileViewer({ files, at, onMove, onClose, onRenew }: FileViewerProps) {
  const file = at === undefined ? undefined : files[at]
  return (
    <Sheet
      open={file !== undefined}
      onClose={onClose}
      title={file?.fileName ?? ''}
      actions={
        at !== undefined &&
        files.length > 1 && <Leafing at={at} total={files.length} onMove={onMove} />
      }
    >
      {file && <FileStage key={file.id} file={file} onRenew={onRenew} />}
    </Sheet>
  )
}

interface LeafingProps {
  at: number
  total: number
  onMove: (at: number) => void
}

function Leafing({ at, total, onMove }: LeafingProps) {
  return (
    <>
      <p className="caption ink-3 centre tabular" role="status">
        第 {at + 1} 个，共 {total} 个
      </p>
      <ButtonPair>
        <Button
          kind="quiet"
          unavailable={at === 0 ? '已是第一个' : undefined}
          onPress={() => onMove(at - 1)}
        >
          上一个
        </Button>
        <Button
          kind="quiet"
          unavailable={at === total - 1 ? '已是最后一个' : undefined}
          onPress={() => onMove(at + 1)}
        >
          下一个
        </Button>
      </ButtonPair>
    </>
  )
}
