import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { findPerson } from '@qingzhou/server/features/identity/index.ts'
import { patient } from '@qingzhou/server/features/identity/testing/applicant.ts'
import {
  submitPhoto,
  newEvidenceBorrower,
} from '@qingzhou/server/features/evidence/testing/evidence-borrower.ts'
import {
  dueOf,
  moveDays,
  makeCardPayment,
} from '@qingzhou/server/features/repayment/testing/payer.ts'
import { startTestProduct } from '@qingzhou/server/testing/product.ts'
import { startPostgres } from '../postgres/postgres.ts'
import { FIXTURE_FILE, type ReleaseFixture } from '../release-fixture/fixture.ts'
import { takeFixture } from '../release-fixture/take-fixture.ts'
import { root } from '../root.ts'

// Started as `npm run release-fixture` when a release is made, in the tree of that release: the next
// release's upgrade test then starts with this data.
const directory = mkdtempSync(join(tmpdir(), 'qingzhou-fixture-'))
const postgres = await startPostgres({ directory, fsync: false })
const product = await startTestProduct({ ...patient, DATABASE_URL: postgres.url })
try {
  const owner = await newEvidenceBorrower(product)
  const { fileNo } = await submitPhoto(owner)
  await moveDays(product, 31)
  await makeCardPayment(product, owner, dueOf(owner, 1))
  await moveDays(product, 5)
  const other = await newEvidenceBorrower(product)
  await makeCardPayment(product, other, { kind: 'earlyFull', loanNo: other.loanNo })
  await product.runTasks()

  const { services, config } = product
  const { customer, phone, loanNo } = owner
  const person = await findPerson(services.database, services, customer)
  const [vaultKey] = config.vaultKeys.sealing
  const fixture: ReleaseFixture = {
    release: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root }).toString().trim(),
    ...(await takeFixture({
      url: postgres.url,
      dataDirectory: config.dataDirectory,
      migrations: join(root, 'packages/platform/src/database/migrations'),
    })),
    keys: {
      vault: vaultKey?.bytes.toString('base64') ?? '',
      index: config.vaultKeys.index.toString('base64'),
    },
    borrower: { phone, customer, loanNo, fileNo, idNumber: person?.idNumber ?? '' },
  }
  const bytes = gzipSync(JSON.stringify(fixture), { level: 9 })
  writeFileSync(FIXTURE_FILE, bytes)
  console.log(`${FIXTURE_FILE}: ${fixture.release}, ${bytes.length} bytes`)
} finally {
  await product.stop()
  await postgres.stop()
  rmSync(directory, { recursive: true, force: true })
}
