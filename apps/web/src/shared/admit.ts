import { keepToken } from '#platform/session.ts'
import { reportTerminal } from './report-terminal.ts'

/** The server opened a session: it is kept, and the server is told what kind of phone holds it. */
export function admit({ token }: { readonly token: string }) {
  keepToken(token)
  void reportTerminal()
}
