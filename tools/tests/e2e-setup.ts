import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { build } from '../develop/build.ts'
import { freePort } from '../postgres/port.ts'
import { end, launchProduct } from '../product/product-process.ts'
import { folderForTests } from './test-cache.ts'

/**
 * Builds the web apps once, and a data folder of a product that has started once: the product of each worker
 * starts on a copy of it, with its database and its keys made.
 */
export default async function prepareBrowserTests(): Promise<() => void> {
  await build(() => undefined)
  const directory = mkdtempSync(join(folderForTests(), 'qingzhou-e2e-first-'))
  const product = await launchProduct({ directory, port: await freePort() })
  await end(product.process, 'SIGTERM')
  process.env['E2E_FIRST_DATA'] = directory
  return () => rmSync(directory, { recursive: true })
}
