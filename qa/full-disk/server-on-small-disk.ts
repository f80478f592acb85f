import { join } from 'node:path'

import { readConfig } from '@qingzhou/platform/config/config'
import { startServer } from '@qingzhou/server/boot/server.ts'
import { startPostgres } from '@qingzhou/tools/postgres/postgres.ts'
import { startSandbox } from '@qingzhou/tools/product/sandbox.ts'

/**
 * A whole product whose database and uploads are in one folder. Ends when its parent disconnects.
 */
const [disk = '', elsewhere = ''] = process.argv.slice(2)
const secret = 'a secret of the tests, of no use elsewhere'

const postgres = await startPostgres({ directory: join(disk, 'postgres'), fsync: false })
const sandbox = await startSandbox({ directory: elsewhere, secret, logLevel: 'warn' })
const server = await startServer(
  readConfig({
    DATABASE_URL: postgres.url,
    DATA_DIR: disk,
    SANDBOX_URL: sandbox.url,
    SANDBOX_SECRET: secret,
    PORT: '0',
    LOG_LEVEL: 'silent',
  }),
)
process.send?.({ address: server.address })

process.once('disconnect', () => void stop())

async function stop(): Promise<void> {
  await server.stop()
  await sandbox.stop()
  await postgres.stop()
  process.exit(0)
}
