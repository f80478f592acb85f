import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { freePort } from './port.ts'
import { end, launchProduct } from './product-process.ts'

/** Starts the product once for all browser tests, with data of its own, and answers how to end it. */
export default async function startForBrowserTests(): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), 'qingzhou-e2e-data-'))
  const product = await launchProduct({ directory, port: await freePort() })
  process.env['BASE_URL'] = product.address
  // The commands of a journey (staff, offers) are for this product's own database.
  process.env['DATA_DIR'] = directory
  return async () => {
    await end(product.process, 'SIGTERM')
    rmSync(directory, { recursive: true })
  }
}
