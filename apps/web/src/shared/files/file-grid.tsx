import { useState } from 'react'
import type { FileRecord } from '@qingzhou/contract/wire/files'
import type { FileStageProps } from './file-stage.tsx'
import { FileViewer } from './file-viewer.tsx'
import { formatBytes } from './usable-file.ts'
import './files.css'
import { DocumentIcon, PictureIcon } from '@qingzhou/ui/graphics'

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
            <p className="file-name caption">{fileName}</p>
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
