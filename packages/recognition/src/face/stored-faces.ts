import { createHash } from 'node:crypto'

import type { FaceEngine, SeenFace } from '#face/face-engine.ts'
import type { Picture } from '#id-card/picture.ts'
import { storedResult } from '#stored-result.ts'

/**
 * An engine that looks once at each picture for all processes that name the folder. A face check shows random
 * actions, so its pictures come back in other combinations. The networks are loaded when a picture is new.
 */
export function storedFaces(folder: string, load: () => Promise<FaceEngine>): FaceEngine {
  let loading: Promise<FaceEngine> | undefined
  const loaded = () =>
    (loading ??= load().catch((error: unknown) => {
      // The next picture loads them again.
      loading = undefined
      throw error
    }))
  const see = async (picture: Picture) => (await loaded()).seeFaces(picture)
  return {
    async seeFaces(picture) {
      const bytes = await storedResult(folder, ['faces', nameOf(picture)], async () =>
        Buffer.from(JSON.stringify((await see(picture)).map(toStored))),
      )
      // The stored text is the JSON of the same computation.
      return (JSON.parse(Buffer.from(bytes).toString()) as StoredFace[]).map(fromStored)
    },
  }
}

type StoredFace = Omit<SeenFace, 'descriptor'> & { readonly descriptor: readonly number[] }

function toStored({ descriptor, ...face }: SeenFace): StoredFace {
  return { ...face, descriptor: [...descriptor] }
}

function fromStored({ descriptor, ...face }: StoredFace): SeenFace {
  return { ...face, descriptor: Float32Array.from(descriptor) }
}

function nameOf({ width, height, data }: Picture): string {
  return `${width}x${height} ${createHash('sha256').update(data).digest('hex')}`
}
