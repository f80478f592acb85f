import { crc32, deflateRawSync } from 'node:zlib'

export type ZipEntry = { readonly name: string; readonly bytes: Buffer }

const LOCAL_HEADER = 0x04034b50
const CENTRAL_HEADER = 0x02014b50
const END_OF_DIRECTORY = 0x06054b50
const VERSION = 20
/** The name of an entry is UTF-8. */
const UTF8 = 0x0800
const DEFLATED = 8

/** A ZIP archive (APPNOTE 6.3) of a few files, made in memory. The same entries give the same bytes. */
export function zipOf(entries: readonly ZipEntry[], at: Date): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, bytes } of entries) {
    const nameBytes = Buffer.from(name)
    const packed = deflateRawSync(bytes)
    const fields = commonFields({ bytes, packed, nameLength: nameBytes.length, at })
    const local = Buffer.concat([number32(LOCAL_HEADER), fields, nameBytes, packed])
    const central = Buffer.alloc(14)
    central.writeUInt32LE(offset, 10)
    directory.push(number32(CENTRAL_HEADER), number16(VERSION), fields, central, nameBytes)
    locals.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, central, number32(END_OF_DIRECTORY), end])
}

/** The fields that both headers of an entry have. */
function commonFields(entry: {
  readonly bytes: Buffer
  readonly packed: Buffer
  readonly nameLength: number
  readonly at: Date
}): Buffer {
  const { bytes, packed, nameLength, at } = entry
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(VERSION, 0)
  fields.writeUInt16LE(UTF8, 2)
  fields.writeUInt16LE(DEFLATED, 4)
  fields.writeUInt16LE(dosTime(at), 6)
  fields.writeUInt16LE(dosDate(at), 8)
  fields.writeUInt32LE(crc32(bytes), 10)
  fields.writeUInt32LE(packed.length, 14)
  fields.writeUInt32LE(bytes.length, 18)
  fields.writeUInt16LE(nameLength, 22)
  return fields
}

function dosTime(at: Date): number {
  return (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
}

function dosDate(at: Date): number {
  return ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
}

function number16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function number32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
