import { ratesCommand } from '../rates/rates-command.ts'
import { runStaffCommand } from '../staff/staff-command.ts'

process.exitCode = await runStaffCommand(ratesCommand, process.argv.slice(2))
