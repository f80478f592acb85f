import { Buffer } from 'node:buffer'
import { parentPort, workerData } from 'node:worker_threads'
import { readTable } from '#features/staff/roster/table/read-table.ts'
import { Unreadable } from '#features/staff/roster/table/table.ts'
import { checkTable, type CheckedTable } from './check-table.ts'

async function check(bytes: Buffer): Promise<CheckedTable> {
  try {
    return checkTable(await readTable(bytes))
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { rows: 0, employees: [], problems: [error.problem] }
  }
}

// The parent passes only the bytes of the file.
const bytes = workerData as Uint8Array
const checked = await check(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
// A worker message has no target origin.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(checked)
