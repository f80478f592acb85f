import { readConfig } from '@qingzhou/platform/config/config'
import { startServer } from '@qingzhou/server/boot/server.ts'
import { newStaffLines, seedStaff } from './seed/staff.ts'
import { deskExtension } from './desk-extension.ts'

// The server of `npm run dev`: apps/server/src/main.ts with the desk.
const { address, services, stop } = await startServer(readConfig(process.env), [deskExtension])
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void stop().then(() => process.exit(0)))
}
for (const line of [`Listening on ${address}`, ...newStaffLines(await seedStaff(services))]) {
  process.stdout.write(`${line}\n`)
}
