import { createHash } from 'node:crypto'
import { PART_BYTES } from '@qingzhou/contract/wire/files'
import type { TestProduct } from '#testing/product.ts'
import type { TestStaff } from '#testing/staff.ts'

type Sent = { readonly uploadNo: string }

/** Uploads a file in parts, as the browser does. */
export async function send({ client }: TestStaff, file: Buffer | string): Promise<Sent> {
  const bytes = Buffer.from(file)
  const digest = createHash('sha256').update(bytes).digest('hex')
  const uploadNo = digest.slice(0, 32)
  const announced = { uploadNo, fileName: '名单.csv', size: bytes.length, digest }
  for (let at = 0; at * PART_BYTES < bytes.length; at += 1) {
    const part = bytes.subarray(at * PART_BYTES, (at + 1) * PART_BYTES).toString('base64')
    await client.api.staff.importNames({ act: 'part', ...announced, part: { at, bytes: part } })
  }
  return { uploadNo }
}

/** Uploads a file and starts its import. */
export async function start(staff: TestStaff, file: Buffer | string): Promise<string> {
  const { uploadNo } = await send(staff, file)
  const { importNo } = await staff.client.api.staff.importNames({ act: 'start', uploadNo })
  if (importNo === undefined) throw new Error(`upload ${uploadNo}: import started without a number`)
  return importNo
}

/** Uploads and imports a file; returns the result. */
export async function imported(product: TestProduct, staff: TestStaff, file: Buffer | string) {
  const importNo = await start(staff, file)
  await product.runTasks()
  return staff.client.api.staff.importNames({ act: 'progress', importNo })
}
