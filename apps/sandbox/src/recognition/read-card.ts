import type { CardReading } from '@qingzhou/provider-api/calls'
import { storedResult } from '#stored-result.ts'

type Asked = { readonly side: 'front' | 'back'; readonly image: string }

export async function readIdCard(asked: Asked): Promise<CardReading> {
  const read = async () => Buffer.from(JSON.stringify(await readByEngine(asked)))
  const folder = process.env['SANDBOX_READINGS']
  // What this file wrote itself.
  return JSON.parse(
    Buffer.from(await storedResult(folder, ['card', asked.side, asked.image], read)).toString(),
  ) as CardReading
}

/** The embedded engine. It is loaded when first asked, as it takes half a gigabyte. */
async function readByEngine(asked: Asked): Promise<CardReading> {
  const { readCard } = await import('@qingzhou/recognition/id-card/read-card')
  const reading = await readCard(Buffer.from(asked.image, 'base64'), asked.side)
  if (reading.outcome !== 'read') {
    return { outcome: reading.outcome === 'unreadable' ? 'notACard' : reading.outcome }
  }
  return reading.side === 'front'
    ? { outcome: 'read', front: reading.fields }
    : { outcome: 'read', back: reading.fields }
}
