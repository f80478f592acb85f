import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { freePort } from '../port.ts'
import { end, launchProduct } from '../product-process.ts'

/** Runs against the whole product, on an empty database and with limits out of the way; settings add to that. */
export async function withProduct<Result>(
  work: (address: string) => Promise<Result>,
  settings: Readonly<Record<string, string>> = {},
): Promise<Result> {
  const directory = mkdtempSync(join(tmpdir(), 'qingzhou-bench-'))
  const product = await launchProduct({
    directory,
    port: await freePort(),
    settings: { IP_BLOCKS_PER_MINUTE: '1000000', ...settings },
  })
  try {
    return await work(product.address)
  } finally {
    await end(product.process, 'SIGTERM')
    rmSync(directory, { recursive: true, force: true })
  }
}
