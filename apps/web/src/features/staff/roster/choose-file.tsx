import type { ChangeEvent } from 'react'
import { FILE_BYTES_MAX } from '@qingzhou/contract/wire/files'
import { ButtonLink } from '@qingzhou/ui/inputs'
import './choose-file.css'

interface ChooseFileProps {
  label: string
  onChoose: (file: File) => Promise<void>
}

/** A button that opens the file dialog. */
export function ChooseFile({ label, onChoose }: ChooseFileProps) {
  function choose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0]
    // Reset, so that choosing the corrected file again fires a change event.
    event.target.value = ''
    if (file) void onChoose(file)
  }

  return (
    <label className="button button-quiet choose-file">
      <input type="file" className="visually-hidden" accept={ROSTER_FILE_TYPES} onChange={choose} />
      <span>{label}</span>
    </label>
  )
}

/** The accepted file types. */
const ROSTER_FILE_TYPES = '.csv,.xlsx'

/** Checks before the upload; the server checks the content. */
export function rosterFileError({ name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  if (/\.xls$/i.test(name)) return '这是旧版 Excel 文件，请另存为 .xlsx 后再导入'
  if (!/\.(csv|xlsx)$/i.test(name)) return '请选择 .xlsx 或 .csv 文件，可先下载模板'
  if (size === 0) return '这个文件是空的，请重新选择'
  if (size > FILE_BYTES_MAX) return '文件不能超过 10 MB，请分成几个文件导入'
  return undefined
}

/** The template files, as assets of the web app. */
export function Templates() {
  return (
    <div className="row row-between small">
      <span className="ink-2">还没有文件？先下载模板</span>
      <span className="row">
        <ButtonLink kind="text" href="/templates/name-list.xlsx" download="员工贷名单模板.xlsx">
          Excel
        </ButtonLink>
        <ButtonLink kind="text" href="/templates/name-list.csv" download="员工贷名单模板.csv">
          CSV
        </ButtonLink>
      </span>
    </div>
  )
}
