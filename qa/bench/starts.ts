import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@qingzhou/tools/postgres/port.ts'
import { end, launchProduct } from '@qingzhou/tools/product/product-process.ts'
import { root } from '@qingzhou/tools/root.ts'
import type { Row } from './row.ts'

/**
 * The time from the command to an open port: first as in a new clone, with building the pages and
 * without compiled modules, then again.
 */
export async function benchStarts(): Promise<Row[]> {
  const directory = mkdtempSync(join(tmpdir(), 'qingzhou-bench-'))
  try {
    // Without its stamp a web app is built again; the result replaces the old one.
    for (const app of ['web', 'desk', 'console'])
      rmSync(join(root, 'build', `${app}.stamp`), { force: true })
    const first = await secondsToStart(directory)
    const second = await secondsToStart(directory)
    return [
      row('first start, with building the pages, s', first, 8),
      row('second start, s', second, 1.5),
    ]
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

function row(what: string, seconds: number, atMost: number): Row {
  return { what, value: seconds.toFixed(1), goal: { measured: seconds, atMost } }
}

async function secondsToStart(directory: string): Promise<number> {
  const port = await freePort()
  const started = performance.now()
  const compiled = join(directory, 'compiled')
  const settings = { NODE_COMPILE_CACHE: compiled }
  const product = await launchProduct({ directory, port, settings })
  const seconds = (performance.now() - started) / 1000
  await end(product.process, 'SIGTERM')
  return seconds
}
