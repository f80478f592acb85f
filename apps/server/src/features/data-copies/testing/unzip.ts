import { inflateRawSync } from 'node:zlib'

const CENTRAL_HEADER = 0x02014b50

/** Reads an archive by its directory, independently of the code that wrote it. */
export function unzip(archive: Buffer): ReadonlyMap<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  const files = new Map<string, Buffer>()
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (archive.readUInt32LE(at) !== CENTRAL_HEADER) throw new Error(`no entry at ${at}`)
    const [packed, nameLength] = [archive.readUInt32LE(at + 20), archive.readUInt16LE(at + 28)]
    const local = archive.readUInt32LE(at + 42)
    const from = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const name = archive.subarray(at + 46, at + 46 + nameLength).toString()
    files.set(name, inflateRawSync(archive.subarray(from, from + packed)))
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return files
}
