import { partnersCommand } from '../partners/partners-command.ts'
import { runStaffCommand } from '../staff/staff-command.ts'

process.exitCode = await runStaffCommand(partnersCommand, process.argv.slice(2))
