import { useState } from 'react'
import type { FileRecord } from '@qingzhou/contract/wire/files'
import { FileFace, viewedFile } from './file-face.tsx'
import type { FileStageProps } from './file-stage.tsx'
import { FileViewer } from './file-viewer.tsx'
import { formatBytes } from './usable-file.ts'
import './files.css'

export interface FileGridProps extends Pick<FileStageProps, 'onRenew'> {
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
