import { listenOnce } from '@qingzhou/server/boot/port.ts'

export function freePort(): Promise<number> {
  return listenOnce(0, '127.0.0.1')
}
