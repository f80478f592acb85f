import { useState } from 'react'
import type { FileRecord } from '@qingzhou/contract/wire/files'
import { formatBytes } from './usable-file.ts'
import './files.css'
import { DocumentIcon, PictureIcon } from '@qingzhou/ui/graphics'
import { Button, ButtonPair } from '@qingzhou/ui/inputs'
import { Sheet } from '@qingzhou/ui/overlays'
import { FileName } from './file-name.tsx'
import { FileStage, type FileStageProps } from './file-stage.tsx'

interface FileGridProps extends Pick<FileStageProps, 'onRenew'> {
  files: readonly FileRecord[]
}

/** A read-only grid of files. */
export function FileGrid({ files, onRenew }: FileGridProps) {
  const [at, setAt] = useState<number>()
  return (
    <>
      <ul className="file-grid">
        {files.map(({ fileNo, fileName, kind, url, size, pages }, index) => (
          <li key={fileNo} className="file-tile">
            <div className="file-frame">
              <button
                type="button"
                className="file-face"
                aria-label={`查看 ${fileName}`}
                aria-haspopup="dialog"
                onClick={() => setAt(index)}
              >
                <FileFace kind={kind} url={url} />
              </button>
            </div>
            <FileName fileName={fileName} />
            <p className="caption ink-3 tabular">
              {kind === 'pdf' ? `${pages} 页` : formatBytes(size)}
            </p>
          </li>
        ))}
      </ul>
      <FileViewer
        files={files.map(viewedFile)}
        at={at}
        onMove={setAt}
        onClose={() => setAt(undefined)}
        onRenew={onRenew}
      />
    </>
  )
}

interface FileFaceProps {
  kind: FileRecord['kind'] | undefined
  url: string | undefined
}

/** The thumbnail of a file: the picture, or an icon of its type. */
export function FileFace({ kind, url }: FileFaceProps) {
  const [brokenUrl, setBrokenUrl] = useState<string>()
  if (kind === 'picture' && url !== undefined && url !== brokenUrl) {
    return <img className="file-picture" src={url} alt="" onError={() => setBrokenUrl(url)} />
  }
  return (
    <span className="file-sign">
      {kind === 'pdf' ? <DocumentIcon size={28} /> : <PictureIcon size={28} />}
      {kind === 'pdf' && <span className="caption strong">PDF</span>}
    </span>
  )
}

/** A file that can be viewed. */
export type ViewedFile = {
  readonly id: string
  readonly fileName: string
  readonly kind: FileRecord['kind']
  readonly url: string | undefined
  /** The file content, if it is on this phone. */
  readonly blob?: Blob | undefined
}

export function viewedFile({ fileNo, fileName, kind, url }: FileRecord): ViewedFile {
  return { id: fileNo, fileName, kind, url }
}

interface FileViewerProps extends Pick<FileStageProps, 'onRenew'> {
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
