import { load } from '@fingerprintjs/fingerprintjs'

/** The mark by which a browser is recognised without anything stored in it: 32 hexadecimal digits. */
export async function fingerprint(): Promise<string> {
  // Without monitoring the library reports nothing to its maker.
  const agent = await load({ monitoring: false })
  return (await agent.get()).visitorId
}
