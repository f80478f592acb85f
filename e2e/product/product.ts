import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test as plain } from '@playwright/test'
import { freePort } from '@qingzhou/tools/postgres/port.ts'
import { end, launchProduct } from '@qingzhou/tools/product/product-process.ts'
import { run } from '@qingzhou/tools/product/run.ts'
import { adminPlatformKey } from '../people/admin-platform.ts'
import { folderForTests, pictureFolders } from '@qingzhou/tools/tests/test-cache.ts'

type Product = { readonly address: string; readonly log: string }

export type Options = {
  /**
   * Whether the engines look at every picture (`computed`), or answer for a picture that another product was shown
   * before what they read in it then (`stored`). Specs that are about recognition set `computed`.
   */
  readonly recognition: 'stored' | 'computed'
  /** How the browser encrypts bodies. Blocks are the default of a server, and take it more than ten milliseconds each. */
  readonly bodyForm: 'blocks' | 'session'
  /** The file of a partner's brand; empty for our own. */
  readonly brandFile: string
  /** Settings of one spec. */
  readonly settings: Readonly<Record<string, string>>
  readonly product: Product
}

/**
 * A product for each worker, on a database without customers. A test that fails ends its worker, so that the
 * second try begins with test people in their first state, on the day of the calendar.
 */
export const test = plain.extend<{ logOfFailure: void }, Options>({
  recognition: ['stored', { scope: 'worker', option: true }],
  bodyForm: ['blocks', { scope: 'worker', option: true }],
  brandFile: ['', { scope: 'worker', option: true }],
  settings: [{}, { scope: 'worker', option: true }],
  product: [
    async ({ recognition, bodyForm, brandFile, settings }, provide, { workerIndex, project }) => {
      const directory = mkdtempSync(join(folderForTests(), 'qingzhou-e2e-data-'))
      await copyFolder(process.env['E2E_FIRST_DATA'] ?? '', directory)
      const { SANDBOX_PICTURES, SANDBOX_READINGS } = pictureFolders()
      const product = await launchProduct({
        directory,
        port: await freePort(),
        settings: {
          BODY_FORM: bodyForm,
          // Five products on two cores are late without being overloaded by calls.
          EVENT_LOOP_LAG_MS_MAX: '60000',
          PROVIDER_TIMEOUTS_MS: 'ocr:45000,face:55000,idCheck:20000',
          SANDBOX_PICTURES,
          ADMIN_PLATFORM_KEY: adminPlatformKey,
          ...(brandFile !== '' && { BRAND_FILE: brandFile }),
          ...(recognition === 'stored' && { SANDBOX_READINGS }),
          ...settings,
        },
      })
      // The commands of a journey (staff, offers) use this product's database.
      process.env['DATA_DIR'] = directory
      await provide(product)
      await end(product.process, 'SIGTERM')
      // A failure in a hook has no attachments.
      mkdirSync(project.outputDir, { recursive: true })
      copyFileSync(product.log, join(project.outputDir, `product-${workerIndex}.log`))
      rmSync(directory, { recursive: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ product }, provide) => provide(product.address),
  // The product's log is kept with a failed test: it has the request number that an error page shows.
  logOfFailure: [
    async ({ product }, provide, info) => {
      await provide()
      if (info.status !== info.expectedStatus) {
        await info.attach('product.log', { path: product.log })
      }
    },
    { auto: true },
  ],
})

/** With owners and modes, as PostgreSQL accepts its folder from its own account only. */
async function copyFolder(from: string, to: string): Promise<void> {
  const { code, output } = await run('cp', ['-a', `${from}/.`, to])
  if (code !== 0) throw new Error(`copy of ${from}: ${output}`)
}
