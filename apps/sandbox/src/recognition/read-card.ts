import type { CardReading } from '@qingzhou/provider-api/calls'

/** The embedded engine. It is loaded when first asked, as it takes half a gigabyte. */
export async function readIdCard(asked: {
  readonly side: 'front' | 'back'
  readonly image: string
}): Promise<CardReading> {
  const { readCard } = await import('@qingzhou/recognition/id-card/read-card')
  const reading = await readCard(Buffer.from(asked.image, 'base64'), asked.side)
  if (reading.outcome !== 'read') {
    return { outcome: reading.outcome === 'unreadable' ? 'notACard' : reading.outcome }
  }
  return reading.side === 'front'
    ? { outcome: 'read', front: reading.fields }
    : { outcome: 'read', back: reading.fields }
}
