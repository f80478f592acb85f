import { customerCommand } from '../customer/command.ts'
import { runStaffCommand } from '../staff/staff-command.ts'

process.exitCode = await runStaffCommand(customerCommand, process.argv.slice(2))
