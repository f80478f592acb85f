import { proposalsCommand } from '../staff/proposals-command.ts'
import { runStaffCommand } from '../staff/staff-command.ts'

process.exitCode = await runStaffCommand(proposalsCommand, process.argv.slice(2))
