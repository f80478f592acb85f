import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../tools/port.ts'
import { end, launchProduct } from '../tools/product-process.ts'

export type OwnProduct = { readonly address: string; stop(): Promise<void> }

/**
 * A product for one file alone: its people have no other story, its books may be moved on, and what is
 * outside of it may be slow, without anybody else noticing.
 */
export async function startOwnProduct(): Promise<OwnProduct> {
  const directory = mkdtempSync(join(tmpdir(), 'qingzhou-e2e-own-'))
  const product = await launchProduct({ directory, port: await freePort() })
  const others = process.env['DATA_DIR']
  // Commands are for this product's own database until it stops.
  process.env['DATA_DIR'] = directory
  return {
    address: product.address,
    async stop() {
      if (others === undefined) delete process.env['DATA_DIR']
      else process.env['DATA_DIR'] = others
      await end(product.process, 'SIGTERM')
      rmSync(directory, { recursive: true })
    },
  }
}
