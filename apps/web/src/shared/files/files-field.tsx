import { type ChangeEvent, type ReactNode, useId, useState } from 'react'
import { FILE_BYTES_MAX, FILES_MAX } from '@qingzhou/contract/wire/files'
import { CameraIcon, PictureIcon, WarningIcon } from '@qingzhou/ui/graphics'
import { isMobile } from '#platform/browser/browser.ts'
import { FileTile } from './file-tile.tsx'
import { FileViewer } from './file-grid.tsx'
import './files.css'
import { formatBytes } from './usable-file.ts'
import type { Files } from './use-files.ts'
import type { ViewedFile } from './file-grid.tsx'

interface FilesFieldProps {
  label: string
  note?: ReactNode
  /** What the user must do before the form can continue. */
  error?: string | undefined
  files: Files
}

/** A field to pick, upload, view and remove files. */
export function FilesField({ label, note, error, files }: FilesFieldProps) {
  const labelId = useId()
  const [viewedId, setViewedId] = useState<string>()
  const viewed = files.entries.flatMap(({ id, fileName, kind, url, blob }): ViewedFile[] =>
    kind === undefined ? [] : [{ id, fileName, kind, url, blob }],
  )
  const at = viewed.findIndex(({ id }) => id === viewedId)

  return (
    <div className="stack stack-3" role="group" aria-labelledby={labelId}>
      <div className="row row-between">
        <span className="strong" id={labelId}>
          {label}
        </span>
        <span className="small ink-3 tabular">
          {files.entries.length} / {FILES_MAX}
        </span>
      </div>
      {files.entries.length > 0 && (
        <ul className="file-grid">
          {files.entries.map((entry) => (
            <FileTile
              key={entry.id}
              entry={entry}
              onOpen={() => setViewedId(entry.id)}
              onResume={() => void files.resume(entry.id)}
              onRemove={() => void files.remove(entry.id)}
            />
          ))}
        </ul>
      )}
      <FileMessages files={files} error={error} />
      {files.entries.length < FILES_MAX && (
        <PickFiles onPick={(picked) => void files.add(picked)} />
      )}
      <p className="caption ink-3">
        {note} JPG、PNG 图片或 PDF，每个不超过 {formatBytes(FILE_BYTES_MAX)}
      </p>
      <FileViewer
        files={viewed}
        at={at === -1 ? undefined : at}
        onMove={(next) => setViewedId(viewed[next]?.id)}
        onClose={() => setViewedId(undefined)}
        onRenew={files.renew}
      />
    </div>
  )
}

/** The messages about all files, one per line. */
function FileMessages({ files, error }: Pick<FilesFieldProps, 'files' | 'error'>) {
  const ofEntries = files.entries.flatMap(({ fileName, problem }) =>
    problem === undefined ? [] : [`“${fileName}”：${problem}`],
  )
  const all = [...files.problems, ...ofEntries, ...(error === undefined ? [] : [error])]
  return (
    <div className="stack stack-1" role="alert">
      {all.map((words) => (
        <p key={words} className="row row-top small is-overdue">
          <WarningIcon size={16} />
          <span className="grow">{words}</span>
        </p>
      ))}
    </div>
  )
}

const PICTURES = 'image/jpeg,image/png,image/webp'

/** Two pickers: camera or files. A computer has the second only. */
function PickFiles({ onPick }: { onPick: (files: readonly File[]) => void }) {
  return (
    <div className="columns-2">
      {isMobile() && (
        <Picker onPick={onPick} accept="image/*" camera icon={<CameraIcon size={20} />}>
          拍照
        </Picker>
      )}
      <Picker
        onPick={onPick}
        accept={`${PICTURES},application/pdf`}
        icon={<PictureIcon size={20} />}
      >
        选择文件
      </Picker>
    </div>
  )
}

interface PickerProps {
  onPick: (files: readonly File[]) => void
  accept: string
  camera?: true
  icon: ReactNode
  children: string
}

function Picker({ onPick, accept, camera, icon, children }: PickerProps) {
  function pick(event: ChangeEvent<HTMLInputElement>) {
    const files = [...(event.target.files ?? [])]
    // Reset, so that picking the same file again fires a change event.
    event.target.value = ''
    if (files.length > 0) onPick(files)
  }

  return (
    <label className="button button-quiet file-picker">
      <input
        type="file"
        className="visually-hidden"
        accept={accept}
        multiple={!camera}
        capture={camera ? 'environment' : undefined}
        onChange={pick}
      />
      {icon}
      <span>{children}</span>
    </label>
  )
}

/** What is still to be done before files can be handed in. */
export function describeMissingFiles({
  stored,
  isBusy,
  hasBroken,
  hasRefused,
}: Files): string | undefined {
  if (isBusy) return '文件正在上传，请上传完成后再提交'
  if (hasBroken) return '有文件未上传完成，请继续上传或移除'
  if (hasRefused) return '有文件未通过检查，请移除后再提交'
  return stored.length === 0 ? '请至少上传一个文件' : undefined
}
