import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Checked } from './check-table.ts'

type Limits = { readonly heapMb: number; readonly timeoutMs: number }

const LIMITS: Limits = { heapMb: 256, timeoutMs: 45_000 }

/**
 * Reads a file of names in a thread of its own, which may not grow or take as long as it likes:
 * whatever a file was made to do, it does to that thread alone.
 */
export async function checkFile(
  bytes: Buffer,
  { heapMb, timeoutMs }: Limits = LIMITS,
): Promise<Checked> {
  const worker = new Worker(new URL('check-worker.ts', import.meta.url), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
    // What a hostile file makes a library print is nobody's to read.
    stdout: true,
    stderr: true,
  })
  try {
    const [checked] = await once(worker, 'message', { signal: AbortSignal.timeout(timeoutMs) })
    // The thread answers once, with what it has checked.
    return checked as Checked
  } catch {
    // Out of memory, out of time, or broken by what is in the file: trying again would not help.
    const message = '这个文件无法读取，请使用模板，只保留名单所在的工作表后再导入'
    return { rows: 0, employees: [], problems: [{ line: 1, message }] }
  } finally {
    await worker.terminate()
  }
}
