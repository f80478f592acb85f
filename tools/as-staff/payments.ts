import { paymentsCommand } from '../payments/command.ts'
import { runStaffCommand } from '../staff/staff-command.ts'

process.exitCode = await runStaffCommand(paymentsCommand, process.argv.slice(2))
