import { Buffer } from 'node:buffer'
import { decodeText } from './decode-text.ts'
import { readCsv } from './read-csv.ts'
import { readXlsx } from './read-xlsx.ts'
import { Unreadable, type Table } from './table.ts'

/** The table in a file, by what the file is: its name says little, and may lie. */
export async function readTable(bytes: Buffer): Promise<Table> {
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) return readXlsx(bytes)
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) throw oldOrLocked(bytes)
  const text = decodeText(bytes)
  if (/^\s*<(?:!doctype|html|table|\?xml|\?mso)/i.test(text)) {
    throw new Unreadable('这个文件是网页格式，请用 Excel 打开后另存为 .xlsx 或 .csv')
  }
  return readCsv(text)
}

function startsWith(bytes: Buffer, beginning: readonly number[]): boolean {
  return beginning.every((byte, at) => bytes[at] === byte)
}

/** One container serves both: the old format, and a new one under a password. */
function oldOrLocked(bytes: Buffer): Unreadable {
  const isLocked = bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'))
  return new Unreadable(
    isLocked
      ? '这个文件设有密码，请去掉密码后再导入'
      : '不支持旧版 .xls 文件，请在 Excel 中另存为 .xlsx 或 .csv',
  )
}
