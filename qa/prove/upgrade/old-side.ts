import { newIdNumber } from '@qingzhou/server/features/identity/testing/applicant.ts'
import { newBorrower, readyToApply } from '@qingzhou/server/features/loans/testing/borrower.ts'
import { savePassedCheck } from '@qingzhou/server/features/onboarding/codes/sms-code-store.ts'
import { newPhone, setFault } from '@qingzhou/server/features/onboarding/testing/visitor.ts'
import { taskHandlersOf } from '@qingzhou/server/boot/task-handlers.ts'
import { runWorkers } from '@qingzhou/platform/tasks/run-workers'
import { startTestProduct } from '@qingzhou/server/testing/product.ts'

// Copied into the tree of the previous release and run there: that release's server and workers, the sandbox,
// and borrowers about to execute a draw. It uses nothing that the previous release does not have.
const { DATABASE_URL = '', DATA_DIR = '', BORROWERS = '' } = process.env
const product = await startTestProduct({ DATABASE_URL, DATA_DIR }, [], 'now')
const { services } = product
const { database, log } = services
const address = await product.listen()
await setFault(product, { provider: 'bank', settleMs: 800, duplicate: true, reorder: true })

// The restored data already has the first phones and ID numbers of these series.
for (let taken = 0; taken < 500; taken += 1) {
  newPhone()
  newIdNumber()
}
const borrowers = []
for (let count = 0; count < Number(BORROWERS); count += 1) {
  const { client, customer, phone, card } = await newBorrower(product)
  const { drawNo } = await client.api.loans.apply(
    await readyToApply({ client, customer, phone, card }),
  )
  const [session] = await database.query<{ id: string }>(
    'SELECT session_id AS id FROM sessions WHERE customer_no = $1',
    [customer],
  )
  const passed = { session: { id: session?.id ?? '', customer }, purpose: 'loan' as const }
  await savePassedCheck(database, services, passed)
  const { token, common } = client
  borrowers.push({ customer, drawNo, token, common, cookies: [...client.cookies] })
}
const workers = runWorkers({ database, count: 2, handlers: taskHandlersOf(services), log })

process.on('message', (order) => {
  // The sandbox keeps running: it stands for the providers.
  if (order === 'stop serving') void product.app.close().then(() => workers.stop())
  if (order === 'end') void product.stop().then(() => process.exit(0))
})
// Clock offset of this side: zero, as it starts now; the port may have been chosen for it.
const { url, secret } = product.config.providers
process.send?.({ address, sandbox: { url, secret }, borrowers })
