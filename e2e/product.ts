import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as plain } from '@playwright/test'
import { freePort } from '../tools/port.ts'
import { end, launchProduct } from '../tools/product-process.ts'

type Product = { readonly address: string }

/**
 * A product for each worker, on an empty database. A test that fails ends its worker, so that the second
 * try begins with people who have no story yet, on the day of the calendar, whatever the first one did.
 */
export const test = plain.extend<object, { readonly product: Product }>({
  product: [
    // What a fixture asks for is read off its parameter, here nothing.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const directory = mkdtempSync(join(tmpdir(), 'qingzhou-e2e-data-'))
      const product = await launchProduct({ directory, port: await freePort() })
      // The commands of a journey (staff, offers) are for this product's own database.
      process.env['DATA_DIR'] = directory
      await provide(product)
      await end(product.process, 'SIGTERM')
      rmSync(directory, { recursive: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ product }, provide) => provide(product.address),
})
