import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { promisify } from 'node:util'

type Derive = (password: string, salt: Buffer, length: number, options: object) => Promise<Buffer>
type Callback = (error: Error | null, key?: Buffer) => void

const NAME = 'scryptOnce'

/**
 * Computes each scrypt key once per process: the function is pure, and takes a third of a second of a core. All
 * test staff share a password hash, so that the same few keys are derived again and again.
 */
if (crypto.scrypt.name !== NAME) {
  // The form with options, which is the only one that the server uses.
  const derive = promisify(crypto.scrypt) as Derive
  const keys = new Map<string, Promise<Buffer>>()
  const scrypt = (
    ...[password, salt, length, options, callback]: [...Parameters<Derive>, Callback]
  ) => {
    const name = JSON.stringify([password, salt.toString('hex'), length, options])
    const key = keys.get(name) ?? derive(password, salt, length, options)
    keys.set(name, key)
    key.then(
      (found) => setImmediate(callback, null, Buffer.from(found)),
      (error: Error) => {
        keys.delete(name)
        setImmediate(callback, error)
      },
    )
  }
  Object.defineProperty(scrypt, 'name', { value: NAME })
  Object.assign(crypto, { scrypt })
  syncBuiltinESMExports()
}
