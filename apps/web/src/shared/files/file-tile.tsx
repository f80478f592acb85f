import type { CSSProperties } from 'react'
import { CloseIcon } from '@qingzhou/ui/graphics'
import type { FileEntry, FileState } from './file-entries.ts'
import { FileFace } from './file-grid.tsx'
import { FileName } from './file-name.tsx'
import { formatBytes } from './usable-file.ts'

export interface FileTileProps {
  entry: FileEntry
  onOpen: () => void
  onResume: () => void
  onRemove: () => void
}

/** A file of the field: thumbnail, progress and actions. */
export function FileTile({ entry, onOpen, onResume, onRemove }: FileTileProps) {
  const { fileName, kind, url, state } = entry
  const hasFailed = state === 'broken' || state === 'refused'
  return (
    <li className="file-tile">
      <div className={frameClass(state)}>
        <button
          type="button"
          className="file-face"
          aria-label={`查看 ${fileName}`}
          aria-haspopup="dialog"
          disabled={kind === undefined}
          onClick={onOpen}
        >
          <FileFace kind={kind} url={url} />
        </button>
        <Veil entry={entry} onResume={onResume} />
        {state !== 'removing' && (
          <button
            type="button"
            className="file-remove"
            aria-label={`移除 ${fileName}`}
            onClick={onRemove}
          >
            <span className="file-remove-mark">
              <CloseIcon size={14} />
            </span>
          </button>
        )}
      </div>
      <FileName fileName={fileName} />
      <p className={hasFailed ? 'caption is-overdue' : 'caption ink-3 tabular'}>
        {fileStateText(entry)}
      </p>
    </li>
  )
}

/** The overlay of an incomplete file: its progress, or that it stopped and can be resumed. */
function Veil({ entry, onResume }: Pick<FileTileProps, 'entry' | 'onResume'>) {
  const { state, fileName } = entry
  if (state === 'stored' || state === 'refused') return null
  return (
    <div className="file-veil">
      {state === 'broken' || state === 'waiting' ? (
        <button
          type="button"
          className="file-resume small strong"
          aria-label={`继续上传 ${fileName}`}
          onClick={onResume}
        >
          继续上传
        </button>
      ) : (
        <span className="spinner" aria-hidden="true" />
      )}
      <ProgressBar entry={entry} />
    </div>
  )
}

function frameClass(state: FileState): string {
  if (state === 'refused') return 'file-frame has-error'
  return state === 'stored' ? 'file-frame' : 'file-frame is-veiled'
}

function ProgressBar({ entry: { fileName, share, state } }: { entry: FileEntry }) {
  if (state === 'preparing' || state === 'removing') return null
  const percent = Math.round(share * 100)
  const at: CSSProperties & Record<'--share', string> = { '--share': `${percent}%` }
  return (
    <div
      className="file-progress"
      role="progressbar"
      aria-label={`${fileName} 上传进度`}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      style={at}
    />
  )
}

function fileStateText({ state, share, size }: FileEntry): string {
  switch (state) {
    case 'preparing':
      return '正在准备'
    case 'queued':
      return '等待上传'
    case 'sending':
      return `上传中 ${Math.round(share * 100)}%`
    case 'waiting':
      return '等待网络'
    case 'broken':
      return '上传中断'
    case 'refused':
      return '未通过检查'
    case 'removing':
      return '正在移除'
    default:
      return formatBytes(size)
  }
}
