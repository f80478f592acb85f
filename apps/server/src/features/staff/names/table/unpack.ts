import type { Buffer } from 'node:buffer'
import { unzipSync, type Unzipped, type UnzipFileInfo } from 'fflate'
import { Unreadable } from './table.ts'

const UNPACKED_BYTES_MAX = 64 * 1024 * 1024
const ENTRIES_MAX = 1_000

const NO_TABLE = '这不是有效的 .xlsx 文件，请在 Excel 中另存为 .xlsx 或 .csv'

/**
 * The parts of a workbook, unpacked. What each will need is known before anything is unpacked, and
 * no part gets more room than it asked for: a small file can't become a huge one.
 */
export function unpack(bytes: Buffer): Unzipped {
  const entries: UnzipFileInfo[] = []
  take(bytes, (entry) => {
    if (entries.length > ENTRIES_MAX) throw tooLarge()
    entries.push(entry)
    return false
  })
  if (entries.reduce((sum, entry) => sum + roomOf(entry), 0) > UNPACKED_BYTES_MAX) throw tooLarge()
  checkKind(new Set(entries.map(({ name }) => name)))
  return take(bytes, ({ name }) => /\.(?:xml|rels)$/.test(name))
}

/** What is not packed is copied by its one size, whatever it says of the other; and parts may overlap. */
function roomOf({ size, originalSize }: UnzipFileInfo): number {
  return Math.max(size, originalSize)
}

function take(bytes: Buffer, filter: (entry: UnzipFileInfo) => boolean): Unzipped {
  try {
    return unzipSync(bytes, { filter })
  } catch (cause) {
    if (cause instanceof Unreadable) throw cause
    throw new Unreadable('这个文件已损坏，请重新保存后再导入')
  }
}

function tooLarge(): Unreadable {
  return new Unreadable('这个文件解压后太大，请只保留名单所在的工作表')
}

/** Many formats are archives inside: a workbook is known by its parts. */
function checkKind(names: ReadonlySet<string>): void {
  const has = (pattern: RegExp) => [...names].some((name) => pattern.test(name))
  if (has(/^Index\/.*\.iwa$|^Index\.zip$/)) {
    throw new Unreadable('不支持 Numbers 文件，请导出为 .xlsx 或 .csv')
  }
  if (has(/^xl\/workbook\.bin$/)) {
    throw new Unreadable('不支持 .xlsb 文件，请另存为 .xlsx 或 .csv')
  }
  if (!names.has('[Content_Types].xml') || !names.has('xl/workbook.xml')) {
    throw new Unreadable(NO_TABLE)
  }
  if (has(/^xl\/vbaProject\.bin$/)) {
    throw new Unreadable('这个文件含有宏，请另存为不含宏的 .xlsx')
  }
  if (has(/^xl\/externalLinks\//)) {
    throw new Unreadable('这个文件引用了其他工作簿，请把引用的内容粘贴为数值后再导入')
  }
}
