import { FILE_BYTES_MAX } from '@qingzhou/contract/files'

/** What the file dialogue offers. */
export const NAME_FILES = '.csv,.xlsx'

/** What can be said of a file before it is sent; the server looks into it. */
export function problemOfNameFile({ name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  if (/\.xls$/i.test(name)) return '这是旧版 Excel 文件，请另存为 .xlsx 后再导入'
  if (!/\.(csv|xlsx)$/i.test(name)) return '请选择 .xlsx 或 .csv 文件，可先下载模板'
  if (size === 0) return '这个文件是空的，请重新选择'
  if (size > FILE_BYTES_MAX) return '文件不能超过 10 MB，请分成几个文件导入'
  return undefined
}
