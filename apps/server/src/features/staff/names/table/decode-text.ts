import type { Buffer } from 'node:buffer'
import { Unreadable } from './table.ts'

const BYTE_ORDER_MARKS = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
] as const

/** The text of a file in whatever encoding Chinese spreadsheets are saved in. */
export function decodeText(bytes: Buffer): string {
  const marked = BYTE_ORDER_MARKS.find((mark) => mark.bytes.every((byte, at) => bytes[at] === byte))
  // GB 18030 has all of GBK, in which Excel saves in China unless told otherwise.
  const encodings = marked ? [marked.encoding] : ['utf-8', 'gb18030']
  const text = encodings
    .map((encoding) => decoded(bytes, encoding))
    .find((one) => one !== undefined)
  // No table holds a NUL; pictures, papers and programs do.
  if (text === undefined || text.includes('\0')) {
    throw new Unreadable('无法识别这个文件，请使用模板，保存为 .xlsx 或 .csv 后再导入')
  }
  return text
}

function decoded(bytes: Buffer, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    // Not this encoding: the next one is tried.
    return undefined
  }
}
