import { parentPort } from 'node:worker_threads'
import { testPeople } from '@qingzhou/provider-api/test-people'
import { drawPersonBankCard } from '@qingzhou/recognition/bank-card/draw-bank-card'
import { drawFace } from '@qingzhou/recognition/faces/draw-face'
import { poseOf } from '@qingzhou/recognition/faces/film-face'
import { drawIdCard } from '@qingzhou/recognition/id-card/card-of'
import type { Picture } from './picture-routes.ts'

parentPort?.on('message', (wanted: Picture) => void answer(wanted))

async function answer(wanted: Picture): Promise<void> {
  const picture = await draw(wanted)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
  parentPort?.postMessage(picture)
}

async function draw(wanted: Picture): Promise<Uint8Array> {
  if (wanted.of === 'face') {
    const pose = wanted.posture === 'rest' ? {} : poseOf[wanted.posture]
    return drawFace({ seed: wanted.personKey, pose })
  }
  const person = testPeople.find(({ key }) => key === wanted.personKey)
  if (!person) throw new Error(`test person ${wanted.personKey}: not found`)
  if (wanted.of === 'card') return drawIdCard(person, wanted.side, wanted.issue)
  const card = await drawPersonBankCard(person, wanted.lastFour)
  if (!card) throw new Error(`test person ${person.key}: no card ${wanted.lastFour}`)
  return card
}
