import { bureauCommand } from '../bureau/bureau-command.ts'
import { runStaffCommand } from '../staff/staff-command.ts'

process.exitCode = await runStaffCommand(bureauCommand, process.argv.slice(2))
