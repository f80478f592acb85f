import type { ChangeEvent } from 'react'
import { FILE_BYTES_MAX } from '@qingzhou/contract/files'
import { ButtonLink } from '@qingzhou/ui/inputs'
import './choose-file.css'

interface ChooseFileProps {
  label: string
  onChoose: (file: File) => Promise<void>
}

/** A button that opens the file dialogue. */
export function ChooseFile({ label, onChoose }: ChooseFileProps) {
  function choose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0]
    // Emptied, so that choosing the same file again, once it was put right, is heard too.
    event.target.value = ''
    if (file) void onChoose(file)
  }

  return (
    <label className="button button-quiet choose-file">
      <input type="file" className="visually-hidden" accept={NAME_FILES} onChange={choose} />
      <span>{label}</span>
    </label>
  )
}

/** What the file dialogue offers. */
const NAME_FILES = '.csv,.xlsx'

/** What can be said of a file before it is sent; the server looks into it. */
export function problemOfNameFile({ name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  if (/\.xls$/i.test(name)) return '这是旧版 Excel 文件，请另存为 .xlsx 后再导入'
  if (!/\.(csv|xlsx)$/i.test(name)) return '请选择 .xlsx 或 .csv 文件，可先下载模板'
  if (size === 0) return '这个文件是空的，请重新选择'
  if (size > FILE_BYTES_MAX) return '文件不能超过 10 MB，请分成几个文件导入'
  return undefined
}

/** The files to fill in, as the web app's own assets. */
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
