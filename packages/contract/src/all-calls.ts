import { calls } from './calls.ts'
import { consoleCalls } from './console-calls.ts'

/** Every HTTP call, of the web app and of the console. */
export const allCalls = { ...calls, ...consoleCalls }
